// The X.509 core without a server or a database: certificates a second against the bare signature, and a large CRL.
import { generateKeyPairSync, sign } from 'node:crypto';
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  buildCertificate,
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

const day = 24 * 60 * 60 * 1000;

function report(name: string, value: number, unit: string, limit?: number, ok?: boolean): void {
  const rounded = Math.round(value * 100) / 100;
  process.stdout.write(
    `${JSON.stringify({ name, value: rounded, unit, ...(limit !== undefined && { limit, ok }) })}\n`,
  );
}

/** Times a second, of the best of three rounds. */
function rate(work: () => unknown, times = 4000): number {
  for (let n = 0; n < times / 4; n++) work();
  return Math.max(
    ...[1, 2, 3].map(() => {
      const start = process.hrtime.bigint();
      for (let n = 0; n < times; n++) work();
      return (times * 1e9) / Number(process.hrtime.bigint() - start);
    }),
  );
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
report('P-256 signature alone', bare, '/s');
report('P-256 certificate, key given', issued, '/s', 5000, issued >= 5000);
const made = rate(() => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return [issue(publicKeyInfoOf(privateKey)), privateKeyPem(privateKey, 'traditional')];
}, 2000);
const bareMade = rate(() => {
  sign('sha256', certificate, issuerKey);
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}, 2000);
report('P-256 key generation and signature alone', bareMade, '/s');
report('P-256 certificate with a new key', made, '/s');
report('share of it', made / bareMade, '×');
report('share of the signature rate', issued / bare, '×');
report(
  'certificate read',
  rate(() => parseCertificate(certificate)),
  '/s',
);

const request = buildRequest(
  { subject: issuerName, publicKey: issuer.der, extensions: [subjectAltName([{ type: 'dns', value: 'a.example' }])] },
  signer,
);
report(
  'request read',
  rate(() => parseRequest(request)),
  '/s',
);
report(
  'request read and verified',
  rate(() => {
    verifyRequest(parseRequest(request));
  }, 2000),
  '/s',
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
report('OCSP question read and answered', rate(answer), '/s');

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
report('100,000 CRL entries encoded', encoding, 'ms CPU');
report('CRL of 100,000 encoded entries', joining, 'ms CPU', 2000, joining < 2000);
const crl = build(entries);
report('its size', crl.length / 1024 / 1024, 'MiB');
report(
  'CRL of 100,000 read',
  cpu(() => parseCrl(crl)),
  'ms CPU',
);
