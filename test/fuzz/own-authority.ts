import { generateKeyPairSync } from 'node:crypto';
import {
  basicConstraints,
  createSigner,
  keyIdentifierOf,
  Name,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectKeyIdentifier,
} from '../../src/pki/x509/index.js';
import type { Extension } from '../../src/pki/x509/index.js';
import { buildCertificate } from '../pki/x509/built.js';

/** A key that whoever fuzzes has too: what it signs is as large as they like, and its signature is right. */
export const ownKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
export const ownPublicKey = publicKeyInfoOf(ownKey);
export const ownSigner = createSigner(ownKey);
export const ownName = Name.of({ commonName: 'own authority' });

const day = 86_400_000;

/** A certificate of an authority that this key signed itself, DER. */
export function selfSigned(subject: Name, more: readonly Extension[] = []): Buffer {
  const own = [basicConstraints({ ca: true }), subjectKeyIdentifier(keyIdentifierOf(ownPublicKey.bits))];
  return buildCertificate(
    {
      ...{ serialNumber: randomSerialNumber(), issuer: subject, subject, publicKey: ownPublicKey.der },
      ...{ notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + 3_000 * day) },
      extensions: [...own, ...more],
    },
    ownSigner,
  );
}
