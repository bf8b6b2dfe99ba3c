/** Reads and writes messages of CMS (RFC 5652), which once were PKCS#7: signed, encrypted, and sets of certificates. */
export { type CmsAttribute, type ReadAttribute } from './attributes.js';
export { strongCiphers, type ContentCipher } from './content-cipher.js';
export { identifies, issuerAndSerial, type EntityIdentifier } from './entity.js';
export * from './enveloped-data.js';
export * from './enveloped-data-writer.js';
export { decryptRsa, type KeyTransport, type OaepHash, type RsaDecryption } from './key-transport.js';
export { contentOids, signedAttributeOids } from './oids.js';
export { parseSignedData, type SignedData, type SignerInfo } from './signed-data.js';
export * from './signed-data-writer.js';
export * from './verify.js';
