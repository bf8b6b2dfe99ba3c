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
