import { readSignatureAlgorithm, type NamedAlgorithm } from './algorithm.js';
import { contextConstructed, encode, integer, oid, sequence, setOf, Tag, utf8String } from './der-writer.js';
import { readDer } from './der-reader.js';
import { encodeExtensions, readExtensions, type Extension } from './extension.js';
import { readExtensionSet, type ExtensionSet } from './extension-set.js';
import { readPublicKeyInfo, type PublicKeyInfo } from './key.js';
import { Name } from './name.js';
import { requestAttributeOids } from './oids.js';
import {
  signWith,
  signWithAsync,
  verifySignature,
  verifySignatureAsync,
  type AsyncSigner,
  type Signer,
} from './signer.js';

/** What a certificate signing request asks for (RFC 2986). */
export interface RequestContent {
  readonly subject: Name;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  readonly extensions: readonly Extension[];
  readonly challengePassword?: string;
}

/** A parsed certificate signing request. */
export interface CertificateRequest {
  readonly der: Buffer;
  readonly tbs: Buffer;
  readonly subject: Name;
  readonly publicKey: PublicKeyInfo;
  readonly extensions: ExtensionSet;
  readonly algorithm: NamedAlgorithm;
  readonly signature: Buffer;
}

const version1 = integer(0);

const attribute = (type: string, value: Uint8Array): Buffer => sequence(oid(type), setOf(value));

function toBeSigned({ subject, publicKey, extensions, challengePassword }: RequestContent): Buffer {
  const attributes = [
    ...(extensions.length === 0
      ? []
      : [attribute(requestAttributeOids.extensionRequest, encodeExtensions(extensions))]),
    ...(challengePassword === undefined
      ? []
      : [attribute(requestAttributeOids.challengePassword, utf8String(challengePassword))]),
  ].sort((a, b) => Buffer.compare(a, b));
  // RFC 2986 4.1: the attributes are not optional, even if there are none.
  return sequence(version1, subject.der, publicKey, encode(contextConstructed(0), ...attributes));
}

/** A signed request, DER. @throws X509Error `invalid_value` */
export const buildRequest = (content: RequestContent, signer: Signer): Buffer => signWith(toBeSigned(content), signer);

/** The same with a signer off the thread. */
export const buildRequestAsync = (content: RequestContent, signer: AsyncSigner): Promise<Buffer> =>
  signWithAsync(toBeSigned(content), signer);

/** Largest request that is read. It has room for a thousand of the longest names. */
const maxRequestBytes = 512 * 1024;

/**
 * Reads a request. `verifyRequest` checks that its sender has the key.
 * @throws X509Error `malformed`, `unsupported` (its key), `too_large`
 */
export function parseRequest(der: Uint8Array): CertificateRequest {
  const outer = readDer(der, 'request', { maxBytes: maxRequestBytes }).fields();
  const tbs = outer.next('content');
  const algorithm = readSignatureAlgorithm(outer.next('signature algorithm'));
  const signature = outer.next('signature').bitOctets();
  outer.end();
  const fields = tbs.fields();
  const version = fields.next('version');
  if (version.smallInteger() !== 0) throw version.fail('not version 1');
  const subject = Name.read(fields.next('subject'));
  const publicKey = readPublicKeyInfo(fields.next('public key'));
  const attributes = fields.optional('attributes', contextConstructed(0));
  fields.end();
  const lists = (attributes?.items(contextConstructed(0), { empty: true }) ?? []).flatMap((item) => {
    const parts = item.fields();
    const type = parts.next('attribute type').oid();
    const values = parts.next(`attribute ${type}`).items(Tag.set);
    parts.end();
    return type === requestAttributeOids.extensionRequest ? [{ item, values }] : [];
  });
  const [first, second] = lists;
  if (first !== undefined && (second !== undefined || first.values.length !== 1))
    throw first.item.fail('extensions requested twice');
  const extensions = readExtensionSet(first?.values.flatMap(readExtensions) ?? []);
  return { der: Buffer.from(der), tbs: tbs.encoded(), subject, publicKey, extensions, algorithm, signature };
}

/**
 * Proof of possession: the request is signed with the key for which it asks a certificate.
 * @throws X509Error `weak` (SHA-1 and older), `unsupported`, `bad_signature`
 */
export const verifyRequest = (request: CertificateRequest): void => {
  verifySignature(request, request.publicKey.key, 'request');
};

/** The same off the thread. @throws as `verifyRequest` */
export const verifyRequestAsync = (request: CertificateRequest): Promise<void> =>
  verifySignatureAsync(request, request.publicKey.key, 'request');
