import { createCipheriv, createDecipheriv, randomBytes, type CipherGCMTypes, type Decipher } from 'node:crypto';
import { integer, octetString, oid, sequence, Tag } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';
import { X509Error } from '../error.js';

/** Ciphers of a message's content. GCM inside EnvelopedData is no standard, but some clients of SCEP write it. */
export type ContentCipher = 'aes128-cbc' | 'aes192-cbc' | 'aes256-cbc' | 'aes128-gcm' | 'aes256-gcm' | '3des-cbc';

interface Cipher {
  readonly name: ContentCipher;
  readonly oid: string;
  readonly keyOctets: number;
  /** As node:crypto calls it. */
  readonly mode: { readonly cbc: string; readonly block: number } | { readonly gcm: CipherGCMTypes };
}

const aes = '2.16.840.1.101.3.4.1';

/** RFC 3565, RFC 5084 and RFC 3370. */
const ciphers: readonly Cipher[] = [
  { name: 'aes128-cbc', oid: `${aes}.2`, keyOctets: 16, mode: { cbc: 'aes-128-cbc', block: 16 } },
  { name: 'aes192-cbc', oid: `${aes}.22`, keyOctets: 24, mode: { cbc: 'aes-192-cbc', block: 16 } },
  { name: 'aes256-cbc', oid: `${aes}.42`, keyOctets: 32, mode: { cbc: 'aes-256-cbc', block: 16 } },
  { name: 'aes128-gcm', oid: `${aes}.6`, keyOctets: 16, mode: { gcm: 'aes-128-gcm' } },
  { name: 'aes256-gcm', oid: `${aes}.46`, keyOctets: 32, mode: { gcm: 'aes-256-gcm' } },
  { name: '3des-cbc', oid: '1.2.840.113549.3.7', keyOctets: 24, mode: { cbc: 'des-ede3-cbc', block: 8 } },
];

/** RFC 5084 3.2 recommends a nonce of 12 octets; the tag is never shorter than it can be. */
const gcmNonce = 12;
const gcmTag = 16;

/** Triple DES is only for old devices: its blocks are too small, and 112 bits of strength are no longer enough. */
export const strongCiphers: readonly ContentCipher[] = [
  'aes128-cbc',
  'aes192-cbc',
  'aes256-cbc',
  'aes128-gcm',
  'aes256-gcm',
];

/** Recognized only to be refused. */
const weakCiphers: Readonly<Record<string, string>> = {
  '1.3.14.3.2.7': 'DES',
  '1.2.840.113549.3.2': 'RC2',
  '1.2.840.113549.3.4': 'RC4',
};

const whose = 'encrypted message';

/** A cipher with its initialization vector, as a message names it. */
export interface NamedCipher {
  readonly cipher: Cipher;
  readonly vector: Buffer;
}

/**
 * @param allowed ciphers that may be used
 * @throws X509Error `weak` for one that is not allowed, `unsupported`, `malformed`
 */
export function readCipher(value: DerValue, allowed: readonly ContentCipher[]): NamedCipher {
  const fields = value.fields();
  const type = fields.next('algorithm').oid();
  const cipher = ciphers.find((each) => each.oid === type);
  const weak = weakCiphers[type];
  if (weak !== undefined) throw new X509Error('weak', whose, `encrypted with ${weak}, which is not accepted`);
  if (cipher === undefined) throw new X509Error('unsupported', whose, `encrypted with ${type}, which is not supported`);
  if (!allowed.includes(cipher.name))
    throw new X509Error('weak', whose, `encrypted with ${cipher.name}, which is not allowed here`);
  const parameters = fields.next('parameters');
  fields.end();
  return { cipher, vector: 'gcm' in cipher.mode ? readGcm(parameters) : readVector(parameters, cipher.mode.block) };
}

function readVector(value: DerValue, block: number): Buffer {
  const vector = value.octets();
  if (vector.length !== block) throw value.fail(`an initialization vector of ${vector.length} octets`);
  return vector;
}

function readGcm(value: DerValue): Buffer {
  const fields = value.fields();
  const nonce = fields.next('nonce').octets();
  const tag = fields.optional('tag length', Tag.integer)?.smallInteger() ?? 12;
  fields.end();
  if (nonce.length !== gcmNonce || tag !== gcmTag)
    throw value.fail(`a nonce of ${nonce.length} octets and a tag of ${tag}`);
  return nonce;
}

/** A cipher with a vector for one message. */
export function cipherOf(name: ContentCipher): NamedCipher {
  const cipher = ciphers.find((each) => each.name === name);
  if (cipher === undefined) throw new X509Error('unsupported', whose, `encryption with ${name}`);
  return { cipher, vector: randomBytes('gcm' in cipher.mode ? gcmNonce : cipher.mode.block) };
}

export function encodeCipher({ cipher, vector }: NamedCipher): Buffer {
  const parameters = 'gcm' in cipher.mode ? sequence(octetString(vector), integer(gcmTag)) : octetString(vector);
  return sequence(oid(cipher.oid), parameters);
}

export function encryptContent({ cipher, vector }: NamedCipher, key: Buffer, content: Uint8Array): Buffer {
  const { mode } = cipher;
  if ('gcm' in mode) {
    const encrypting = createCipheriv(mode.gcm, key, vector, { authTagLength: gcmTag });
    return Buffer.concat([encrypting.update(content), encrypting.final(), encrypting.getAuthTag()]);
  }
  const encrypting = createCipheriv(mode.cbc, key, vector);
  return Buffer.concat([encrypting.update(content), encrypting.final()]);
}

/**
 * The content. With a wrong key, or with padding that is broken, it is octets that mean nothing: whoever reads them then finds out. Were it said here that the
 * padding is broken, an attacker who can send messages again could decrypt them octet by octet.
 * @throws X509Error `malformed` for a length that no content has, which everybody sees
 */
export function decryptContent({ cipher, vector }: NamedCipher, key: Buffer, encrypted: Uint8Array): Buffer {
  const { mode } = cipher;
  if ('gcm' in mode) return decryptGcm(mode.gcm, vector, key, encrypted);
  if (encrypted.length === 0 || encrypted.length % mode.block !== 0)
    throw new X509Error('malformed', whose, 'its content is not of whole blocks');
  const decrypting: Decipher = createDecipheriv(mode.cbc, key, vector).setAutoPadding(false);
  const padded = Buffer.concat([decrypting.update(encrypted), decrypting.final()]);
  return padded.subarray(0, padded.length - paddingOf(padded, mode.block));
}

/** The tag stands at the end of the content. One that does not fit leaves the octets as they came, which mean nothing. */
function decryptGcm(mode: CipherGCMTypes, nonce: Buffer, key: Buffer, encrypted: Uint8Array): Buffer {
  if (encrypted.length < gcmTag) throw new X509Error('malformed', whose, 'its content is shorter than its tag');
  const end = encrypted.length - gcmTag;
  const decrypting = createDecipheriv(mode, key, nonce, { authTagLength: gcmTag });
  decrypting.setAuthTag(encrypted.subarray(end));
  const content = decrypting.update(encrypted.subarray(0, end));
  try {
    return Buffer.concat([content, decrypting.final()]);
  } catch {
    return Buffer.from(encrypted);
  }
}

/** Octets of padding (RFC 5652 6.3), and none if they are not as they should be. The same steps are taken whatever the octets are. */
function paddingOf(padded: Buffer, block: number): number {
  const count = padded[padded.length - 1] ?? 0;
  let wrong = ((count - 1) >>> 31) | ((block - count) >>> 31);
  for (let back = 1; back <= block; back++) {
    const inside = ((back - count - 1) >>> 31) & 1;
    const differs = (padded[padded.length - back] ?? 0) ^ count;
    wrong |= inside & (-differs >>> 31);
  }
  return count & (wrong - 1);
}
