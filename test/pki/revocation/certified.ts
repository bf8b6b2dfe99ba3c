import type { KeyObject } from 'node:crypto';
import {
  basicConstraints,
  encodePem,
  keyIdentifierOf,
  Name,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectKeyIdentifier,
} from '../../../src/pki/x509/index.js';
import type { CertificateContent } from '../x509/built.js';
import { makeKey } from '../x509/authority.js';
import type { PkiWorld } from '../world.js';
import { buildCertificate } from '../x509/built.js';

const day = 86_400_000;

/** A certificate that an issuer of a mount signed, and nobody stored. */
export async function certified(
  world: PkiWorld,
  mount: string,
  content: Partial<CertificateContent> = {},
  ref = 'default',
) {
  const issuer = (await world.authorities.byPath(mount)).issuer(ref);
  const privateKey: KeyObject = await makeKey('ec-256');
  const publicKey = publicKeyInfoOf(privateKey);
  const now = world.clock.now().getTime();
  const serialNumber = content.serialNumber ?? randomSerialNumber();
  const notAfter = content.notAfter ?? new Date(now + 10 * day);
  const der = buildCertificate(
    {
      issuer: issuer.certificate.subject,
      subject: Name.of({ commonName: 'leaf.example.com' }),
      notBefore: new Date(Math.min(now, notAfter.getTime()) - day),
      publicKey: publicKey.der,
      extensions: [
        basicConstraints({ ca: false }),
        subjectKeyIdentifier(keyIdentifierOf(publicKey.bits)),
        ...issuer.extensions,
      ],
      ...content,
      notAfter,
      serialNumber,
    },
    issuer.signer(),
  );
  const store = async () => {
    const { mount: at } = await world.authorities.byPath(mount);
    await world.client.certificate.create({
      data: {
        id: `crt-${serialNumber.replaceAll(':', '').slice(0, 16)}`,
        mountId: at.id,
        serialNumber: serialNumber.replaceAll(':', ''),
        issuerId: issuer.id,
        notBefore: world.clock.now(),
        notAfter,
        issuedAt: world.clock.now(),
        certificate: new Uint8Array(der),
      },
    });
  };
  const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { der, pem: encodePem('CERTIFICATE', der), serialNumber, privateKey: keyPem, store };
}
