import { contextConstructed, Tag } from '../x509/der-writer.js';
import { readDer } from '../x509/der-reader.js';
import type { DerValue } from '../x509/der-reader.js';
import { requestAttributeOids, X509Error } from '../x509/index.js';
import type { CertificateRequest } from '../x509/index.js';

/** What a signing request says to the server of EST beside what it asks to be certified. */
export interface RequestAttributes {
  /** What ties it to the connection (RFC 7030 §3.5). */
  readonly challengePassword: string | undefined;
  /** RFC 7030 §4.2.2: that the names of a renewal are to change. */
  readonly changesSubject: boolean;
  /** RFC 7030 §4.4.1.1: the secret under which a new private key is to be sent. */
  readonly decryptKeyIdentifier: Buffer | undefined;
  /** RFC 7030 §4.4.1.2: the key for which it is to be encrypted. */
  readonly asymmetricDecryptKeyIdentifier: Buffer | undefined;
  /** The algorithms that the client can decrypt, the best first; undefined without the attribute. */
  readonly capabilities: readonly string[] | undefined;
}

const oids = {
  challengePassword: requestAttributeOids.challengePassword,
  /** RFC 6402 §2.8. */
  changeSubjectName: '1.3.6.1.5.5.7.7.36',
  /** RFC 4108 §2.2.5. */
  decryptKeyIdentifier: '1.2.840.113549.1.9.16.2.37',
  /** RFC 7030 §4.4.1.2. */
  asymmetricDecryptKeyIdentifier: '1.2.840.113549.1.9.16.2.54',
  /** RFC 8551 §2.5.2. */
  capabilities: '1.2.840.113549.1.9.15',
} as const;

const mostCapabilities = 100;

/** @throws X509Error `malformed`, `too_large` */
export function readRequestAttributes({ tbs }: Pick<CertificateRequest, 'tbs'>): RequestAttributes {
  const fields = readDer(tbs, 'request', { maxBytes: tbs.length }).fields();
  for (const part of ['version', 'subject', 'public key']) fields.next(part);
  const list = fields.optional('attributes', contextConstructed(0));
  const items = list?.items(contextConstructed(0), { empty: true }) ?? [];
  const values = new Map<string, DerValue>();
  const known: ReadonlySet<string> = new Set(Object.values(oids));
  for (const item of items) {
    const parts = item.fields();
    const type = parts.next('attribute type').oid();
    if (!known.has(type)) continue;
    const [value, ...more] = parts.next(`attribute ${type}`).items(Tag.set);
    if (value === undefined || more.length > 0 || values.has(type))
      throw new X509Error('malformed', 'request', `attribute ${type} without exactly one value`);
    values.set(type, value);
  }
  return {
    challengePassword: values.get(oids.challengePassword)?.text(),
    changesSubject: values.has(oids.changeSubjectName),
    decryptKeyIdentifier: values.get(oids.decryptKeyIdentifier)?.octets(),
    asymmetricDecryptKeyIdentifier: values.get(oids.asymmetricDecryptKeyIdentifier)?.octets(),
    capabilities: values
      .get(oids.capabilities)
      ?.items(Tag.sequence, { empty: true, most: mostCapabilities })
      .map((capability) => capability.fields().next('capability').oid()),
  };
}
