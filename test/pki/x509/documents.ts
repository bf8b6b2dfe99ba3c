import { createPrivateKey } from 'node:crypto';
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
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
  extension,
  type Extension,
} from '../../../src/pki/x509/index.js';
import {
  contextConstructed,
  contextPrimitive,
  encode,
  integer,
  nullValue,
  oid,
  sequence,
} from '../../../src/pki/x509/der-writer.js';
import { encodeExtensions } from '../../../src/pki/x509/extension.js';
import { extensionOids } from '../../../src/pki/x509/oids.js';
import { buildCertificate } from './built.js';

/** The key of RFC 8410 10.3: signatures of Ed25519 are the same each time, and so are the documents here. */
export const privateKey = createPrivateKey({
  key: Buffer.from(
    '302e020100300506032b657004220420d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842',
    'hex',
  ),
  format: 'der',
  type: 'pkcs8',
});
export const publicKey = () => publicKeyInfoOf(privateKey);
export const signer = () => createSigner(privateKey);

export const begin = new Date('2024-01-02T03:04:05Z');
export const end = new Date('2055-06-07T08:09:10Z');
export const serial = (text: string) => parseSerialNumber(text) ?? randomSerialNumber();
export const subject = () => Name.of({ country: ['DE'], commonName: 'a' });

/** Made anew each time: what is tried may change how. One of every extension that certificates have here. */
export const extensions = (): readonly Extension[] => [
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

export const certificate = () =>
  buildCertificate(
    {
      serialNumber: serial('0a:0b'),
      issuer: Name.of({ organization: ['i'] }),
      subject: subject(),
      notBefore: begin,
      notAfter: end,
      publicKey: publicKey().der,
      extensions: extensions(),
    },
    signer(),
  );

export const request = () =>
  buildRequest(
    {
      subject: subject(),
      publicKey: publicKey().der,
      extensions: [basicConstraints({ ca: false }), subjectAltName([{ type: 'dns', value: 'a.example' }])],
      challengePassword: 'secret',
    },
    signer(),
  );

export const crl = () =>
  buildCrl(
    {
      issuer: subject(),
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
    signer(),
  );

export const certId = () => certIdOf({ subject: subject(), publicKey: publicKey() }, serial('0d'));

export const question = () => buildOcspRequest([certId()], [ocspNonce(Buffer.alloc(16, 7))]);

export const answer = () =>
  buildOcspResponse(
    {
      responder: { name: subject() },
      producedAt: begin,
      responses: [
        {
          certId: certId(),
          status: { type: 'revoked', revokedAt: begin, reason: 'superseded' },
          thisUpdate: begin,
          nextUpdate: end,
        },
      ],
      nonce: ocspNonce(Buffer.alloc(16, 7)),
      certificates: [certificate()],
    },
    signer(),
  );

const text = (tag: number, value: string) => encode(tag, Buffer.from(value));
const directory = () => encode(contextConstructed(4), Name.of({ commonName: 'd' }).der);

/** Extensions as others write them: with all the fields that are never written here. */
export const unusual = () =>
  encodeExtensions([
    extension(
      extensionOids.authorityKeyIdentifier,
      sequence(text(0x80, 'k'), encode(contextConstructed(1), directory()), encode(contextPrimitive(2), Buffer.of(7))),
    ),
    extension(
      extensionOids.crlDistributionPoints,
      sequence(
        sequence(
          encode(contextConstructed(0), encode(contextConstructed(0), text(0x86, 'http://p'), directory())),
          encode(contextPrimitive(1), Buffer.of(6, 0x40)),
          encode(contextConstructed(2), directory()),
        ),
        // A name relative to the issuer, and no name.
        sequence(
          encode(contextConstructed(0), encode(contextConstructed(1), sequence(oid('2.5.4.3'), text(0x13, 'r')))),
        ),
        sequence(encode(contextConstructed(2), directory())),
      ),
    ),
    extension(
      extensionOids.authorityInfoAccess,
      sequence(
        sequence(oid('1.3.6.1.5.5.7.48.2'), directory()),
        sequence(oid('1.2.3'), text(0x86, 'http://x')),
        sequence(oid('1.3.6.1.5.5.7.48.1'), text(0x86, 'http://o')),
      ),
    ),
    extension(
      extensionOids.certificatePolicies,
      sequence(
        sequence(
          oid('1.2.3'),
          sequence(
            sequence(
              oid('1.3.6.1.5.5.7.2.2'),
              sequence(sequence(text(0x0c, 'o'), sequence(integer(1))), text(0x1a, 'first')),
            ),
            sequence(oid('1.3.6.1.5.5.7.2.2'), sequence(text(0x0c, 'second'))),
            sequence(oid('1.2.4'), nullValue),
            sequence(oid('1.3.6.1.5.5.7.2.1'), text(0x16, 'http://1')),
            sequence(oid('1.3.6.1.5.5.7.2.1'), text(0x16, 'http://2')),
          ),
        ),
        sequence(oid('1.2.5'), sequence(sequence(oid('1.3.6.1.5.5.7.2.2'), sequence()))),
      ),
    ),
    extension(
      extensionOids.nameConstraints,
      sequence(
        encode(
          contextConstructed(0),
          sequence(directory()),
          sequence(encode(contextPrimitive(8), Buffer.of(0x2a))),
          sequence(encode(contextPrimitive(7), Buffer.of(10, 0, 0, 0, 255, 0, 255, 0))),
          sequence(text(0x82, 'a')),
        ),
        encode(contextConstructed(1), sequence(text(0x86, 'u')), sequence(text(0x81, 'm'))),
      ),
      { critical: true },
    ),
    extension(
      extensionOids.subjectAltName,
      sequence(
        encode(contextConstructed(3), nullValue),
        encode(contextConstructed(0), oid('1.2.3'), encode(contextConstructed(0), nullValue)),
        encode(contextPrimitive(8), Buffer.of(0x2a, 3)),
        text(0x81, 'm'),
        text(0x86, 'u'),
      ),
    ),
  ]);

const digest = (type: string) => sequence(oid(type), nullValue);

/** PSS with the trailer that is a default, written out. */
export const pssAlgorithm = () =>
  sequence(
    oid('1.2.840.113549.1.1.10'),
    sequence(
      encode(contextConstructed(0), digest('2.16.840.1.101.3.4.2.1')),
      encode(contextConstructed(1), sequence(oid('1.2.840.113549.1.1.8'), digest('2.16.840.1.101.3.4.2.1'))),
      encode(contextConstructed(2), integer(32)),
      encode(contextConstructed(3), integer(1)),
    ),
  );
