import type { KeyObject } from 'node:crypto';
import { contextConstructed, contextPrimitive, Tag } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';
import { X509Error } from '../error.js';
import { decryptContent, readCipher, strongCiphers, type ContentCipher, type NamedCipher } from './content-cipher.js';
import { readContentInfo } from './content-info.js';
import { identifies, readEntity, readIssuerAndSerial, type EntityIdentifier, type Identified } from './entity.js';
import { readKeyAgreement, unwrapKey, type KeyAgreement } from './key-agreement.js';
import { decryptedKey, decryptRsa, readKeyTransport, type KeyTransport, type RsaDecryption } from './key-transport.js';
import { contentOids } from './oids.js';

/** One who may read a message: the certificate that is meant, and the key of the content, encrypted for it. */
export interface RecipientInfo {
  readonly identifier: EntityIdentifier;
  readonly encryptedKey: Buffer;
  readonly how: KeyTransport | KeyAgreement;
}

/** A parsed message of type EnvelopedData (RFC 5652 6.1). */
export interface EnvelopedData {
  /** Those whose key is an RSA key or agrees on one; others are passed over. */
  readonly recipients: readonly RecipientInfo[];
  readonly contentType: string;
  readonly cipher: NamedCipher;
  readonly encrypted: Buffer;
}

/** Somebody who can read messages. */
export interface MessageHolder {
  readonly certificate: Identified;
  readonly privateKey: KeyObject;
}

const maxRecipients = 16;
const where = 'encrypted message';

/**
 * @param allowed ciphers that may be used; without Triple DES if left out
 * @throws X509Error `malformed`, `unsupported`, `weak` for a cipher that is not allowed, `too_large`
 */
export function parseEnvelopedData(
  bytes: Uint8Array,
  allowed: readonly ContentCipher[] = strongCiphers,
  maxBytes?: number,
): EnvelopedData {
  const fields = readContentInfo(bytes, contentOids.envelopedData, where, maxBytes).fields();
  fields.next('version').smallInteger();
  fields.optional('originator', contextConstructed(0));
  const recipients = fields.next('recipients').items(Tag.set, { most: maxRecipients }).flatMap(readRecipient);
  const content = fields.next('content').fields();
  fields.optional('attributes', contextConstructed(1));
  fields.end();
  const contentType = content.next('type').oid();
  const cipher = readCipher(content.next('cipher'), allowed);
  const encrypted = readEncrypted(content.next('octets'));
  content.end();
  return { recipients, contentType, cipher, encrypted };
}

/** An IMPLICIT octet string, in one piece or (in BER) in several. */
const readEncrypted = (value: DerValue): Buffer =>
  value.tag === contextConstructed(0)
    ? Buffer.concat(value.children().map((piece) => piece.octets()))
    : value.octets(contextPrimitive(0));

function readRecipient(item: DerValue): RecipientInfo[] {
  switch (item.tag) {
    case Tag.sequence: {
      const fields = item.fields();
      fields.next('version').smallInteger();
      const identifier = readEntity(fields.next('recipient'));
      const how = readKeyTransport(fields.next('key encryption'));
      const encryptedKey = fields.next('encrypted key').octets();
      fields.end();
      return [{ identifier, encryptedKey, how }];
    }
    case contextConstructed(1):
      return readAgreeing(item);
    default:
      return [];
  }
}

function readAgreeing(item: DerValue): RecipientInfo[] {
  const fields = item.fields(contextConstructed(1));
  fields.next('version').smallInteger();
  const originator = fields.next('originator').inner(contextConstructed(0));
  const material = fields.optional('material', contextConstructed(1))?.inner(contextConstructed(1));
  const how = readKeyAgreement(originator, material, fields.next('key encryption'));
  const keys = fields.next('encrypted keys').items(Tag.sequence, { most: maxRecipients });
  fields.end();
  return keys.map((each) => {
    const parts = each.fields();
    const identifier = readAgreeingIdentifier(parts.next('recipient'));
    const encryptedKey = parts.next('encrypted key').octets();
    parts.end();
    return { identifier, encryptedKey, how };
  });
}

/** RFC 5652 6.2.2: a certificate, or the identifier of its key with more that is not needed. */
const readAgreeingIdentifier = (value: DerValue): EntityIdentifier =>
  value.tag === contextConstructed(0)
    ? { keyIdentifier: value.fields(contextConstructed(0)).next('key identifier').octets() }
    : readIssuerAndSerial(value);

/** A content that was read, and by whom. */
export interface Decrypted<Holder> {
  readonly content: Buffer;
  readonly holder: Holder;
}

/**
 * The content, for the first of the holders that the message is for. Nothing tells a key that is not the right one, broken padding, or a damaged content apart:
 * all of them give octets that mean nothing, in the same time.
 * @throws X509Error `mismatch` if it is for none of them, which everybody can read in it
 */
export function decryptMessage<Holder extends MessageHolder>(
  message: EnvelopedData,
  holders: readonly Holder[],
): Decrypted<Holder> {
  const meant = meantFor(message, holders);
  return read(message, meant, meant.rsa && decryptRsa(meant.rsa));
}

/** The same where RSA is done elsewhere. @throws as `decryptMessage`, and what `decrypt` throws */
export async function decryptMessageElsewhere<Holder extends MessageHolder>(
  message: EnvelopedData,
  holders: readonly Holder[],
  decrypt: (asked: RsaDecryption) => Promise<Buffer>,
): Promise<Decrypted<Holder>> {
  const meant = meantFor(message, holders);
  return read(message, meant, meant.rsa && (await decrypt(meant.rsa)));
}

/** How a message is for a holder. */
type Meant<Holder> = { readonly holder: Holder } & (
  | { readonly rsa: RsaDecryption }
  | { readonly rsa: undefined; readonly how: KeyAgreement; readonly encryptedKey: Buffer }
);

function meantFor<Holder extends MessageHolder>(
  { recipients }: EnvelopedData,
  holders: readonly Holder[],
): Meant<Holder> {
  for (const { identifier, encryptedKey, how } of recipients) {
    const holder = holders.find(({ certificate }) => identifies(identifier, certificate));
    if (holder === undefined) continue;
    const { privateKey } = holder;
    const isRsa = privateKey.asymmetricKeyType === 'rsa';
    if ('padding' in how) {
      if (isRsa) return { holder, rsa: { transport: how, privateKey, encrypted: encryptedKey } };
    } else if (!isRsa) return { holder, rsa: undefined, how, encryptedKey };
  }
  throw new X509Error('mismatch', where, 'not for the key of this recipient');
}

/** @param decrypted what RSA gave */
function read<Holder extends MessageHolder>(
  { cipher, encrypted }: EnvelopedData,
  meant: Meant<Holder>,
  decrypted: Buffer | undefined,
): Decrypted<Holder> {
  const { keyOctets } = cipher.cipher;
  const { holder } = meant;
  const key = meant.rsa
    ? decryptedKey(meant.rsa, decrypted ?? Buffer.of(), keyOctets)
    : unwrapKey(meant.how, holder.privateKey, meant.encryptedKey, keyOctets);
  return { content: decryptContent(cipher, key, encrypted), holder };
}
