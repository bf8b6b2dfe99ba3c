import { afterAll, beforeAll, expect, test } from 'vitest';
import { crlFinding } from '../../../src/composition/crl-check.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

test('the doctor names mount and issuer of a CRL that was not renewed, and of one that has ended', async () => {
  const { path } = await world.mounts.create(world.operator, 'aged', {});
  const named = { keyType: 'ec', commonName: 'A root', issuerName: 'the-root' } as const;
  await world.roots.generate(world.operator, path, 'internal', named);
  await world.service.jobs.idle();
  const seenIn = (hours: number) =>
    crlFinding(world.database, world.authorities, new Date(world.clock.now().getTime() + hours * 3_600_000));
  expect(await seenIn(0)).toMatchObject({ verdict: 'ok' });
  const late = await seenIn(71);
  expect(late.verdict).toBe('warning');
  expect(late.detail).toMatch(/mount aged, issuer the-root: the complete CRL was to be renewed on \d{4}-/);
  const ended = await seenIn(73);
  expect(ended.verdict).toBe('failed');
  expect(ended.detail).toMatch(/mount aged, issuer the-root: the complete CRL ended on \d{4}-/);
});

test('the doctor knows shards and unified CRLs', async () => {
  const { operator } = world;
  const seen = (hours: number) =>
    crlFinding(world.database, world.authorities, new Date(world.clock.now().getTime() + hours * 3_600_000));
  const { path } = await world.mounts.create(operator, 'sharded', {});
  await world.roots.generate(operator, path, 'internal', { keyType: 'ec', commonName: 'B', issuerName: 'b' });
  await world.mountConfig.changeCluster(operator, path, { path: 'https://ca.example/v1/sharded' });
  await world.mountConfig.changeCrl(operator, path, { autoRebuild: true, unifiedCrl: true, shards: 3 });
  expect((await seen(0)).detail).toMatch(
    /mount sharded, issuer b, shard 0 and 2 others: there is no CRL yet: a server builds it/,
  );
  await world.service.jobs.idle();
  expect(await seen(0)).toMatchObject({ verdict: 'ok' });
  const ended = await seen(73);
  expect(ended.verdict).toBe('failed');
  expect(ended.detail).toMatch(/mount sharded, issuer b, shard 0 and 2 others: the complete CRL ended on \d{4}-/);
  expect(ended.detail).toMatch(/mount sharded, issuer b, unified: the complete CRL ended on \d{4}-/);
  const late = await seen(71);
  expect(late.verdict).toBe('warning');
  expect(late.detail).toMatch(/shard 0 and 2 others: the complete CRL was to be renewed on \d{4}-/);
});

test('the doctor tells a CRL that is not built yet from one that is missing', async () => {
  const { database, operator } = world;
  const { path } = await world.mounts.create(operator, 'moved', {});
  await world.roots.generate(operator, path, 'internal', { keyType: 'ec', commonName: 'C', issuerName: 'c' });
  await world.service.jobs.idle();
  const { mount } = await world.authorities.byPath(path);
  await database.client.crl.deleteMany({ where: { issuer: { mountId: mount.id } } });
  const now = world.clock.now();
  const missing = await crlFinding(database, world.authorities, now);
  expect(missing.verdict).toBe('failed');
  expect(missing.detail).toMatch(/mount moved, issuer c: there is no CRL$/m);
  const where = { kind: 'pki.crls', subject: mount.id };
  await database.client.job.updateMany({ where, data: { dueAt: now } });
  const waiting = await crlFinding(database, world.authorities, now);
  expect(waiting.verdict).toBe('warning');
  expect(waiting.detail).toMatch(/mount moved, issuer c: there is no CRL yet: a server builds it as soon as it runs$/m);
  await database.client.job.updateMany({ where, data: { attempts: 1, lastError: 'the key is out of reach' } });
  expect((await crlFinding(database, world.authorities, now)).verdict).toBe('failed');
});
