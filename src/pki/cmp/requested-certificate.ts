import type { AuthorityIssuer } from '../issuers/authority.js';
import { Name, parseRequest, verifyRequestAsync, verifySignatureAsync, X509Error } from '../x509/index.js';
import type { CertificateRequest, ExtensionSet, PublicKeyInfo } from '../x509/index.js';
import { noRequestId, readCertRequests } from '../x509/cmp/index.js';
import type { CertId, CertRequestMessage, CmpMessage } from '../x509/cmp/index.js';
import { CmpRefusal } from './cmp-refusal.js';
import { isSameName } from './same-name.js';
import type { Sender } from './senders.js';

/** What one message asks to be certified. */
export interface RequestedCertificate {
  /** -1 for a request in PKCS #10. */
  readonly id: number;
  /** DER of the request. */
  readonly der: Buffer;
  readonly subject: Name | undefined;
  /** Undefined if the sender does not care. */
  readonly issuer: Name | undefined;
  readonly publicKey: PublicKeyInfo;
  readonly extensions: ExtensionSet;
  readonly notBefore: Date | undefined;
  readonly notAfter: Date | undefined;
  /** Of the certificate that is renewed; undefined for that of the sender. */
  readonly old: CertId | undefined;
  /** The sender says that it has seen the proof itself. */
  readonly isVouchedFor: boolean;
}

const refusedProofs: Readonly<Record<string, string>> = {
  none: 'the request has no proof of possession: it must be signed with the key that is to be certified',
  keyEncipherment:
    'proof of possession by decryption is not offered here; a registration authority can vouch for a key that cannot sign',
  keyAgreement:
    'proof of possession by key agreement is not offered here; a registration authority can vouch for a key that cannot sign',
};

/**
 * The only request of a message, whose proof of possession is checked (RFC 9483 §4.1).
 * @throws CmpRefusal, X509Error for what cannot be read
 */
export async function readRequested({ kind, body }: CmpMessage): Promise<RequestedCertificate> {
  if (kind === 'p10cr') return readPkcs10(body.encoded());
  const [request, ...others] = readCertRequests(body);
  if (!request || others.length > 0)
    throw new CmpRefusal('badRequest', 'a message asks for one certificate: send a message for each');
  const { template, id, tbs } = request;
  const { publicKey, serialNumber, subject, issuer, extensions, notBefore, notAfter } = template;
  if (!publicKey)
    throw new CmpRefusal('badCertTemplate', 'the template has no public key: keys are not generated here');
  if (serialNumber !== undefined)
    throw new CmpRefusal('badCertTemplate', 'the template must not have a serial number: it is drawn here');
  await checkProof(request, publicKey);
  return {
    id,
    der: tbs,
    subject,
    issuer,
    publicKey,
    extensions,
    notBefore,
    notAfter,
    old: request.oldCertificate,
    isVouchedFor: request.proof.kind === 'raVerified',
  };
}

/** @throws CmpRefusal `badPOP` */
async function checkProof({ proof, tbs }: CertRequestMessage, { key }: PublicKeyInfo): Promise<void> {
  if (proof.kind === 'raVerified') return;
  if (proof.kind !== 'signature') throw new CmpRefusal('badPOP', refusedProofs[proof.kind] ?? proof.kind);
  if (proof.overOther)
    throw new CmpRefusal('badPOP', 'the proof of possession must be over the request itself, without poposkInput');
  try {
    await verifySignatureAsync({ tbs, algorithm: proof.algorithm, signature: proof.signature }, key, 'proof');
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
    throw new CmpRefusal('badPOP', error.message, { cause: error });
  }
}

async function readPkcs10(der: Buffer): Promise<RequestedCertificate> {
  const csr = parseRequest(der);
  try {
    await verifyRequestAsync(csr);
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
    throw new CmpRefusal('badPOP', error.message, { cause: error });
  }
  const { subject, publicKey, extensions } = csr;
  return {
    id: noRequestId,
    der,
    subject,
    publicKey,
    extensions,
    issuer: undefined,
    notBefore: undefined,
    notAfter: undefined,
    old: undefined,
    isVouchedFor: false,
  };
}

/** What rules decide about. @param like what is left out is as in this, of a certificate that is renewed */
export function asRequest(
  { der, subject, publicKey, extensions }: RequestedCertificate,
  like: { readonly subject: Name; readonly extensions: ExtensionSet } | null,
): CertificateRequest {
  return {
    der,
    tbs: der,
    publicKey,
    signature: Buffer.alloc(0),
    subject: subject ?? like?.subject ?? Name.empty,
    extensions: extensions.subjectAltName || !like ? extensions : withNamesOf(extensions, like.extensions),
    algorithm: { name: 'none', der: Buffer.alloc(0), accepted: undefined, weak: false },
  };
}

const subjectAltNameOid = '2.5.29.17';

function withNamesOf(extensions: ExtensionSet, { subjectAltName, all }: ExtensionSet): ExtensionSet {
  const names = all.filter(({ oid }) => oid === subjectAltNameOid);
  return { ...extensions, subjectAltName, all: [...extensions.all, ...names] };
}

/**
 * A template that names an issuer names the one that signs (RFC 9483 §4.1.1). Clients that know no better name whoever issued the certificate that they sign with,
 * such as the maker of a device.
 * @throws CmpRefusal
 */
export function requireIssuer({ issuer }: RequestedCertificate, signer: AuthorityIssuer, sender: Sender): void {
  if (!issuer || issuer.isEmpty || isSameName(issuer, signer.certificate.subject)) return;
  if (sender.by === 'signature' && isSameName(issuer, sender.certificate.issuer)) return;
  const { subject } = signer.certificate;
  throw new CmpRefusal('badCertTemplate', `the template names another issuer than ${subject.toString()}`);
}
