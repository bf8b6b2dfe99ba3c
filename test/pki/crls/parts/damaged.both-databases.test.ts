import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crlPartsFinding } from '../../../../src/composition/crl-parts-check.js';
import { CrlStore } from '../../../../src/pki/crls/crl.store.js';
import { crlJobKind } from '../../../../src/pki/crls/crl.job-kind.js';
import { ownScope } from '../../../../src/pki/crls/parts/place.js';
import { ScopedCrlStore, unifiedScope } from '../../../../src/pki/crls/scoped/scoped-crl.store.js';
import type { AskedCrl } from '../../../../src/pki/crls/served-crls.js';
import { parseCrl, verifyCrl } from '../../../../src/pki/x509/index.js';
import { openPkiWorld } from '../../world.js';
import type { PkiWorld } from '../../world.js';
import { LargeCrls } from './large-crls.js';

const logged: string[] = [];
const told = () => logged.filter((line) => line.includes('missing or damaged')).length;
let world: PkiWorld;
beforeAll(async () => {
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(line.toString());
      done();
    },
  });
  world = await openPkiWorld({ log: pino({ level: 'error' }, stream) });
});
afterAll(() => world.close());

const complete: AskedCrl = { kind: 'complete', path: 'existing' };
const unified: AskedCrl = { kind: 'complete', path: 'unified' };

/** An issuer of a mount with a shard and a unified CRL. */
async function issued(name: string) {
  const { path } = await world.mounts.create(world.operator, name, {});
  await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: name, issuerName: name });
  await world.mountConfig.changeCluster(world.operator, path, { path: `https://ca.example/v1/${name}` });
  await world.mountConfig.changeCrl(world.operator, path, { autoRebuild: true, unifiedCrl: true, shards: 1 });
  await world.service.jobs.idle();
  const authority = await world.authorities.byPath(path);
  const issuer = authority.issuer('default');
  const store = new CrlStore({ database: world.database });
  const scoped = new ScopedCrlStore({ database: world.database });
  const crls = new LargeCrls({ mountId: authority.mount.id, issuerId: issuer.id });
  const next = (await store.lastNumber([issuer.id])) + 1n;
  const served = async (asked: AskedCrl) => {
    const crl = await world.servedCrls.current(authority, issuer, asked);
    if (!crl) throw new Error('there is no CRL');
    verifyCrl(parseCrl(await crl.octets.joined()), issuer.certificate.publicKey.key);
    return crl.number;
  };
  const lose = (scope: number) => world.client.crlPart.deleteMany({ where: { issuerId: issuer.id, scope } });
  const job = { kind: crlJobKind, subject: authority.mount.id };
  const isDue = () => world.client.job.count({ where: { ...job, dueAt: { lte: world.clock.now() } } });
  return { path, issuer, authority, store, scoped, crls, next, served, lose, isDue };
}

test('whoever finds a part of a CRL missing says so once, and it is made anew once', async () => {
  const { issuer, store, crls, next, served, lose, isDue } = await issued('found');
  await store.publish([issuer.id], next - 1n, { ...crls.of(next, 0, 20_000), thisUpdate: world.clock.now() });
  await lose(ownScope);
  const before = told();
  const statements = await world.statements(async () => {
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => served(complete)));
    for (const one of asked)
      expect(one).toMatchObject({
        status: 'rejected',
        reason: { code: 'UNAVAILABLE', problems: [{ retryAfter: 10 }] },
      });
    await expect(served(complete)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
  expect(told() - before).toBe(1);
  expect(statements.filter((sql) => sql.includes('INSERT INTO "Job"'))).toHaveLength(1);
  await world.service.jobs.idle();
  expect(await served(complete)).toBe(next + 1n);
  expect(await isDue()).toBe(0);
  expect(told() - before).toBe(1);
});

test.each([
  ['the own one', ownScope, complete],
  ['that of a shard', 0, { shard: 0 }],
  ['the unified one', unifiedScope, unified],
] as const)('a server that looks at the CRLs of a mount finds what is missing: %s', async (_, scope, asked) => {
  const { path, authority, issuer, store, scoped, crls, next, served, lose } = await issued(`looked${scope}`);
  const crl = { ...crls.of(next, 0, 20_000), thisUpdate: world.clock.now(), shard: scope, parts: '{}' };
  const members = [{ id: issuer.id, mountId: authority.mount.id }];
  if (scope === ownScope) await store.publish([issuer.id], next - 1n, crl);
  else if (scope === unifiedScope) {
    const last = await scoped.last([issuer.id], unifiedScope, 'complete');
    await scoped.publish(members, next - 1n, { ...crl, parts: last?.parts ?? '' });
  } else {
    const last = await scoped.last([issuer.id], 0, 'complete');
    await scoped.publishShard({ ...crl, number: (last?.number ?? 0n) + 1n }, last);
  }
  const nextUpdate = new Date(world.clock.now().getTime() + 72 * 3_600_000);
  await world.client.crl.updateMany({ where: { issuerId: issuer.id }, data: { nextUpdate } });
  await world.client.scopedCrl.updateMany({ where: { issuerId: issuer.id }, data: { nextUpdate } });
  const look = async () => {
    await world.client.job.updateMany({ where: { subject: authority.mount.id }, data: { dueAt: world.clock.now() } });
    await world.service.jobs.idle();
  };
  const isThere = () => world.client.crlPart.count({ where: { issuerId: issuer.id, scope } });
  await look();
  expect(await isThere()).toBeGreaterThan(0);
  expect(await crlPartsFinding(world.database, 'read')).toMatchObject({ verdict: 'ok' });
  await lose(scope);
  const missing = await crlPartsFinding(world.database, 'stored');
  expect(missing.verdict).toBe('failed');
  expect(missing.detail).toMatch(
    new RegExp(`mount ${path}, issuer ${path}(, shard 0|, unified)?: complete CRL, of \\d+ parts: \\d+ missing`),
  );
  await look();
  await served(asked);
  expect(await crlPartsFinding(world.database, 'stored')).toMatchObject({ verdict: 'ok' });
});

test('a delta that is only served, because deltas are off now, is made anew by who asks for it', async () => {
  const { path, authority, issuer, store, crls, next, lose } = await issued('resting');
  await world.mountConfig.changeCrl(world.operator, path, { unifiedCrl: false, shards: 0 });
  const last = await store.last([issuer.id], 'complete');
  const delta = { delta: true, baseNumber: last?.number ?? null, thisUpdate: world.clock.now() };
  const number = (await store.lastNumber([issuer.id])) + 1n;
  expect(number).toBeGreaterThanOrEqual(next);
  await store.publish([issuer.id], number - 1n, { ...crls.of(number, 0, 20_000), ...delta });
  const resting = async () =>
    (await world.servedCrls.current(authority, issuer, { kind: 'delta', path: 'existing' }))?.number;
  await lose(ownScope);
  expect(await resting()).toBe(number + 1n);
  expect(await resting()).toBe(number + 1n);
});

test('and where a part of it is not what was written, after who asked for it found that out', async () => {
  const { path, authority, issuer, store, crls } = await issued('resting-damaged');
  await world.mountConfig.changeCrl(world.operator, path, { unifiedCrl: false, shards: 0 });
  const last = await store.last([issuer.id], 'complete');
  const delta = { delta: true, baseNumber: last?.number ?? null, thisUpdate: world.clock.now() };
  const number = (await store.lastNumber([issuer.id])) + 1n;
  const crl = { ...crls.of(number, 0, 20_000), ...delta };
  await store.publish([issuer.id], number - 1n, crl);
  const resting = async () =>
    (await world.servedCrls.current(authority, issuer, { kind: 'delta', path: 'existing' }))?.number;
  const digest = crl.entryParts[1]?.digest ?? '';
  await world.client.crlPart.updateMany({
    where: { issuerId: issuer.id, digest },
    data: { content: new Uint8Array(9) },
  });
  await expect(resting()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await resting()).toBe(number + 1n);
  await world.service.jobs.idle();
  expect((await store.last([issuer.id], 'complete'))?.number).toBe(last?.number);
  expect(await resting()).toBe(number + 1n);
});

test('who asks how large a CRL is hears too that a part is missing', async () => {
  const { authority, issuer, store, scoped, crls, next, lose } = await issued('size');
  const large = { ...crls.of(next, 0, 20_000), thisUpdate: world.clock.now() };
  await store.publish([issuer.id], next - 1n, large);
  const last = await scoped.last([issuer.id], 0, 'complete');
  const shard = { ...large, shard: 0, parts: '{}', number: (last?.number ?? 0n) + 1n };
  await scoped.publishShard(shard, last);
  for (const [scope, asked] of [
    [ownScope, complete],
    [0, { shard: 0 }],
  ] as const) {
    const crl = await world.servedCrls.find(authority, issuer, asked);
    expect(await crl?.size()).toBe(large.der.length);
    await lose(scope);
    await expect(crl?.size()).rejects.toMatchObject({ code: 'UNAVAILABLE', problems: [{ retryAfter: 10 }] });
  }
  await world.service.jobs.idle();
  const again = await world.servedCrls.find(authority, issuer, complete);
  expect(await again?.size()).toBe((await again?.octets())?.length);
});

test('a damaged CRL with more entries than are allowed now is not made anew, which is told', async () => {
  const { path, authority, issuer, store, crls, next, served, lose } = await issued('above');
  await world.mountConfig.changeCrl(world.operator, path, { unifiedCrl: false, shards: 0, maxCrlEntries: 19_999 });
  await world.service.jobs.idle();
  const number = (await store.lastNumber([issuer.id])) + 1n;
  expect(number).toBeGreaterThanOrEqual(next);
  await store.publish([issuer.id], number - 1n, { ...crls.of(number, 0, 20_000), thisUpdate: world.clock.now() });
  await lose(ownScope);
  const before = told();
  await expect(served(complete)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(told() - before).toBe(1);
  expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({
    ...{ mount: authority.mount.id, issuerId: issuer.id, entries: 20_000, most: 19_999 },
    msg: expect.stringContaining('more entries than its mount allows a CRL') as unknown,
  });
  const { detail } = await crlPartsFinding(world.database, 'stored');
  expect(detail).toContain('it has 20000 entries, and its mount allows a CRL 19999: it is not made anew');
  await world.mountConfig.changeCrl(world.operator, path, { maxCrlEntries: 20_000 });
  const raised = await crlPartsFinding(world.database, 'stored');
  expect(raised.detail).not.toContain('max_crl_entries');
  await world.service.jobs.idle();
});

test('the doctor finds a part that is not what was written where it reads them', async () => {
  const { path, issuer, store, crls, next } = await issued('read');
  const crl = crls.of(next, 0, 20_000);
  await store.publish([issuer.id], next - 1n, crl);
  const digest = crl.entryParts[1]?.digest ?? '';
  await world.client.crlPart.updateMany({
    where: { issuerId: issuer.id, digest },
    data: { content: new Uint8Array(9) },
  });
  expect(await crlPartsFinding(world.database, 'stored')).toMatchObject({ verdict: 'ok' });
  const damaged = await crlPartsFinding(world.database, 'read');
  expect(damaged.verdict).toBe('failed');
  expect(damaged.detail).toContain(
    `mount ${path}, issuer ${path}: complete CRL, of ${crl.entryParts.length} parts: 1 damaged`,
  );
});
