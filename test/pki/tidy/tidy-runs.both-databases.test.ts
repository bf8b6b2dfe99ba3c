import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TidyPart } from '../../../src/pki/tidy/tidy-part.js';
import { eventually } from '../../eventually.js';
import { hour, openTidyWorld, sliceSize } from './tidy-world.js';
import type { TidyWorld } from './tidy-world.js';

let world: TidyWorld;
beforeEach(async () => {
  world = await openTidyWorld();
});
afterEach(() => world.close());

describe('a run', () => {
  const never = new AbortController().signal;

  test('is the only one of its mount, and can be cancelled', async () => {
    await world.expired(3);
    await world.begun({ tidyCertStore: true });
    const second = await world.tidies.start(world.operator, 'pki', { tidyCertStore: true });
    expect(second).toMatchObject({ started: false, warnings: ['Tidy operation already in progress.'] });
    expect((await world.tidies.cancel(world.operator, 'pki')).cancelled).toBe(true);
    expect((await world.status())?.state).toBe('cancelling');
    await world.jobOf().run(world.mountId, never);
    expect(await world.status()).toMatchObject({ state: 'cancelled', finishedAt: world.clock.now() });
    expect(await world.client.certificate.count({ where: { id: { startsWith: 'crt-Expired' } } })).toBe(3);
    const none = await world.tidies.cancel(world.operator, 'pki');
    expect(none).toMatchObject({ cancelled: false, warnings: [expect.stringContaining('none is currently running')] });
    const details = (await world.records('mount.tidy-cancel')).map((row) => row.details?.includes('"atWork":true'));
    expect(details).toEqual([true, false]);
  });

  test('goes on where it was killed, at any slice, and counts nothing twice', async () => {
    const slices = 4;
    for (let kills = 1; kills <= slices; kills += 1) {
      await world.client.certificate.deleteMany({ where: { id: { startsWith: 'crt-Expired' } } });
      await world.expired(sliceSize * slices);
      await world.begun({ tidyCertStore: true });
      const dying = world.dying(kills);
      await expect(world.jobOf(dying.parts).run(world.mountId, dying.signal)).rejects.toThrow();
      expect((await world.status())?.state).toBe('running');
      expect((await world.status())?.progress.counts.certStoreDeleted).toBe(sliceSize * (kills - 1));
      await world.jobOf().run(world.mountId, never);
      expect(await world.status()).toMatchObject({
        state: 'finished',
        progress: { counts: { certStoreDeleted: sliceSize * slices } },
      });
    }
  });

  test('is done by one of two servers that both take it for theirs', async () => {
    await world.expired(sliceSize * 6);
    await world.begun({ tidyCertStore: true });
    await Promise.all([world.jobOf().run(world.mountId, never), world.jobOf().run(world.mountId, never)]);
    await world.jobOf().run(world.mountId, never);
    expect(await world.status()).toMatchObject({
      state: 'finished',
      progress: { counts: { certStoreDeleted: sliceSize * 6 } },
    });
    expect(await world.records('mount.tidied')).toHaveLength(1);
  });

  test('that fails says so, and where', async () => {
    await world.begun({ tidyCertStore: true });
    const broken: TidyPart = {
      name: 'something',
      wanted: () => true,
      page: () => Promise.reject(new TypeError('a secret of the program')),
    };
    await world.jobOf([broken]).run(world.mountId, never);
    const ended = await world.status();
    expect(ended).toMatchObject({ state: 'error', progress: { part: 'something' } });
    expect(ended?.error).not.toContain('secret');
  });

  test('ends with its mount', async () => {
    await world.begun({ tidyCertStore: true });
    await world.client.mount.delete({ where: { id: world.mountId } });
    expect(await world.jobOf().run(world.mountId, never)).toBeUndefined();
  });

  test('begins by itself an interval after the last one, and not right after a start', async () => {
    const configure = (given: Parameters<typeof world.tidies.configure>[2]) =>
      world.tidies.configure(world.operator, 'pki', given);
    const job = world.jobOf();
    await configure({
      ...{ enabled: true, tidyCertStore: true, intervalDuration: 7200 },
      ...{ minStartupBackoffDuration: 10_800, maxStartupBackoffDuration: 10_800 },
    });
    const start = world.clock.now().getTime();
    world.clock.advance(2 * hour);
    expect(await job.run(world.mountId, never)).toEqual(new Date(start + 3 * hour));
    expect((await world.status())?.state).toBe('inactive');
    world.clock.advance(hour);
    expect(await job.run(world.mountId, never)).toEqual(new Date(start + 5 * hour));
    expect(await world.status()).toMatchObject({
      state: 'finished',
      automatic: true,
      automaticEndedAt: world.clock.now(),
    });
    expect((await world.tidies.status(world.operator, 'pki')).nextAt).toEqual(new Date(start + 5 * hour));
    await configure({ enabled: false });
    expect(await job.run(world.mountId, never)).toBeUndefined();
  });

  test('pauses, and is cancelled in a pause', async () => {
    await world.expired(sliceSize * 2);
    await world.tidies.start(world.operator, 'pki', { tidyCertStore: true, pauseMilliseconds: 60_000 });
    const working = world.service.tidying.idle();
    await expect.poll(async () => (await world.status())?.progress.counts.certStoreDeleted, eventually).toBe(sliceSize);
    await world.tidies.cancel(world.operator, 'pki');
    await expect.poll(async () => (await world.status())?.state, eventually).toBe('cancelled');
    await working;
    expect((await world.status())?.progress.counts.certStoreDeleted).toBe(sliceSize);
  });
});
