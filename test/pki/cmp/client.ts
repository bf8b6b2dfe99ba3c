import { randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  contextConstructed,
  contextPrimitive,
  encode,
  integer,
  octetString,
  bitString,
  sequence,
  nullValue,
  oid,
} from '../../../src/pki/x509/der-writer.js';
import { encodeExtensions } from '../../../src/pki/x509/extension.js';
import { encodeGeneralName } from '../../../src/pki/x509/general-name.js';
import {
  createSigner,
  encodeSerialNumber,
  Name,
  parseCertificate,
  publicKeyInfoOf,
} from '../../../src/pki/x509/index.js';
import type { Certificate, Extension, SerialNumber } from '../../../src/pki/x509/index.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import type { DerValue } from '../../../src/pki/x509/der-reader.js';
import {
  controlOids,
  encodeBody,
  encodeCmpMessage,
  encodeHeader,
  encodeInfo,
  encodeMacScheme,
  failureBits,
  infoOids,
  macOf,
  protectedPartOf,
  readCmpMessage,
} from '../../../src/pki/x509/cmp/index.js';
import type { CmpBodyKind, CmpHeaderDraft, CmpMessage, MacScheme } from '../../../src/pki/x509/cmp/index.js';

export const usualScheme = (): MacScheme => ({
  ...{ kind: 'pbm', salt: randomBytes(16), iterations: 500, hash: 'sha256', mac: 'sha256' },
});

/** How a message is protected. */
export type Protection =
  | { readonly reference: string; readonly secret: string; readonly scheme?: MacScheme; readonly algorithm?: Buffer }
  | { readonly certificate: Certificate; readonly key: KeyObject; readonly bring?: readonly Buffer[] }
  | null;

export interface Draft {
  readonly kind: CmpBodyKind;
  readonly content: Uint8Array;
  readonly by: Protection;
  readonly header?: Partial<CmpHeaderDraft>;
}

const directory = (name: Name) => ({ type: 'directoryName' as const, name });

/** A message as a client sends it, with whatever is wrong in it. */
export async function message({ kind, content, by, header: given = {} }: Draft): Promise<Buffer> {
  const usual: CmpHeaderDraft = {
    ...{ version: 2, recipient: directory(Name.empty), time: new Date() },
    sender: directory(by && 'certificate' in by ? by.certificate.subject : Name.empty),
    ...{ transactionId: randomBytes(16), senderNonce: randomBytes(16) },
  };
  const body = encodeBody(kind, content);
  if (!by) return encodeCmpMessage(encodeHeader({ ...usual, ...given }), body, {});
  if ('reference' in by) {
    const scheme = by.scheme ?? usualScheme();
    const protection = by.algorithm ?? encodeMacScheme(scheme);
    const header = encodeHeader({ ...usual, protection, senderKeyId: Buffer.from(by.reference), ...given });
    const mac = await macOf(scheme, Buffer.from(by.secret), protectedPartOf(header, body));
    return encodeCmpMessage(header, body, { protection: mac });
  }
  const signer = createSigner(by.key);
  const senderKeyId = by.certificate.extensions.subjectKeyIdentifier;
  const header = encodeHeader({ ...usual, protection: signer.algorithm.der, senderKeyId, ...given });
  const signature = signer.sign(protectedPartOf(header, body));
  return encodeCmpMessage(header, body, { protection: signature, extraCerts: by.bring ?? [by.certificate.der] });
}

export interface RequestDraft {
  readonly key: KeyObject;
  readonly subject?: Name;
  readonly extensions?: readonly Extension[];
  readonly id?: number;
  readonly old?: { readonly issuer: Name; readonly serialNumber: SerialNumber };
  /** DER of a proof in place of the signature; null for none. */
  readonly proof?: Uint8Array | null;
  readonly signedBy?: KeyObject;
}

/** CertReqMessages with one request. */
export function certRequest({
  key,
  subject,
  extensions = [],
  id = 0,
  old,
  proof,
  signedBy = key,
}: RequestDraft): Buffer {
  const info = publicKeyInfoOf(key).der;
  const template = sequence(
    ...(subject ? [encode(contextConstructed(5), subject.der)] : []),
    encode(contextConstructed(6), insideOf(info)),
    ...(extensions.length > 0 ? [encode(contextConstructed(9), insideOf(encodeExtensions(extensions)))] : []),
  );
  const control =
    old &&
    sequence(
      oid(controlOids.oldCertId),
      sequence(encodeGeneralName(directory(old.issuer)), encodeSerialNumber(old.serialNumber)),
    );
  const request = sequence(integer(id), template, ...(control ? [sequence(control)] : []));
  const signer = createSigner(signedBy);
  const signature = encode(contextConstructed(1), signer.algorithm.der, bitString(signer.sign(request)));
  return sequence(sequence(request, ...(proof === null ? [] : [proof ?? signature])));
}

export const raVerified = encode(contextPrimitive(0));

/** What is inside a SEQUENCE. */
export const insideOf = (der: Buffer): Buffer =>
  Buffer.concat(
    readDer(der, 'part', { maxBytes: der.length })
      .children()
      .map((each) => each.encoded()),
  );

/** RevReqContent with one certificate. */
export const revocationOf = ({ issuer, serialNumber }: Certificate, reason?: number): Buffer => {
  const serial = encodeSerialNumber(serialNumber);
  serial[0] = contextPrimitive(1);
  const extension =
    reason === undefined
      ? []
      : [sequence(sequence(oid('2.5.29.21'), octetString(encode(0x0a, Uint8Array.of(reason)))))];
  return sequence(sequence(sequence(serial, encode(contextConstructed(3), issuer.der)), ...extension));
};

/** CertConfirmContent. */
export const confirmationOf = (hash: Uint8Array, { id = 0, status }: { id?: number; status?: number } = {}): Buffer =>
  sequence(sequence(octetString(hash), integer(id), ...(status === undefined ? [] : [sequence(integer(status))])));

export const implicitly = { infos: [encodeInfo(infoOids.implicitConfirm, nullValue)] };

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly message: CmpMessage;
  /** PKIStatus; of an answer with a certificate, that of the certificate. */
  readonly pkiStatus: number | undefined;
  readonly failure: string | undefined;
  readonly text: string;
  readonly certificate: Certificate | undefined;
}

const nameOfFailure = (bit: number | undefined): string | undefined =>
  Object.entries(failureBits).find(([, each]) => each === bit)?.[0];

function readStatus(value: DerValue) {
  const fields = value.fields();
  const pkiStatus = fields.next('status').smallInteger();
  const text =
    fields
      .optional('text', 0x30)
      ?.items()
      .map((each) => each.utf8())
      .join(' ') ?? '';
  const failure = nameOfFailure(fields.optional('failure', 0x03)?.namedBits()[0]);
  return { pkiStatus, text, failure };
}

function readCertAnswer(body: DerValue) {
  const fields = body.fields();
  fields.optional('authorities', contextConstructed(1));
  const [response] = fields.next('responses').items();
  if (!response) throw new Error('no response');
  const inside = response.fields();
  inside.next('id');
  const status = readStatus(inside.next('status'));
  const pair = inside.optional('pair', 0x30);
  const der = pair?.fields().next('certificate').inner(contextConstructed(0)).encoded();
  return { ...status, certificate: der && parseCertificate(der) };
}

export function readAnswer(status: number, der: Uint8Array): Answer {
  const read = readCmpMessage(der);
  const none = { pkiStatus: undefined, failure: undefined, text: '', certificate: undefined };
  const about = () => {
    switch (read.kind) {
      case 'ip':
      case 'cp':
      case 'kup':
        return readCertAnswer(read.body);
      case 'rp': {
        const [first] = read.body.fields().next('status').items();
        return { ...none, ...(first && readStatus(first)) };
      }
      case 'error':
        return { ...none, ...readStatus(read.body.fields().next('status')) };
      default:
        return none;
    }
  };
  return { status, message: read, ...about() };
}

/** Sends a message over HTTP. */
export async function post(base: string, der: Uint8Array, path = '/v1/pki/cmp'): Promise<Answer> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/pkixcmp' },
    body: new Uint8Array(der),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.headers.get('content-type') !== 'application/pkixcmp')
    throw new Error(`${response.status} ${bytes.toString()}`);
  return readAnswer(response.status, bytes);
}
