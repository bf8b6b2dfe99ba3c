// The X.509 core without a server or a database: certificates a second against the bare signature, and a large CRL.
import { generateKeyPairSync, sign } from 'node:crypto';
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  buildCrl,
  buildOcspResponse,
  buildRequest,
  certIdOf,
  createSigner,
  crlDistributionPoints,
  encodeRevokedEntry,
  extKeyUsage,
  extKeyUsageOids,
  keyIdentifierOf,
  keyUsage,
  Name,
  parseCertificate,
  parseCrl,
  parseOcspRequest,
  parseRequest,
  buildOcspRequest,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectAltName,
  subjectKeyIdentifier,
  verifyRequest,
  privateKeyPem,
  type PublicKeyInfo,
} from '../src/pki/x509/index.js';
import { quick, roundsOf } from './settings.js';
import { atLeast, atMost, less, more, tell } from './state-service/report.js';
import { ratios } from './state-service/rounds.js';
import { buildCertificate } from '../test/pki/x509/built.js';

const day = 24 * 60 * 60 * 1000;

/** Times a second, of some rounds. */
function rate(work: () => unknown, times = quick ? 200 : 4000): readonly number[] {
  for (let n = 0; n < times / 4; n++) work();
  return Array.from({ length: roundsOf(3) }, () => {
    const start = process.hrtime.bigint();
    for (let n = 0; n < times; n++) work();
    return (times * 1e9) / Number(process.hrtime.bigint() - start);
  });
}

const issuerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const issuer = publicKeyInfoOf(issuerKey);
const issuerName = Name.of({ country: ['DE'], organization: ['Bench'], commonName: 'issuer' });
const signer = createSigner(issuerKey);
const leaf = publicKeyInfoOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);

// What an issuer has ready, and what a request brings.
const fixed = [
  basicConstraints({ ca: false }),
  keyUsage(['digitalSignature', 'keyAgreement', 'keyEncipherment']),
  extKeyUsage([extKeyUsageOids.serverAuth, extKeyUsageOids.clientAuth]),
  authorityKeyIdentifier(keyIdentifierOf(issuer.bits)),
  authorityInfoAccess({ ocsp: ['http://ca.example/ocsp'], caIssuers: ['http://ca.example/ca'] }),
  crlDistributionPoints(['http://ca.example/crl']),
];
let count = 0;
const issue = (key: PublicKeyInfo = leaf): Buffer => {
  const name = `host-${count++}.example.com`;
  return buildCertificate(
    {
      serialNumber: randomSerialNumber(),
      issuer: issuerName,
      subject: Name.of({ commonName: name }),
      notBefore: new Date(),
      notAfter: new Date(Date.now() + 30 * day),
      publicKey: key.der,
      extensions: [
        ...fixed,
        subjectKeyIdentifier(keyIdentifierOf(key.bits)),
        subjectAltName([{ type: 'dns', value: name }]),
      ],
    },
    signer,
  );
};

const certificate = issue();
const bare = rate(() => sign('sha256', certificate, issuerKey));
const issued = rate(() => issue());
tell('P-256 signature alone', bare, '/s');
tell('P-256 certificate, key given', issued, '/s', atLeast(5000));
const made = rate(
  () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return [issue(publicKeyInfoOf(privateKey)), privateKeyPem(privateKey, 'traditional')];
  },
  quick ? 100 : 2000,
);
const bareMade = rate(
  () => {
    sign('sha256', certificate, issuerKey);
    return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  },
  quick ? 100 : 2000,
);
tell('P-256 key generation and signature alone', bareMade, '/s');
tell('P-256 certificate with a new key', made, '/s', more);
tell('P-256 certificate with a new key', ratios(made, bareMade), '× bare', more);
tell('P-256 certificate, key given', ratios(issued, bare), '× bare', more);
tell(
  'certificate read',
  rate(() => parseCertificate(certificate)),
  '/s',
  more,
);

const request = buildRequest(
  { subject: issuerName, publicKey: issuer.der, extensions: [subjectAltName([{ type: 'dns', value: 'a.example' }])] },
  signer,
);
tell(
  'request read',
  rate(() => parseRequest(request)),
  '/s',
  more,
);
tell(
  'request read and verified',
  rate(() => {
    verifyRequest(parseRequest(request));
  }),
  '/s',
  more,
);

const now = new Date();
const identity = { subject: issuerName, publicKey: issuer };
const question = buildOcspRequest([certIdOf(identity, randomSerialNumber())]);
const answer = (): Buffer =>
  buildOcspResponse(
    {
      responder: { keyHash: keyIdentifierOf(issuer.bits) },
      producedAt: now,
      responses: parseOcspRequest(question).certIds.map((certId) => ({
        certId,
        status: { type: 'good' },
        thisUpdate: now,
      })),
    },
    signer,
  );
tell('OCSP question read and answered', rate(answer), '/s', more);

const entries = Array.from({ length: 100_000 }, () =>
  encodeRevokedEntry({ serialNumber: randomSerialNumber(), revokedAt: now, reason: 'superseded' }),
);
const build = (pieces: Iterable<Uint8Array>): Buffer =>
  buildCrl(
    {
      issuer: issuerName,
      thisUpdate: now,
      nextUpdate: new Date(now.getTime() + day),
      number: 1n,
      issuerKeyId: keyIdentifierOf(issuer.bits),
      entries: pieces,
    },
    signer,
  );
const cpu = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const encoding = cpu(() =>
  Array.from({ length: 100_000 }, () =>
    encodeRevokedEntry({ serialNumber: randomSerialNumber(), revokedAt: now, reason: 'superseded' }),
  ),
);
const joining = cpu(() => build(entries));
tell('100,000 CRL entries encoded', encoding, 'ms CPU', less);
tell('CRL of 100,000 encoded entries', joining, 'ms CPU', atMost(2000));
const crl = build(entries);
tell('CRL of 100,000, size', crl.length / 1024 / 1024, 'MiB', less);
tell(
  'CRL of 100,000 read',
  cpu(() => parseCrl(crl)),
  'ms CPU',
  less,
);
