import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  authorityKeyIdentifier,
  basicConstraints,
  createSigner,
  encodePem,
  generateKeyPair,
  keyIdentifierOf,
  keyUsage,
  Name,
  parseCertificate,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectKeyIdentifier,
  type Certificate,
  type Extension,
  type PublicKeyInfo,
  type Signer,
  type SigningOptions,
} from '../../../src/pki/x509/index.js';
import { buildCertificate, type CertificateContent } from './built.js';

export const day = 24 * 60 * 60 * 1000;

/** Every kind of key that is certified; RSA keys are made ahead, as making them takes long. */
export const keyKinds = [
  'rsa-2048',
  'rsa-3072',
  'rsa-4096',
  'rsa-8192',
  'ec-224',
  'ec-256',
  'ec-384',
  'ec-521',
  'ed25519',
] as const;

export type KeyKind = (typeof keyKinds)[number];

const ecBits = { 'ec-224': 224, 'ec-256': 256, 'ec-384': 384, 'ec-521': 521 } as const;

export async function makeKey(kind: KeyKind): Promise<KeyObject> {
  if (kind === 'ed25519') return (await generateKeyPair({ type: 'ed25519' })).privateKey;
  if (kind in ecBits) {
    const bits = ecBits[kind as keyof typeof ecBits];
    return (await generateKeyPair({ type: 'ec', bits })).privateKey;
  }
  return createPrivateKey(readFileSync(new URL(`keys/${kind}.pem`, import.meta.url)));
}

/** A certificate with its key, and what it signs with. */
export interface Holder {
  readonly certificate: Certificate;
  readonly privateKey: KeyObject;
  readonly publicKey: PublicKeyInfo;
  readonly signer: Signer;
  readonly pem: string;
}

export const pem = (der: Uint8Array): string => encodePem('CERTIFICATE', der);

interface Wish {
  readonly key?: KeyKind;
  readonly subject?: Name;
  readonly extensions?: readonly Extension[];
  readonly content?: Partial<CertificateContent>;
  /** How the new one signs. */
  readonly signing?: SigningOptions;
  readonly issuer?: Holder;
}

/** A certificate under an issuer, or under itself. Its own identifiers come beside the wished extensions. */
export async function certify(wish: Wish = {}): Promise<Holder> {
  const privateKey = await makeKey(wish.key ?? 'ec-256');
  const publicKey = publicKeyInfoOf(privateKey);
  const signer = createSigner(privateKey, wish.signing);
  const subject = wish.subject ?? Name.of({ commonName: `${wish.key ?? 'ec-256'} of ${Math.random()}` });
  const der = buildCertificate(
    {
      serialNumber: randomSerialNumber(),
      issuer: wish.issuer?.certificate.subject ?? subject,
      subject,
      notBefore: new Date(Date.now() - day),
      notAfter: new Date(Date.now() + 30 * day),
      publicKey: publicKey.der,
      extensions: [
        subjectKeyIdentifier(keyIdentifierOf(publicKey.bits)),
        authorityKeyIdentifier(keyIdentifierOf((wish.issuer?.publicKey ?? publicKey).bits)),
        ...(wish.extensions ?? []),
      ],
      ...wish.content,
    },
    wish.issuer?.signer ?? signer,
  );
  return { certificate: parseCertificate(der), privateKey, publicKey, signer, pem: pem(der) };
}

export const certifyAuthority = (wish: Wish & { pathLength?: number } = {}): Promise<Holder> =>
  certify({
    ...wish,
    extensions: [
      basicConstraints({ ca: true, ...(wish.pathLength !== undefined && { pathLength: wish.pathLength }) }),
      keyUsage(['keyCertSign', 'crlSign', 'digitalSignature']),
      ...(wish.extensions ?? []),
    ],
  });

/** The same authority, of one subject and key, by another certificate: of its own or of another issuer. */
export async function certifyAgain(
  holder: Holder,
  issuer: Holder,
  { extensions = [], notBefore }: { readonly extensions?: readonly Extension[]; readonly notBefore?: Date } = {},
): Promise<Holder> {
  const own = [
    basicConstraints({ ca: true }),
    subjectKeyIdentifier(keyIdentifierOf(holder.publicKey.bits)),
    authorityKeyIdentifier(keyIdentifierOf(issuer.publicKey.bits)),
  ];
  const content = {
    publicKey: holder.publicKey.der,
    extensions: [...own, ...extensions],
    ...(notBefore && { notBefore }),
  };
  const { certificate } = await certify({ subject: holder.certificate.subject, issuer, content });
  return { ...holder, certificate, pem: pem(certificate.der) };
}
