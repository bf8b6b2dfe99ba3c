import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { Pkcs10CertificateRequest, X509Certificate, X509Crl } from '@peculiar/x509';
import { beforeAll, describe, expect, test } from 'vitest';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';
import { everythingIssued } from './harness/everything-issued.js';
import type { Issued } from './harness/everything-issued.js';
import { brokenRules } from './harness/profile.js';
import { describeProgram, pythonWith } from './harness/programs.js';
import { base64Of } from './harness/pem.js';

const { api, openssl } = authorityTools(onSharedServer());

let all: readonly Issued[];
beforeAll(async () => {
  all = await everythingIssued(api(), openssl);
});

const certificates = () => all.filter(({ kind }) => kind === 'certificate');
const examined = (pem: string, signer = pem) => ({
  certificate: new X509Certificate(pem),
  fields: openssl.ok('asn1parse', '-in', openssl.file(pem)),
  signer: new X509Certificate(signer),
});

describe('another library', () => {
  test('reads every certificate as openssl does, and verifies its signature', async () => {
    expect(certificates().length).toBeGreaterThan(25);
    for (const { what, pem, signer = pem } of certificates()) {
      const read = new X509Certificate(pem);
      const serial = openssl.ok('x509', '-in', openssl.file(pem), '-noout', '-serial');
      expect(`serial=${read.serialNumber.toUpperCase()}\n`, what).toBe(serial);
      for (const { type } of read.extensions) expect(read.getExtension(type), `${what}: ${type}`).not.toBeNull();
      const { publicKey } = new X509Certificate(signer);
      // Its cryptography has no P-224.
      if (!what.includes('ec 224')) expect(await read.verify({ publicKey, signatureOnly: true }), what).toBe(true);
    }
  });

  test('reads every request and every CRL, and verifies their signatures', async () => {
    const withoutP224 = all.filter(({ what }) => !what.includes('ec 224'));
    for (const { what, pem } of withoutP224.filter(({ kind }) => kind === 'request'))
      expect(await new Pkcs10CertificateRequest(pem).verify(), what).toBe(true);
    for (const { what, pem, signer = '' } of withoutP224.filter(({ kind }) => kind === 'crl'))
      expect(await new X509Crl(pem).verify({ publicKey: new X509Certificate(signer).publicKey }), what).toBe(true);
  });
});

describe('RFC 5280', () => {
  test('has nothing against any certificate', () => {
    for (const { what, pem, signer } of certificates())
      expect({ what, broken: brokenRules(examined(pem, signer)) }).toEqual({ what, broken: [] });
  });

  test.each([
    ['a good root', ['-addext', 'keyUsage=critical,keyCertSign,cRLSign'], []],
    [
      'an authority that hides it',
      ['-addext', 'keyUsage=digitalSignature', '-set_serial', '-5'],
      [
        '4.1.2.2 a positive serial number of at most 20 octets',
        '4.2.1.3 an authority may sign certificates, nobody else may',
        '4.2.1.3 critical',
      ],
    ],
    [
      'names of another kind',
      [
        ...['-addext', 'keyUsage=critical,keyCertSign', '-addext', 'subjectAltName=critical,DNS:über.example.com'],
        ...['-addext', 'nameConstraints=permitted;DNS:x', '-addext', 'crlDistributionPoints=critical,URI:http://x'],
      ],
      [
        '4.2.1.6 an alternative name, critical where there is no subject, and only there',
        '4.2.1.6 names of hosts in ASCII, no longer than a host name',
        '4.2.1.10 critical',
        '4.2.1.13 distribution points are not critical',
      ],
    ],
  ])('is heard when it has: %s', (_what, extensions, broken) => {
    const { key } = openssl.request('ec:P-256');
    const made = ['req', '-x509', '-new', '-key', openssl.file(key), '-subj', '/CN=a', '-days', '9', ...extensions];
    expect(brokenRules(examined(openssl.ok(...made)))).toEqual(broken);
  });
});

describeProgram('dumpasn1', [{ command: 'dumpasn1', args: ['-s', '/dev/null'] }], (command) => {
  /** What it has against DER, but for times that 32 bits do not reach or that are far away. */
  const judged = (der: Uint8Array, ...how: readonly string[]) =>
    spawnSync(command, [...how, openssl.file(der)], { encoding: 'utf8' })
      .stdout.split('\n')
      .flatMap((line) => /(?:Error|Warning): (.*)/.exec(line)?.[1] ?? [])
      .filter((finding) => !/^Time value (?:cannot be represented in a 32-bit|is either more than)/.test(finding));
  // A request without attributes has an empty list of them (RFC 2986 4.1).
  const lenience = ({ kind }: Issued) => (kind === 'request' ? ['-z'] : []);

  test('finds only DER in all that is made', () => {
    for (const each of all) expect([each.what, judged(base64Of(each.pem), ...lenience(each))]).toEqual([each.what, []]);
  });

  test('would find what is none', () => {
    const der = base64Of(certificates()[0]?.pem ?? '');
    // The flag of a critical extension.
    der[der.indexOf(Buffer.of(1, 1, 0xff)) + 2] = 1;
    expect(judged(der)).toEqual(["BOOLEAN '01' has non-DER encoding."]);
  });
});

describeProgram('python3-cryptography', pythonWith('cryptography'), (command) => {
  const program = `
import json, sys, warnings
from cryptography import x509
warnings.simplefilter('error')
# Of the library's own names for times, not of what it reads.
warnings.filterwarnings('ignore', 'Properties that return a na')
read = {'certificate': x509.load_pem_x509_certificate, 'request': x509.load_pem_x509_csr, 'crl': x509.load_pem_x509_crl}
wrong = []
for item in json.load(sys.stdin):
    try:
        made = read[item['kind']](item['pem'].encode())
        for extension in made.extensions: repr(extension.value)
        if item['kind'] == 'certificate':
            made.public_key(); made.subject.rfc4514_string(); made.not_valid_before; made.not_valid_after
        elif item['kind'] == 'request': assert made.is_signature_valid
        else:
            signer = x509.load_pem_x509_certificate(item['signer'].encode())
            assert made.is_signature_valid(signer.public_key()); [entry.extensions for entry in made]
    except Exception as error: wrong.append(f"{item['what']}: {type(error).__name__} {error}")
print(json.dumps(wrong))
`;
  const judged = (items: readonly Issued[]) => {
    const { stdout, stderr } = spawnSync(command, ['-c', program], { input: JSON.stringify(items), encoding: 'utf8' });
    expect(stderr).toBe('');
    const wrong: unknown = JSON.parse(stdout);
    return wrong;
  };

  test('reads all that is made, every extension of it', () => {
    expect(judged(all)).toEqual([]);
  });

  test('would not read what is no DER', () => {
    const [first] = certificates();
    const damaged = first?.pem.replace(/\n(.)/, (_, letter: string) => `\n${letter === 'M' ? 'N' : 'M'}`) ?? '';
    expect(judged([{ what: 'damaged', kind: 'certificate', pem: damaged }])).toHaveLength(1);
  });
});
