import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Name, subjectAltName } from '../../../src/pki/x509/index.js';
import { csrPem } from '../policy/made.js';
import { openIssuanceWorld } from '../issuance/world.js';
import type { IssuanceWorld } from '../issuance/world.js';

let world: IssuanceWorld;
beforeAll(async () => {
  world = await openIssuanceWorld();
  await world.simple();
  await world.role('web', { allow_any_name: true, key_type: 'ec' });
});
afterAll(() => world.end());

const found = async (search: object) => {
  const page = { size: 10, from: 'start', after: null, before: null } as const;
  const { nodes } = await world.certificates.search(
    world.rootCaller,
    'pki',
    search,
    { field: 'issuedAt', direction: 'DESC' },
    page,
  );
  return nodes.map(({ serialNumber }) => serialNumber);
};

// What is certified verbatim may say anything. An index of PostgreSQL takes neither NUL nor more than some 2,700 octets, and one row that it does not take would
// keep all others from being found.
test('names that no index takes whole are stored and found, and stand in nobody’s way', async () => {
  const uri = `urn:${randomBytes(4_000).toString('hex')}`;
  const commonName = randomBytes(3_000).toString('hex');
  const csr = await csrPem({
    subject: Name.of({ commonName }),
    extensions: [
      subjectAltName([
        { type: 'otherName', oid: '1.2.3', value: 'a\0.example.com' },
        { type: 'uri', value: uri },
      ]),
    ],
  });
  const strange = await world.verbatim({ csr });
  const plain = await world.issue('web', { common_name: 'plain.example.com' });
  await world.settled();
  expect(await found({ name: 'plain.example.com' })).toEqual([plain.serialNumber]);
  for (const search of [{ name: uri }, { name: '1.2.3;utf8:A\0.example.com' }, { name: commonName }, { commonName }])
    expect(await found(search)).toEqual([strange.serialNumber]);
  const stored = await world.certificates.bySerial('pki', strange.serialNumber);
  expect(stored.names).toMatchObject({ other: ['1.2.3;UTF8:a\0.example.com'], uri: [uri] });
});
