import type { KeyObject } from 'node:crypto';
import { makeP256, privateKeyDer, publicKeyInfoOf, readPrivateKey, type CertifiedKey } from '../x509/index.js';

/** A key pair for one certificate, in the encodings that its answer may need: writing them costs as much as signing. */
export interface MadeKey {
  readonly publicKey: CertifiedKey;
  /** PKCS#1, SEC1 or, for Ed25519, PKCS#8. */
  readonly traditional: Buffer;
  /** Few ask for it. */
  readonly pkcs8: () => Buffer;
}

export const madeKey = (privateKey: KeyObject): MadeKey => ({
  publicKey: publicKeyInfoOf(privateKey),
  traditional: privateKeyDer(privateKey, 'traditional'),
  pkcs8: () => privateKeyDer(privateKey, 'pkcs8'),
});

/** On this thread: it takes less than handing the work over. */
export function madeP256(): MadeKey {
  const { publicKey, sec1 } = makeP256();
  const read = (): KeyObject => readPrivateKey({ label: 'EC PRIVATE KEY', der: sec1 }, 'key');
  return { publicKey, traditional: sec1, pkcs8: () => privateKeyDer(read(), 'pkcs8') };
}
