import { timingSafeEqual } from 'node:crypto';
import { parseCertificate, type Certificate } from '../certificate.js';
import { X509Error } from '../error.js';
import { verifySignatureAsync } from '../signer.js';
import { digestOf } from './digest.js';
import { identifies } from './entity.js';
import { contentOids, signedAttributeOids } from './oids.js';
import { signedForms, type SignedData, type SignerInfo } from './signed-data.js';
import type { ReadAttribute } from './attributes.js';

const where = 'signed message';

/** The certificate of a signer among those that were sent with the message. Others, such as those of its chain, need not be readable. */
export function certificateOf(data: SignedData, signer: SignerInfo): Certificate | undefined {
  for (const der of data.certificates) {
    const certificate = readable(der);
    if (certificate && identifies(signer.identifier, certificate)) return certificate;
  }
  return undefined;
}

function readable(der: Buffer): Certificate | undefined {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof X509Error) return undefined;
    throw error;
  }
}

/**
 * Checks that the key of a certificate signed the content. That the certificate itself may be trusted is for the caller to check.
 * @param content where the message does not contain it
 * @throws X509Error `weak` and `unsupported` for algorithms that are not accepted, `malformed`, `bad_signature`
 */
export async function verifySigner(
  data: SignedData,
  signer: SignerInfo,
  certificate: Pick<Certificate, 'publicKey'>,
  content: Uint8Array | undefined = data.content,
): Promise<void> {
  if (content === undefined) throw new X509Error('malformed', where, 'no content');
  const { signedAttributes, algorithm, signature } = signer;
  const verify = (tbs: Buffer): Promise<void> =>
    verifySignatureAsync({ tbs, algorithm, signature }, certificate.publicKey.key, where);
  if (signedAttributes === undefined) {
    // RFC 5652 5.3: content of another type must be signed with attributes.
    if (data.contentType !== contentOids.data) throw new X509Error('malformed', where, 'signed without attributes');
    await verify(Buffer.from(content));
    return;
  }
  requireDigest(data, signer, signedAttributes, content);
  const [first, second] = signedForms(signedAttributes);
  if (first === undefined) return;
  if (second === undefined) {
    await verify(first);
    return;
  }
  const verified = await verify(first).then(
    () => true,
    () => false,
  );
  if (!verified) await verify(second);
}

/** RFC 5652 11.1, 11.2: the attributes say what the content is, and its digest. */
function requireDigest(
  data: SignedData,
  { digest }: SignerInfo,
  attributes: readonly ReadAttribute[],
  content: Uint8Array,
): void {
  const { hash, weak, name } = digest;
  if (weak) throw new X509Error('weak', where, `digested with ${name}, which is not accepted`);
  if (hash === undefined) throw new X509Error('unsupported', where, `digested with ${name}, which is not supported`);
  const find = (oid: string): ReadAttribute | undefined => attributes.find((each) => each.oid === oid);
  const type = find(signedAttributeOids.contentType)?.read.oid();
  const sent = find(signedAttributeOids.messageDigest)?.read.octets();
  if (type === undefined || sent === undefined)
    throw new X509Error('malformed', where, 'signed attributes without content type and digest');
  if (type !== data.contentType) throw new X509Error('malformed', where, 'signed as content of another type');
  const own = digestOf(hash, content);
  if (own.length !== sent.length || !timingSafeEqual(own, sent))
    throw new X509Error('bad_signature', where, 'the digest is not that of the content');
}
