import type { KeyObject } from 'node:crypto';
import { makeP256, privateKeyDer, publicKeyInfoOf, readPrivateKey, type CertifiedKey } from '../x509/index.js';

/** A key pair for one certificate, in the encodings that the response may need: encoding costs as much as signing. */
export interface MadeKey {
  readonly publicKey: CertifiedKey;
  /** PKCS#1, SEC1 or, for Ed25519, PKCS#8. */
  readonly traditional: Buffer;
  /** Rarely requested. */
  readonly pkcs8: () => Buffer;
}

export const madeKey = (privateKey: KeyObject): MadeKey => ({
  publicKey: publicKeyInfoOf(privateKey),
  traditional: privateKeyDer(privateKey, 'traditional'),
  pkcs8: () => privateKeyDer(privateKey, 'pkcs8'),
});

/** On this thread: this takes less time than the transfer to another one. */
export function madeP256(): MadeKey {
  const { publicKey, sec1 } = makeP256();
  const read = (): KeyObject => readPrivateKey({ label: 'EC PRIVATE KEY', der: sec1 }, 'key');
  return { publicKey, traditional: sec1, pkcs8: () => privateKeyDer(read(), 'pkcs8') };
}
