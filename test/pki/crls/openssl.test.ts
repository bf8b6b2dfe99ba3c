import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePem, extensionOids, parseCrl } from '../../../src/pki/x509/index.js';
import { refusal } from '../../state/world.js';
import { certified } from '../revocation/certified.js';
import { fileOf, openPkiWorld, openssl } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

const at = () => String(Math.floor(world.clock.now().getTime() / 1000) + 1);

async function pems(path: string) {
  const authority = await world.authorities.byPath(path);
  const issuer = authority.issuer('default');
  const of = async (kind: 'complete' | 'delta') => {
    const crl = await world.crls.current(authority, issuer, kind);
    return crl ? encodePem('X509 CRL', crl.der) : '';
  };
  return { ca: issuer.pem, complete: await of('complete'), delta: await of('delta') };
}

test.each([
  ['rsa', {}],
  ['ec', { keyBits: 521 }],
  ['ed25519', {}],
])('openssl refuses what a CRL of %s holds, and what only a delta does', async (keyType, key) => {
  const path = (await world.mounts.create(world.operator, `crl-${keyType}`, {})).path;
  await world.roots.generate(world.operator, path, 'internal', { keyType, ...key, commonName: 'Root' });
  const { mount } = await world.authorities.byPath(path);
  await world.client.mount.update({
    where: { path },
    data: {
      crlConfig: JSON.stringify({ ...mount.crl, autoRebuild: true, enableDelta: true }),
      urlsConfig: JSON.stringify({ ...mount.urls, deltaCrlDistributionPoints: ['http://crl.example.com/delta'] }),
      revision: { increment: 1 },
    },
  });
  const [good, early, late] = [
    await certified(world, path),
    await certified(world, path),
    await certified(world, path),
  ];
  await world.revocations.revoke(world.operator, path, { certificate: early.pem });
  await world.crlRotation.rotate(world.operator, path, 'complete');
  await world.revocations.revoke(world.operator, path, { certificate: late.pem });
  await world.crlRotation.rotate(world.operator, path, 'delta');
  const { ca, complete, delta } = await pems(path);

  const verify = (leaf: string, ...crls: readonly string[]) =>
    openssl(
      ...['verify', '-attime', at(), '-x509_strict', '-extended_crl', '-crl_check_all'],
      ...(crls.length > 1 ? ['-use_deltas'] : []),
      ...['-CAfile', fileOf(ca), '-CRLfile', fileOf(crls.join('')), fileOf(leaf)],
    );
  expect(openssl('crl', '-in', fileOf(complete), '-CAfile', fileOf(ca), '-noout').text).toContain('verify OK');
  expect(verify(good.pem, complete, delta)).toMatchObject({ ok: true });
  expect(verify(early.pem, complete).text).toContain('certificate revoked');
  expect(verify(late.pem, complete)).toMatchObject({ ok: true });
  expect(verify(late.pem, complete, delta).text).toContain('certificate revoked');
});

test('CRLs of one issuer become one, and others are refused', async () => {
  const path = (await world.mounts.create(world.operator, 'resigned', {})).path;
  await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: 'Root' });
  const parameters = { crlNumber: 7n, deltaCrlBaseNumber: -1n, nextUpdate: 3600, format: 'pem' };
  const reason = { id: extensionOids.reasonCode, critical: false, value: Buffer.of(0x0a, 1, 1).toString('base64') };
  const entry = (serialNumber: string) => ({ serialNumber, revokedAt: undefined, extensions: [reason] });
  const sign = (...serials: readonly string[]) =>
    world.signedLists.sign(world.operator, path, 'default', {
      ...parameters,
      revokedCerts: serials.map(entry),
      extensions: [],
    });
  const [one, other] = [await sign('01:02', '03'), await sign('03', '04:05')];
  const resigned = await world.signedLists.resign(world.operator, path, 'default', {
    ...parameters,
    format: 'der',
    crls: [one, other],
  });
  expect(resigned.warnings).toEqual([]);
  const read = parseCrl(Buffer.from(resigned.crl, 'base64'));
  expect(read.number).toBe(7n);
  expect(read.entries.map(({ serialNumber, reason: why }) => [serialNumber, why])).toEqual([
    ['01:02', 'keyCompromise'],
    ['03', 'keyCompromise'],
    ['04:05', 'keyCompromise'],
  ]);
  const { ca } = await pems(path);
  const text = openssl('crl', '-in', fileOf(encodePem('X509 CRL', read.der)), '-CAfile', fileOf(ca), '-noout');
  expect(text.text).toContain('verify OK');

  const listed = (revokedAt: string) =>
    world.signedLists.sign(world.operator, path, 'default', {
      ...parameters,
      revokedCerts: [{ ...entry('0a:0b'), revokedAt: new Date(revokedAt) }],
      extensions: [],
    });
  const differing = await world.signedLists.resign(world.operator, path, 'default', {
    ...parameters,
    format: 'der',
    crls: [
      await listed('2050-01-01T00:00:00Z'),
      await listed('2026-02-01T00:00:00Z'),
      await listed('2026-02-03T00:00:00Z'),
    ],
  });
  const warning = 'Duplicate serial 0a:0b with different revocation times detected, using oldest revocation time';
  expect(differing.warnings).toEqual([warning, warning]);
  expect(parseCrl(Buffer.from(differing.crl, 'base64')).entries).toMatchObject([
    { serialNumber: '0a:0b', revokedAt: new Date('2026-02-01T00:00:00Z') },
  ]);

  await world.mounts.create(world.operator, 'stranger', {});
  await world.roots.generate(world.operator, 'stranger', 'internal', { keyType: 'ec', commonName: 'Root' });
  const refused = (given: object) =>
    refusal(
      world.signedLists.resign(world.operator, 'stranger', 'default', { ...parameters, crls: [one], ...given }),
    ).then(({ code }) => code);
  expect(await refused({})).toBe('REQUEST_REFUSED');
  expect(await refused({ crls: ['nonsense'] })).toBe('REQUEST_REFUSED');
  expect(await refused({ crls: [] })).toBe('INVALID_INPUT');
  const own = await sign('01');
  const again = (given: object) =>
    refusal(world.signedLists.resign(world.operator, path, 'default', { ...parameters, crls: [own], ...given })).then(
      ({ code }) => code,
    );
  expect(await again({ crlNumber: -1n })).toBe('INVALID_INPUT');
  expect(await again({ nextUpdate: 0 })).toBe('INVALID_INPUT');
  expect(await again({ deltaCrlBaseNumber: 7n })).toBe('INVALID_INPUT');
  expect(await again({ format: 'xml' })).toBe('INVALID_INPUT');
});

test('a base number below -1 is neither a complete CRL nor a delta', async () => {
  const path = (await world.mounts.create(world.operator, 'based', {})).path;
  await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: 'Root' });
  const asked = (deltaCrlBaseNumber: bigint) =>
    world.signedLists.sign(world.operator, path, 'default', {
      ...{ crlNumber: 5n, deltaCrlBaseNumber, nextUpdate: 3600, format: 'pem', revokedCerts: [], extensions: [] },
    });
  expect(await refusal(asked(-2n))).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await asked(-1n)).toContain('BEGIN X509 CRL');
});
