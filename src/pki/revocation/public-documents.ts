import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { RawJson } from '../../platform/graphql/raw-json.js';
import type { CrlOctets } from '../crls/parts/crl-octets.js';
import type { AskedCrl, ServedCrl, ServedCrls, ServedHead } from '../crls/served-crls.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { bareSerial, encodePem, parseSerialNumber } from '../x509/index.js';
import { meantOf, ofIssuer } from '../certificates/whose-certificate.js';
import { ChangeTimes } from './change-times.js';
import { crlTextLength, CrlTexts } from './crl-texts.js';
import type { CrlTextForm, ReadCrl } from './crl-texts.js';

/** How to tell whether a client already has a document. */
export interface Validators {
  /** Strong, in quotes. */
  readonly etag: string;
  readonly lastModified: Date;
}

/** A public certificate of a mount. */
export interface PublicDocument extends Validators {
  readonly der: Uint8Array;
}

/** A CRL. It may be large, so it is read when it is sent. */
export interface PublicCrl extends Validators {
  /** DER. @throws CrlReplaced */
  readonly octets: () => Promise<CrlOctets>;
  /** The same in one piece. @throws CrlReplaced */
  readonly content: ReadCrl;
  /** Octets of it. @throws CrlReplaced */
  readonly size: () => Promise<number>;
}

/** A certificate as `cert/:serial` shows it. */
export interface PublicCertificate extends PublicDocument {
  readonly revokedAt: Date | null;
  /** The identifier of its issuer, also of one that was deleted. */
  readonly issuerUuid: string | undefined;
}

/** Whether an issuer of the mount has the name that a certificate of another issuer has for its signer. */
const signed = (authority: Authority, issuerId: string, { certificate }: AuthorityIssuer): boolean =>
  authority.issuerById(issuerId)?.certificate.subject.equals(certificate.issuer) ?? false;

/** Of a certificate. The PEM text of a CRL takes longer: {@link PublicDocuments.crlText}. */
export const pemOf = ({ der }: Pick<PublicDocument, 'der'>): string => encodePem('CERTIFICATE', der);

/** Of a CRL, whose content never changes under its id. */
export const crlTag = ({ id }: Pick<ServedHead, 'id'>): string => `"${id}"`;

/** The texts of CRLs up to this size are created and sent in one step. Octets. */
export const shortCrl = 48 * 1024;

/** A line break in a JSON string. */
const escapedLineEnd = String.raw`\n`;

const quote = Buffer.from('"');

/** Public certificates and CRLs: clients that verify have no token. */
export class PublicDocuments {
  readonly #times = new ChangeTimes();
  readonly #texts = new CrlTexts();

  constructor(private readonly deps: { database: Database; served: ServedCrls; clock: Clock }) {}

  issuer({ mount }: Authority, issuer: AuthorityIssuer): PublicDocument {
    return this.#document(`${mount.id} issuers`, mount.revision.toString(), issuer.certificate.der);
  }

  /** The chain of an issuer, PEM after PEM. */
  chain({ mount }: Authority, issuer: AuthorityIssuer): Validators & { readonly pem: string } {
    const pem = issuer.chainPem.join('');
    return { ...this.#stamp(`${mount.id} issuers`, mount.revision.toString(), pem), pem };
  }

  /** Undefined where there is none. */
  async crl(authority: Authority, issuer: AuthorityIssuer, asked: AskedCrl): Promise<PublicCrl | undefined> {
    const crl = await this.deps.served.find(authority, issuer, asked);
    if (!crl) return undefined;
    const { head, scope } = crl;
    return this.#crl(crl, this.#times.of(`${head.issuerId} ${scope}`, head.id, head.thisUpdate));
  }

  /** That of the default issuer. If another becomes it, the document changes when it does, however old the other's CRL is. */
  async defaultCrl(authority: Authority, asked: AskedCrl): Promise<PublicCrl | undefined> {
    const { mount, defaultIssuer } = authority;
    const crl = defaultIssuer && (await this.deps.served.find(authority, defaultIssuer, asked));
    if (!crl) return undefined;
    const { head, scope } = crl;
    const since = authority.issuers.length > 1 ? this.deps.clock.now() : head.thisUpdate;
    return this.#crl(crl, this.#times.of(`${mount.id} default ${scope}`, head.id, since));
  }

  #crl({ head, octets, size }: ServedCrl, lastModified: Date): PublicCrl {
    const content = async () => (await octets()).joined();
    return { octets, content, size, etag: crlTag(head), lastModified };
  }

  /** The PEM text of a CRL, which must not be modified. @throws CrlReplaced */
  crlText({ etag, content }: Pick<PublicCrl, 'etag' | 'content'>, form: CrlTextForm): Promise<Uint8Array> {
    return this.#texts.of(etag, content, form);
  }

  /** The same text as a JSON value: a long one goes into the response as it is cached. @throws CrlReplaced */
  async crlValue(crl: Pick<PublicCrl, 'etag' | 'content'>, end: 'line end' | 'none'): Promise<RawJson> {
    const text = await this.crlText(crl, 'json');
    const value = end === 'none' ? text.subarray(0, text.length - escapedLineEnd.length) : text;
    if (text.length <= crlTextLength(shortCrl, 'json'))
      return new RawJson(`"${Buffer.from(value).toString('latin1')}"`);
    return new RawJson({ size: value.length + 2, open: () => Readable.from([quote, value, quote]) });
  }

  /** A stored certificate, or that of an issuer; undefined if there is none with this serial number. */
  async certificate(authority: Authority, serial: string): Promise<PublicCertificate | undefined> {
    const serialNumber = parseSerialNumber(serial);
    if (!serialNumber) return undefined;
    const { client } = this.deps.database;
    const where = { mountId: authority.mount.id, serialNumber: bareSerial(serialNumber) };
    const rows = await client.certificate.findMany({
      where,
      orderBy: { id: 'asc' },
      select: { certificate: true, issuerId: true, issuedAt: true, revokedAt: true },
    });
    const row = meantOf(authority, rows);
    const own = row ? undefined : authority.issuers.find((issuer) => issuer.serialNumber === serialNumber);
    const der = row?.certificate ?? own?.certificate.der;
    if (!der) return undefined;
    const revocations = await client.revocation.findMany({ where, select: { revokedAt: true, issuerId: true } });
    // The signer of an issuer of the mount is not searched: the issuer's own row says whether it was revoked.
    const revocation = row?.issuerId
      ? ofIssuer(authority, revocations, row.issuerId)
      : meantOf(
          authority,
          revocations.filter(({ issuerId }) => !own || signed(authority, issuerId, own)),
        );
    const revokedAt = revocation?.revokedAt ?? row?.revokedAt ?? own?.revokedAt ?? null;
    const at = revokedAt ?? row?.issuedAt ?? this.deps.clock.now();
    const subject = `${authority.mount.id} ${serialNumber}`;
    return {
      ...this.#document(subject, String(revokedAt?.getTime() ?? ''), der, at),
      revokedAt,
      issuerUuid: row?.issuerId ? await this.#uuidOf(authority, row.issuerId) : undefined,
    };
  }

  async #uuidOf(authority: Authority, issuerId: string): Promise<string | undefined> {
    const issuer = authority.issuerById(issuerId);
    if (issuer) return issuer.uuid;
    const { client } = this.deps.database;
    const former = await client.formerIssuer.findUnique({ where: { id: issuerId }, select: { uuid: true } });
    return former?.uuid ?? undefined;
  }

  #document(subject: string, version: string, der: Uint8Array, at?: Date): PublicDocument {
    return { ...this.#stamp(subject, version, der, at), der };
  }

  #stamp(subject: string, version: string, content: Uint8Array | string, at = this.deps.clock.now()) {
    const digest = createHash('sha256').update(content).digest('base64url').slice(0, 27);
    return { etag: `"${digest}"`, lastModified: this.#times.of(subject, version, at) };
  }
}
