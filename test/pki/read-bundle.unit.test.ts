import { generateKeyPairSync } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { readBundle } from '../../src/pki/read-bundle.js';
import { meantCertificate } from '../../src/pki/revocation/revocable.js';
import { certificatePolicies, createSigner, encodePem, Name, publicKeyInfoOf } from '../../src/pki/x509/index.js';
import { buildCertificate } from './x509/built.js';
import { begin, end, serial } from './x509/documents.js';

const key = generateKeyPairSync('ed25519').privateKey;
const subject = Name.of({ commonName: 'Same' });
const extensions = [certificatePolicies([{ oid: '1.2.3' }])];

const certificate = (number: number): string =>
  encodePem(
    'CERTIFICATE',
    buildCertificate(
      {
        ...{ serialNumber: serial(number.toString(16).padStart(2, '0')), issuer: subject, subject, extensions },
        ...{ notBefore: begin, notAfter: end, publicKey: publicKeyInfoOf(key).der },
      },
      createSigner(key),
    ),
  );

const several = (count: number): string => Array.from({ length: count }, (_, at) => certificate(at + 1)).join('');

test('everybody else has turns while a long bundle is read', async () => {
  // Each look at the clock is a turn later, as with certificates that take long.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  let turns = 0;
  const over = new AbortController();
  const others = (async () => {
    for (; !over.signal.aborted; turns += 1) await turn();
  })();
  const { certificates } = await readBundle('pemBundle', several(10));
  over.abort();
  await others;
  clock.mockRestore();
  expect(certificates).toHaveLength(10);
  expect(turns).toBeGreaterThanOrEqual(9);
});

test('a block that cannot be read is told by the name of the parameter', async () => {
  await expect(readBundle('pemBundle', `${several(1)}${encodePem('JUNK', Buffer.from('x'))}`)).rejects.toMatchObject({
    problems: [{ code: 'REQUEST_REFUSED', field: ['pemBundle'] }],
  });
});

test('of several certificates where one is meant, no more than two are read', () => {
  const one = certificate(1);
  expect(meantOf(one).serialNumber).toBe(serial('01'));
  expect(() => meantOf(`${several(2)}${encodePem('JUNK', Buffer.from('x'))}`)).toThrow(/exactly one certificate/);
});

const meantOf = (pem: string) => meantCertificate({ certificate: pem });
