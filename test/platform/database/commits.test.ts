import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gate } from '../../gate.js';
import { SyncFailed } from '../../../src/platform/database/sqlite/commits.js';
import { isUndone, outageOf } from '../../../src/platform/outage.js';
import { full, queueOf, transaction, Words } from './words.js';

const settled = (work: Promise<unknown>) => Promise.race([work.then(() => 'told'), turnsLater()]);

async function turnsLater(): Promise<string> {
  for (let count = 0; count < 10; count += 1) await turn();
  return 'waits';
}

describe('a commit', () => {
  test('is told after a sync that began when it was done, not after the one that was under way', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const [first, second] = [gate(), gate()];
    const gates = [first, second];
    words.syncing = () => gates.shift()?.opened ?? Promise.resolve();
    const a = queue.write(() => words.words.push('a'));
    await turnsLater();
    const b = queue.write(() => words.words.push('b'));
    await turnsLater();
    // The second group has committed beside the first one's sync.
    expect([words.committed, words.onDisk, words.shown]).toEqual([['a', 'b'], [], []]);
    first.open();
    await a;
    expect([await settled(b), words.onDisk, words.shown]).toEqual(['waits', ['a'], ['a']]);
    second.open();
    await b;
    expect([words.onDisk, words.shown]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  test('shares its sync with all that were committed beside the one before', async () => {
    const words = new Words();
    const queue = queueOf(words, { groupSize: 1 });
    const slow = gate();
    words.syncing = () => slow.opened;
    const writes = ['a', 'b', 'c', 'd'].map((word) => queue.write(() => words.words.push(word)));
    await turnsLater();
    slow.open();
    await Promise.all(writes);
    expect([words.count('commit'), words.count('sync')]).toEqual([4, 2]);
  });

  test('that wrote nothing needs no sync of its own, but waits for what it may have seen', async () => {
    const words = new Words();
    const queue = queueOf(words);
    await queue.write(() => 0);
    expect(words.count('sync')).toBe(0);
    const slow = gate();
    words.syncing = () => slow.opened;
    const written = queue.write(() => words.words.push('a'));
    await turnsLater();
    const saw = queue.write(() => words.words.includes('a'));
    expect(await settled(saw)).toBe('waits');
    slow.open();
    await written;
    expect(await saw).toBe(true);
    expect(words.count('sync')).toBe(1);
  });

  test('is waited for by a close, until it is on disk', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const slow = gate();
    words.syncing = () => slow.opened;
    const written = queue.write(() => words.words.push('a'));
    await turnsLater();
    const closed = queue.close();
    expect(await settled(closed)).toBe('waits');
    slow.open();
    await closed;
    await written;
    expect(words.onDisk).toEqual(['a']);
  });
});

describe('a sync that fails', () => {
  test('refuses who waits for it and whoever committed meanwhile, and shows nobody what they wrote', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const slow = gate();
    words.syncing = () => slow.opened;
    words.failing.set('sync', full);
    const first = queue.write(() => words.words.push('a'));
    await turnsLater();
    const second = queue.write(() => words.words.push('b'), false);
    await turnsLater();
    slow.open();
    const refusals = [first, second].map((write) => write.catch((error: unknown) => error instanceof SyncFailed));
    expect(await Promise.all(refusals)).toEqual([true, true]);
    expect(words.shown).toEqual([]);
  });

  test('tells nobody anything else until the log is written again', async () => {
    const words = new Words();
    const queue = queueOf(words);
    words.failing.set('sync', full);
    await expect(queue.write(() => words.words.push('a'))).rejects.toThrow(SyncFailed);
    words.failing.set('rewrite', full);
    await expect(queue.write(() => words.words.push('b'))).rejects.toThrow(SyncFailed);
    expect([words.committed, words.onDisk, words.shown]).toEqual([['a'], [], []]);
    await queue.write(() => words.words.push('c'));
    expect([words.onDisk, words.shown]).toEqual([
      ['a', 'c'],
      ['a', 'c'],
    ]);
    const calls = words.calls.slice(words.calls.lastIndexOf('rewrite') - 1);
    expect(calls.slice(0, 4)).toEqual(['begin', 'rewrite', 'sync', 'rollback']);
  });

  test('is an outage after which it is not known what is kept, though it says that the disk is full', () => {
    const failed = new SyncFailed(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    expect([outageOf(failed), isUndone(failed)]).toEqual(['away', false]);
  });
});

describe('what need not be synced', () => {
  test('is told without a sync where nothing else waits, and synced by the next commit', async () => {
    const words = new Words();
    const queue = queueOf(words);
    await Promise.all([queue.write(() => words.words.push('a'), false), transaction(queue, words, 'b', false)]);
    expect([words.committed, words.shown, words.onDisk]).toEqual([['a', 'b'], ['a', 'b'], []]);
    await queue.write(() => words.words.push('c'));
    expect(words.onDisk).toEqual(['a', 'b', 'c']);
  });

  test('joins a group that is synced', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const [, onDisk] = await Promise.all([
      queue.write(() => words.words.push('a'), false),
      queue.write(() => words.words.push('b')).then(() => [...words.onDisk]),
      queue.write(() => words.words.push('c'), false),
    ]);
    expect([onDisk, words.count('commit')]).toEqual([['a', 'b', 'c'], 1]);
  });

  test('ends its group before what must be synced', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const hold = await queue.begin(false);
    const kept = queue.write(() => words.words.push('b')).then(() => [...words.onDisk]);
    hold.run(() => words.words.push('a'));
    await hold.commit();
    expect(words.onDisk).toEqual([]);
    expect(await kept).toEqual(['a', 'b']);
  });

  test('is told with those before it whose sync is under way, and needs no other one', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const slow = gate();
    words.syncing = () => slow.opened;
    const synced = queue.write(() => words.words.push('a'));
    await turnsLater();
    const behind = queue.write(() => words.words.push('b'), false);
    expect([await settled(behind), words.shown]).toEqual(['waits', []]);
    slow.open();
    await synced;
    await behind;
    expect([words.shown, words.count('sync')]).toEqual([['a', 'b'], 1]);
  });
});

test('waits for a sync where others wrote what may not be on disk', async () => {
  const words = new Words();
  const queue = queueOf(words);
  words.othersWrote = true;
  await queue.write(() => words.words.push('a'), false);
  expect(words.onDisk).toEqual(['a']);
});

describe('whatever fails after a commit', () => {
  test('its members are told after its sync, and the next ones are served', async () => {
    const words = new Words();
    const queue = queueOf(words);
    words.failing.set('after commit', full);
    await queue.write(() => words.words.push('a'));
    expect(words.onDisk).toEqual(['a']);
    await queue.write(() => words.words.push('b'), false);
    expect(words.shown).toEqual(['a', 'b']);
  });

  test('so are they if those fail who hear of it afterwards', async () => {
    const words = new Words();
    let heard = 0;
    const told = () => {
      heard += 1;
      throw full;
    };
    const queue = queueOf(words, {}, told);
    await Promise.all([queue.write(() => words.words.push('a')), transaction(queue, words, 'b', true)]);
    await queue.write(() => words.words.push('c'));
    await queue.close();
    expect([words.onDisk, heard]).toEqual([['a', 'b', 'c'], 2]);
  });
});

test('work in between that fails says so to who wanted it, and keeps nobody else waiting', async () => {
  const words = new Words();
  const queue = queueOf(words);
  const before = queue.write(() => words.words.push('a'));
  const between = queue.between(() => Promise.reject(full));
  const thrown = queue.between(() => {
    throw full;
  });
  const after = queue.write(() => words.words.push('b'));
  await expect(between).rejects.toBe(full);
  await expect(thrown).rejects.toBe(full);
  await Promise.all([before, after, queue.write(() => words.words.push('c'))]);
  await queue.close();
  expect(words.onDisk).toEqual(['a', 'b', 'c']);
});

test('work in between finds everybody told and nothing begun, and nobody begins beside it', async () => {
  const words = new Words();
  const queue = queueOf(words);
  const told: string[] = [];
  const write = (word: string) => queue.write(() => words.words.push(word)).then(() => told.push(word));
  const before = write('a');
  for (let turns = 0; words.count('commit') === 0 && turns < 10; turns += 1) await turn();
  const between = gate();
  const done = queue.between(async () => {
    told.push(words.isOpen() ? 'open' : 'nothing open');
    await between.opened;
    told.push('between');
  });
  const after = write('b');
  await turnsLater();
  between.open();
  await Promise.all([before, done, after]);
  expect(told.indexOf('between')).toBe(told.indexOf('nothing open') + 1);
  expect(told.indexOf('a')).toBeLessThan(told.indexOf('nothing open'));
  expect(words.onDisk).toEqual(['a', 'b']);
});

test('nobody hears too early, nothing is shown too early, and what the power takes is the end', async () => {
  const member = fc.record({
    synced: fc.boolean(),
    whole: fc.boolean(),
    turns: fc.nat({ max: 3 }),
    sync: fc.nat({ max: 3 }),
    fails: fc.constantFrom('none', 'none', 'none', 'sync', 'rewrite'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(member, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), async (members, size) => {
      const words = new Words();
      const queue = queueOf(words, { groupSize: size });
      const background = new Set<string>();
      const told = members.map(async ({ synced, whole, turns, sync, fails }, at) => {
        for (let count = 0; count < turns; count += 1) await turn();
        words.syncing = async () => {
          for (let count = 0; count < sync; count += 1) await turn();
        };
        if (fails !== 'none') words.failing.set(fails, full);
        const word = String(at);
        if (!synced) background.add(word);
        const refused = await (
          whole
            ? transaction(queue, words, word, synced)
            : queue.write(() => {
                words.words.push(word);
              }, synced)
        ).catch((error: unknown) => error);
        if (refused === undefined && synced) expect(words.onDisk).toContain(word);
        if (refused === undefined) expect(words.shown).toContain(word);
        if (refused !== undefined) expect(refused).toBeInstanceOf(SyncFailed);
        expect(words.committed.slice(0, words.onDisk.length)).toEqual(words.onDisk);
        const early = words.shown.filter((each) => !words.onDisk.includes(each) && !background.has(each));
        expect(early).toEqual([]);
        return refused === undefined ? [word] : [];
      });
      const kept = (await Promise.all(told)).flat();
      expect(kept.filter((word) => !words.committed.includes(word))).toEqual([]);
    }),
  );
});
