import { createPrivateKey } from 'node:crypto';
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  buildCertificate,
  buildCrl,
  buildOcspRequest,
  buildOcspResponse,
  buildRequest,
  certIdOf,
  certificatePolicies,
  createSigner,
  crlDistributionPoints,
  encodeRevokedEntry,
  extKeyUsage,
  freshestCrl,
  issuingDistributionPoint,
  keyUsage,
  Name,
  nameConstraints,
  ocspNonce,
  parseSerialNumber,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectAltName,
  subjectKeyIdentifier,
  type Extension,
} from '../../../src/pki/x509/index.js';

/** The key of RFC 8410 10.3: signatures of Ed25519 are the same each time, and so are the documents here. */
export const privateKey = createPrivateKey({
  key: Buffer.from(
    '302e020100300506032b657004220420d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842',
    'hex',
  ),
  format: 'der',
  type: 'pkcs8',
});
export const publicKey = publicKeyInfoOf(privateKey);
export const signer = createSigner(privateKey);

export const begin = new Date('2024-01-02T03:04:05Z');
export const end = new Date('2055-06-07T08:09:10Z');
export const serial = (text: string) => parseSerialNumber(text) ?? randomSerialNumber();
export const subject = Name.of({ country: ['DE'], commonName: 'a' });

/** One of every extension that certificates have here. */
export const extensions: readonly Extension[] = [
  basicConstraints({ ca: true, pathLength: 2 }),
  keyUsage(['keyCertSign', 'crlSign']),
  extKeyUsage(['1.2.3']),
  subjectAltName([
    { type: 'dns', value: 'a.example' },
    { type: 'ip', value: '192.0.2.7' },
    { type: 'otherName', oid: '1.2.4', value: 'u' },
    { type: 'directoryName', name: Name.of({ commonName: 'x' }) },
  ]),
  subjectKeyIdentifier(Buffer.of(1, 2)),
  authorityKeyIdentifier(Buffer.of(3, 4)),
  nameConstraints({ permitted: { dns: ['a'], ip: ['10.0.0.0/8'] }, excluded: { email: ['b'] } }),
  certificatePolicies([{ oid: '1.2.5', cps: 'http://c', notice: 'n' }]),
  authorityInfoAccess({ ocsp: ['http://o'], caIssuers: ['http://i'] }),
  crlDistributionPoints(['http://p']),
  freshestCrl(['http://f']),
];

export const certificate = buildCertificate(
  {
    serialNumber: serial('0a:0b'),
    issuer: Name.of({ organization: ['i'] }),
    subject,
    notBefore: begin,
    notAfter: end,
    publicKey: publicKey.der,
    extensions,
  },
  signer,
);

export const request = buildRequest(
  {
    subject,
    publicKey: publicKey.der,
    extensions: [basicConstraints({ ca: false }), subjectAltName([{ type: 'dns', value: 'a.example' }])],
    challengePassword: 'secret',
  },
  signer,
);

export const crl = buildCrl(
  {
    issuer: subject,
    thisUpdate: begin,
    nextUpdate: end,
    number: 3n,
    deltaBase: 2n,
    issuerKeyId: Buffer.of(1, 2),
    entries: [
      encodeRevokedEntry({ serialNumber: serial('0c'), revokedAt: begin, reason: 'superseded', invalidSince: begin }),
    ],
    extensions: [
      issuingDistributionPoint({
        addresses: ['http://p'],
        onlyUserCerts: true,
        onlySomeReasons: [1, 2],
        indirect: true,
      }),
      freshestCrl(['http://f']),
    ],
  },
  signer,
);

export const certId = certIdOf({ subject, publicKey }, serial('0d'));

export const question = buildOcspRequest([certId], [ocspNonce(Buffer.alloc(16, 7))]);

export const answer = buildOcspResponse(
  {
    responder: { name: subject },
    producedAt: begin,
    responses: [
      {
        certId,
        status: { type: 'revoked', revokedAt: begin, reason: 'superseded' },
        thisUpdate: begin,
        nextUpdate: end,
      },
    ],
    nonce: ocspNonce(Buffer.alloc(16, 7)),
    certificates: [certificate],
  },
  signer,
);
