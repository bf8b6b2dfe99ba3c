import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { full, queueOf, Words } from './words.js';

describe('a group', () => {
  test('commits once for all who wait, and answers them after that', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const answers = ['a', 'b', 'c'].map((word) =>
      queue.write(() => words.words.push(word)).then(() => [...words.onDisk]),
    );
    expect(await Promise.all(answers)).toEqual(Array(3).fill(['a', 'b', 'c']));
    expect(words.calls.filter((call) => call === 'commit')).toHaveLength(1);
  });

  test('takes whole transactions along with single writes', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const twice = async (word: string) => {
      const hold = await queue.begin();
      hold.run(() => words.words.push(`${word}1`));
      await Promise.resolve();
      hold.run(() => words.words.push(`${word}2`));
      await hold.commit();
    };
    await Promise.all([twice('a'), queue.write(() => words.words.push('b')), twice('c')]);
    expect(words.committed).toEqual(['a1', 'a2', 'b', 'c1', 'c2']);
    expect(words.calls.filter((call) => call === 'commit')).toHaveLength(1);
  });

  test.each([
    [{ groupSize: 4 }, 3],
    [{ groupMs: 0 }, 10],
    [{}, 1],
  ])('within %j makes %i commits of ten writes', async (limits, commits) => {
    const words = new Words();
    const queue = queueOf(words, limits);
    await Promise.all(Array.from({ length: 10 }, (_, index) => queue.write(() => words.words.push(`${index}`))));
    expect(words.calls.filter((call) => call === 'commit')).toHaveLength(commits);
    expect(words.committed).toHaveLength(10);
  });

  test.each([
    ['as long as each turn brings one', 10, {}, 1],
    ['at most as many as a group has', 6, { groupSize: 3 }, 2],
    ['at most as long as a group waits', 3, { groupMs: 0 }, 3],
  ])('takes those along that come turn by turn, %s', async (_, count, limits, commits) => {
    const words = new Words();
    const queue = queueOf(words, limits);
    const writes: Promise<unknown>[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      writes.push(queue.write(() => words.words.push(`${turn}`)));
      await nextTurn();
    }
    await Promise.all(writes);
    expect(words.count('commit')).toBe(commits);
    expect(words.committed).toHaveLength(count);
  });

  test('does not wait for others that do not come', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const written = queue.write(() => words.words.push('a'));
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(words.count('commit')).toBe(1);
    await written;
  });

  test('fails whole when its commit fails, and the next one works', async () => {
    const words = new Words();
    words.failing.set('commit', full);
    const queue = queueOf(words);
    const outcomes = await Promise.allSettled([
      queue.write(() => words.words.push('a')),
      queue.begin().then((hold) => hold.commit()),
    ]);
    expect(outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: full }));
    expect(words.committed).toEqual([]);
    await queue.write(() => words.words.push('b'));
    expect(words.committed).toEqual(['b']);
  });

  test('fails whole when the database gave it up', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const outcomes = await Promise.allSettled([
      queue.write(() => words.words.push('a')),
      queue.write(() => {
        words.giveUp();
        throw full;
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(words.committed).toEqual([]);
  });

  test('that cannot begin refuses everyone who waits', async () => {
    const words = new Words();
    words.failing.set('begin', full);
    const queue = queueOf(words);
    const outcomes = await Promise.allSettled([queue.write(() => 1), queue.begin(), queue.write(() => 2)]);
    expect(outcomes).toEqual(Array(3).fill({ status: 'rejected', reason: full }));
    expect(await queue.write(() => 3)).toBe(3);
  });

  test('of writes that all succeed needs no savepoint; when one fails, the others are done once more', async () => {
    const words = new Words();
    const queue = queueOf(words);
    await Promise.all(['a', 'b'].map((word) => queue.write(() => words.words.push(word))));
    expect(words.calls).toEqual(['begin', 'commit', 'sync']);
    const outcomes = await Promise.allSettled([
      queue.write(() => words.words.push('c')),
      queue.write(() => {
        words.words.push('half');
        throw full;
      }),
      queue.write(() => words.words.push('d')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(words.committed).toEqual(['a', 'b', 'c', 'd']);
    expect(words.calls.filter((call) => call === 'commit')).toHaveLength(2);
  });

  test('does at its end what its members want then, once for all of them, and not for one that is undone', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const last = () => void words.words.push('last');
    const never = () => void words.words.push('never');
    await Promise.allSettled([
      queue.write(() => words.words.push('a'), true, [last]),
      queue.write(
        () => {
          throw full;
        },
        true,
        [never],
      ),
      queue.write(() => words.words.push('b'), true, [last]),
      queue.write(() => words.words.push('c')),
    ]);
    expect(words.committed).toEqual(['a', 'b', 'c', 'last']);
    await queue.write(() => words.words.push('d'));
    expect(words.committed.at(-1)).toBe('d');
  });

  test('keeps its members where what it does at its end fails', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const failing = () => {
      words.words.push('half');
      throw full;
    };
    await queue.write(() => words.words.push('a'), true, [failing]);
    expect(words.committed).toEqual(['a']);
    const lost = queue.write(() => words.words.push('b'), true, [
      () => {
        words.giveUp();
        throw full;
      },
    ]);
    await expect(lost).rejects.toThrow('the database rolled back a group of writes');
    expect(words.committed).toEqual(['a']);
  });

  test('with a transaction in it runs nobody twice', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const runs: string[] = [];
    const write = (name: string, fails = false) =>
      queue.write(() => {
        runs.push(name);
        words.words.push(name);
        if (fails) throw full;
      });
    const hold = queue.begin().then(async (held) => {
      held.run(() => words.words.push('held'));
      await held.commit();
    });
    await Promise.allSettled([hold, write('a'), write('b', true), write('c')]);
    expect(runs).toEqual(['a', 'b', 'c']);
    expect(words.committed).toEqual(['held', 'a', 'c']);
  });

  test('answers a failure only when what may have caused it is on disk', async () => {
    const words = new Words();
    const queue = queueOf(words);
    const first = queue.write(() => words.words.push('a'));
    const second = queue.write(() => {
      throw new Error('a is there already');
    });
    await expect(second.catch(() => [...words.onDisk])).resolves.toEqual(['a']);
    await first;
  });
});

describe('a transaction', () => {
  test('that nobody ends is rolled back, and says so to who comes late', async () => {
    const words = new Words();
    const queue = queueOf(words, { holdMs: 5 });
    const hold = await queue.begin();
    hold.run(() => words.words.push('forgotten'));
    await queue.write(() => words.words.push('next'));
    expect(words.committed).toEqual(['next']);
    expect(() => hold.run(() => 1)).toThrow(/TransactionAlreadyClosed/);
    await expect(hold.commit()).rejects.toThrow(/TransactionAlreadyClosed/);
    await hold.rollback();
  });

  test('does no more once it has ended', async () => {
    const words = new Words();
    const hold = await queueOf(words).begin();
    await hold.commit();
    expect(() => hold.run(() => 1)).toThrow(/TransactionAlreadyClosed/);
    await expect(hold.commit()).rejects.toThrow(/TransactionAlreadyClosed/);
  });
});

describe('a rollback that fails', () => {
  test('leaves nobody waiting, and the next group begins anew', async () => {
    const words = new Words();
    const queue = queueOf(words);
    words.failing.set('commit', full).set('rollback', new Error('no rollback either'));
    const lost = [queue.write(() => words.words.push('a')), queue.begin().then((hold) => hold.commit())];
    expect(await Promise.allSettled(lost)).toEqual(lost.map(() => ({ status: 'rejected', reason: full })));
    await queue.write(() => words.words.push('b'));
    expect(words.committed).toEqual(['b']);
    await queue.close();
  });
});

test('whatever fails, everybody is answered', async () => {
  const step = fc.record({
    kind: fc.constantFrom('write', 'failing write', 'commit', 'rollback', 'forgotten', 'lost', 'turn'),
    border: fc.constantFrom('none', 'begin', 'commit', 'rollback', 'savepoint', 'release', 'undo', 'sync', 'rewrite'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 5 }), async (steps, groupSize) => {
      const words = new Words();
      const queue = queueOf(words, { groupSize, holdMs: 5 });
      const acts = {
        write: () => queue.write(() => words.words.push('w')),
        'failing write': () =>
          queue.write(() => {
            throw full;
          }),
        commit: () => queue.begin().then((hold) => hold.commit()),
        rollback: () => queue.begin().then((hold) => hold.rollback()),
        forgotten: () => queue.begin(),
        lost: () => queue.write(() => words.giveUp()),
        turn: () => new Promise<void>((resolve) => setImmediate(resolve)),
      };
      const answers: Promise<unknown>[] = [];
      for (const { kind, border } of steps) {
        if (border !== 'none') words.failing.set(border, full);
        const answer: Promise<unknown> = acts[kind]();
        answers.push(answer.catch(() => undefined));
        if (kind === 'turn') await answer;
      }
      await Promise.all(answers);
      words.failing.clear();
      await queue.write(() => words.words.push('last'));
      expect(words.committed.at(-1)).toBe('last');
      await queue.close();
      await expect(queue.write(() => undefined)).rejects.toThrow('closed');
    }),
    { numRuns: 60 },
  );
});

test('closing waits for what was accepted', async () => {
  const words = new Words();
  const queue = queueOf(words);
  const hold = await queue.begin();
  const closed = queue.close().then(() => [...words.committed]);
  await expect(queue.write(() => 1)).rejects.toThrow('the database is closed');
  hold.run(() => words.words.push('a'));
  await hold.commit();
  expect(await closed).toEqual(['a']);
});

test('whatever comes in whatever order, exactly what was acknowledged is there', async () => {
  const step = fc.record({
    kind: fc.constantFrom('write', 'failing write', 'commit', 'rollback', 'pause'),
    words: fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), async (steps, groupSize) => {
      const words = new Words();
      const queue = queueOf(words, { groupSize });
      const acknowledged: Promise<readonly string[]>[] = [];
      for (const { kind, words: added } of steps) {
        const append = () => words.words.push(...added);
        if (kind === 'pause') await new Promise(setImmediate);
        if (kind === 'write') acknowledged.push(queue.write(append).then(() => added));
        if (kind === 'failing write') {
          const failing = queue.write(() => {
            append();
            throw full;
          });
          acknowledged.push(failing.catch(() => []));
        }
        if (kind === 'commit' || kind === 'rollback') {
          acknowledged.push(
            queue.begin().then(async (hold) => {
              for (const word of added) {
                await Promise.resolve();
                hold.run(() => words.words.push(word));
              }
              await hold[kind]();
              return kind === 'commit' ? added : [];
            }),
          );
        }
      }
      expect((await Promise.all(acknowledged)).flat()).toEqual(words.committed);
    }),
    { numRuns: 100 },
  );
});
