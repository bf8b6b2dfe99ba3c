import type { Seal } from '../../../src/platform/seal/seal.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  basicConstraints,
  createSigner,
  encodePem,
  generateKeyPair,
  keyIdentifierOf,
  keyUsage,
  Name,
  privateKeyPem,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectKeyIdentifier,
} from '../../../src/pki/x509/index.js';
import { buildCertificate } from '../x509/built.js';

const day = 86_400_000;

/** A data folder as it was left before servers had their certificates from the engine: a root and its key, sealed. @returns the root's public key, PEM */
export async function earlierFolder(folder: string, seal: Seal, now: Date): Promise<string> {
  const { privateKey } = await generateKeyPair({ type: 'ec', bits: 256 });
  const publicKey = publicKeyInfoOf(privateKey);
  const name = Name.of({ organization: ['Trustate'], commonName: 'Trustate bootstrap authority' });
  const der = buildCertificate(
    {
      serialNumber: randomSerialNumber(),
      issuer: name,
      subject: name,
      notBefore: new Date(now.getTime() - 30 * day),
      notAfter: new Date(now.getTime() + 3620 * day),
      publicKey: publicKey.der,
      extensions: [
        basicConstraints({ ca: true }),
        keyUsage(['keyCertSign', 'crlSign']),
        subjectKeyIdentifier(keyIdentifierOf(publicKey.bits)),
      ],
    },
    createSigner(privateKey),
  );
  mkdirSync(join(folder, 'tls'), { recursive: true });
  writeFileSync(join(folder, 'ca.pem'), encodePem('CERTIFICATE', der));
  writeFileSync(join(folder, 'tls/ca.key'), seal.wrap('server-key', Buffer.from(privateKeyPem(privateKey, 'pkcs8'))));
  return encodePem('PUBLIC KEY', publicKey.der);
}
