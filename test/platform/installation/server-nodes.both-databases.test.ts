import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../src/platform/database/database.js';
import { ServerNodes } from '../../../src/platform/installation/server-nodes.js';
import type { ServerNodesDeps } from '../../../src/platform/installation/server-nodes.js';
import { fullOfWords } from '../database/full-of-words.js';
import { afterwards, scratchDatabase } from '../database/scratch.js';

let database: Database;
let troubles: unknown[];
let doubted: string[];
beforeEach(async () => {
  [troubles, doubted] = [[], []];
  stores = new Map();
  database = await scratchDatabase();
});

/** The notes of an object store. */
class Notes {
  constructor(readonly names = new Set<string>()) {}
  notes = () => Promise.resolve([...this.names]);
  addNote = (name: string) => Promise.resolve(void this.names.add(name));
  removeNote = (name: string) => Promise.resolve(void this.names.delete(name));
}

let stores: Map<string, Notes>;
function storeNamed(name: string): Notes {
  const store = stores.get(name) ?? new Notes();
  stores.set(name, store);
  return store;
}

/** What stands in one is in the other as well. */
function copy(from: string, to: string): void {
  for (const note of storeNamed(from).names) storeNamed(to).names.add(note);
}

/** A server that looks when it is told to. */
function server(
  name: string,
  store = 'shared',
  everyMs = 1,
  process: Pick<ServerNodesDeps, 'run' | 'ended'> = {},
): ServerNodes {
  return new ServerNodes({
    ...{ database, name, store: storeNamed(store), everyMs, ...process },
    doubted: (other) => Promise.resolve(void doubted.push(`${name} doubts ${other}`)),
    failed: (error) => troubles.push(error),
  });
}

/** One look of each, so many times. */
async function looks(times: number, ...nodes: readonly ServerNodes[]): Promise<void> {
  for (let time = 0; time < times; time += 1) for (const node of nodes) await node.look();
}

async function agreed(name: string, store?: string): Promise<ServerNodes> {
  const node = server(name, store);
  await looks(1, node);
  expect(node.agreed).toBe(true);
  return node;
}

/** What a server sees as the reason why it waits. */
async function reason(node: ServerNodes): Promise<string> {
  let reasonGiven = '';
  class Enough extends Error {}
  const waiting = node.agree((_, why) => {
    reasonGiven = why;
    return Promise.reject(new Enough());
  });
  await expect(waiting).rejects.toThrow(Enough);
  return reasonGiven;
}

const names = async () =>
  (await database.client.serverNode.findMany({ orderBy: { name: 'asc' } })).map((row) => row.name);

describe('servers of one database', () => {
  test('one that cannot say that it is there agrees all the same', async () => {
    database = fullOfWords(database);
    await agreed('quiet');
    expect(troubles).toEqual([]);
  });
  test('one alone agrees at once', async () => {
    await agreed('only');
  });

  test('nobody waits for a process that is known to have ended, and for another that is not', async () => {
    const killed = server('killed', 'shared', 1, { run: 'aaaaaaaa' });
    await looks(1, killed);
    const next = server('next', 'shared', 1, { run: 'bbbbbbbb', ended: ['aaaaaaaa'] });
    await looks(1, next);
    expect([killed.agreed, next.agreed, await names()]).toEqual([true, true, ['next']]);
    const waiting = server('waiting', 'shared', 1, { run: 'cccccccc', ended: ['aaaaaaaa'] });
    await looks(1, waiting);
    expect([waiting.agreed, await names()]).toEqual([false, ['next', 'waiting']]);
  });

  test('with one store all agree, whoever looks first, and several times over', async () => {
    const first = await agreed('first');
    const [second, third] = [server('second'), server('third')];
    await looks(1, second, third);
    expect([second.agreed, third.agreed]).toEqual([false, false]);
    await looks(3, first, second, third);
    expect([second.agreed, third.agreed]).toEqual([true, true]);
    expect(doubted).toEqual([]);
  });

  test('that start together agree as soon as they see each other', async () => {
    const all = ['a', 'b', 'c', 'd'].map((name) => server(name));
    // At worst one agrees in a round, after one in which the others have found its note.
    for (let round = 0; round < 2 * all.length && !all.every((node) => node.agreed); round += 1)
      await Promise.all(all.map((node) => node.look()));
    expect(all.map((node) => node.agreed)).toEqual([true, true, true, true]);
  });

  test('that start together with a store each: one agrees', async () => {
    const all = ['a', 'b', 'c'].map((name) => server(name, name));
    for (let round = 0; round < 4; round += 1) await Promise.all(all.map((node) => node.look()));
    expect(all.filter((node) => node.agreed)).toHaveLength(1);
  });

  test('a copied folder: the newcomer waits and says why, the others hear of it once, and further ones agree', async () => {
    const first = await agreed('first');
    copy('shared', 'copy');
    const copied = server('copied', 'copy');
    await looks(10, copied, first);
    expect(await reason(copied)).toBe(
      'The server first does not find in its object store what this server, copied, wrote into its own. All servers of a database need the same object store: set TRUSTATE_OBJECT_STORE of each to the same bucket, or to the same folder of a shared file system. Where it is the same, a server that cannot read it now, as /readyz of each says, finds nothing there.',
    );
    expect([first.agreed, copied.agreed, doubted]).toEqual([true, false, ['first doubts copied']]);
    const third = server('third');
    await looks(3, third, first, copied);
    expect(third.agreed).toBe(true);
  });

  test('a store that lacks what others wrote is told of too, also where it reaches them', async () => {
    const first = await agreed('first');
    const one = server('replicated', 'replicated');
    await looks(1, one);
    // What is written into one store appears in the other, and not the other way round.
    copy('replicated', 'shared');
    await looks(2, first, one);
    expect(one.agreed).toBe(false);
    expect(await reason(one)).toMatch(
      /^This server, replicated, does not find in its object store what the server first wrote into its own\. All servers/,
    );
  });

  test('a store that is found to be the same after all', async () => {
    const first = await agreed('first');
    const late = server('late', 'late');
    await looks(5, late, first);
    copy('late', 'shared');
    copy('shared', 'late');
    await looks(2, first, late);
    expect(late.agreed).toBe(true);
  });
});

describe('a server that is gone', () => {
  test('that was killed keeps nobody for longer than six looks; its note goes', async () => {
    await agreed('killed');
    const next = server('next');
    await looks(6, next);
    expect(next.agreed).toBe(false);
    await looks(1, next);
    expect([next.agreed, await names()]).toEqual([true, ['next']]);
    expect(storeNamed('shared').names.size).toBe(1);
  });

  test('that stopped keeps nobody', async () => {
    const stopped = await agreed('stopped');
    const next = server('next');
    await looks(1, next);
    await stopped.close();
    await looks(1, next);
    expect([next.agreed, troubles]).toEqual([true, []]);
  });

  test('that was taken for dead comes back, and agrees again', async () => {
    const paused = await agreed('paused');
    const next = server('next');
    await looks(7, next);
    expect(await names()).toEqual(['next']);
    await looks(2, paused, next);
    expect([paused.agreed, next.agreed]).toEqual([true, true]);
    expect(await names()).toEqual(['next', 'paused']);
  });

  test('one that waits with another store keeps nobody', async () => {
    const first = await agreed('first');
    copy('shared', 'copy');
    const copied = server('copied', 'copy');
    await looks(2, copied, first);
    await first.close();
    const again = server('again');
    await looks(1, again);
    expect(again.agreed).toBe(true);
    await looks(8, again, copied);
    expect(copied.agreed).toBe(false);
  });

  test('leaves a note, which the next one removes', async () => {
    const { names: notes } = storeNamed('shared');
    for (const note of ['server-0123456789abcdef', 'installation-0123456789abcdef']) notes.add(note);
    const next = server('next');
    afterwards(() => next.close());
    await next.agree(() => Promise.resolve());
    expect(notes).toContain('installation-0123456789abcdef');
    expect(notes.size).toBe(2);
  });
});

describe('while servers are at work', () => {
  test('they look by themselves: agreeing needs no more than that both run', async () => {
    const [one, other] = [server('one'), server('other')];
    for (const node of [one, other]) afterwards(() => node.close());
    await one.agree(() => Promise.resolve());
    await other.agree(() => Promise.resolve());
    expect(other.agreed).toBe(true);
  });

  test('one that hears no notification notices a new one with its next sign of life', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    afterwards(() => void vi.useRealTimers());
    vi.spyOn(database, 'listen').mockReturnValue(() => Promise.resolve());
    const one = server('one', 'shared', 1_000);
    afterwards(() => one.close());
    await one.agree(() => Promise.resolve());
    const newcomer = server('newcomer');
    let checks = 0;
    const agrees = async () => {
      checks += 1;
      // At its sixteenth check it reads which others are in any case. Without more of them, it would be taken for dead.
      if (checks > 15) return newcomer.agreed;
      vi.advanceTimersByTime(1_000);
      await newcomer.look();
      return newcomer.agreed;
    };
    await expect.poll(agrees, { interval: 200 }).toBe(true);
  });

  test('one that is alone says one time in four that it is there, and hardly ever asks who else is', async () => {
    const alone = server('one', 'shared', 50);
    afterwards(() => alone.close());
    await alone.agree(() => Promise.resolve());
    const statements: string[] = [];
    const stop = database.onStatement(({ sql }) => statements.push(sql));
    const said = (how: string) => statements.filter((sql) => sql.startsWith(how)).length;
    // It hears its own word first.
    await expect.poll(() => said('UPDATE')).toBeGreaterThan(2);
    statements.length = 0;
    // As many checks as it takes others to be read where there are any.
    await expect.poll(() => said('UPDATE')).toBeGreaterThan(5);
    stop();
    expect(said('SELECT')).toBe(0);
  });

  test('where all have agreed, each says at one of three checks that it is there', async () => {
    const everyMs = 20;
    const all = [server('one', 'shared', everyMs), server('other', 'shared', everyMs)];
    for (const node of all) {
      afterwards(() => node.close());
      await node.agree(() => Promise.resolve());
    }
    const beat = async () => (await database.client.serverNode.findFirstOrThrow({ where: { name: 'one' } })).beat;
    const first = await beat();
    await expect.poll(beat).toBeGreaterThan(first + 2n);
    const statements: string[] = [];
    const stop = database.onStatement(({ sql }) => statements.push(sql));
    const [before, began] = [await beat(), performance.now()];
    await expect.poll(beat, { interval: 200 }).toBeGreaterThan(before + 4n);
    const [checks, turns] = [(await beat()) - before, (performance.now() - began) / everyMs];
    // An interval never comes more often than it says, however busy the machine is.
    expect(Number(checks)).toBeLessThan(turns / 3 + 3);
    stop();
    // The same statement says whether there is a new one: nothing is asked but, now and then, which others are.
    const reads = statements.filter((sql) => sql.startsWith('SELECT'));
    expect(reads.filter((sql) => !sql.includes('"beat"'))).toEqual([]);
  });

  test('what fails is told when it begins to, not each time, and they go on', async () => {
    const store = new Notes(storeNamed('shared').names);
    stores.set('seen by one', store);
    const [one, newcomer] = [server('one', 'seen by one', 25), server('newcomer')];
    for (const node of [one, newcomer]) afterwards(() => node.close());
    await one.agree(() => Promise.resolve());
    const away = vi.spyOn(store, 'notes').mockRejectedValue(new Error('store away'));
    const joined = newcomer.agree(() => Promise.resolve());
    await expect.poll(() => away.mock.calls.length).toBeGreaterThan(2);
    const failures = away.mock.calls.length;
    away.mockRestore();
    await joined;
    // A newcomer that a busy machine keeps from giving signs of life is forgotten for a moment, and nothing fails then: it is told again after that.
    expect(troubles.length).toBeGreaterThan(0);
    expect(troubles.length).toBeLessThan(failures);
  });

  /** Two servers with one store, at work. */
  async function pair() {
    const own = new Notes(storeNamed('shared').names);
    stores.set('seen by one', own);
    const [one, other] = [server('one', 'seen by one', 200), server('other', 'shared', 200)];
    for (const node of [one, other]) afterwards(() => node.close());
    await one.agree(() => Promise.resolve());
    await other.agree(() => Promise.resolve());
    const rowsOf = { where: { name: 'one' } };
    return {
      own,
      row: () => database.client.serverNode.findFirst(rowsOf),
      forget: () => database.client.serverNode.deleteMany(rowsOf),
    };
  }

  test('one that was taken for dead is at work again when the others have looked, and nothing is told', async () => {
    const { row, forget } = await pair();
    const before = await row();
    await forget();
    await expect.poll(async () => [before?.id === (await row())?.id, (await row())?.agreed]).toEqual([false, true]);
    expect(troubles).toEqual([]);
  });

  test('it is told if they have looked and did not find what it wrote', async () => {
    const { own, row, forget } = await pair();
    own.addNote = () => Promise.resolve(undefined);
    await forget();
    await expect.poll(() => troubles).toHaveLength(1);
    expect(String(troubles[0])).toContain('The server other does not find in its object store');
    expect(await row()).toMatchObject({ agreed: false });
  });

  test('a store that hangs makes nobody take them for dead', async () => {
    const store = new Notes(storeNamed('shared').names);
    stores.set('seen by one', store);
    const [one, newcomer] = [server('one', 'seen by one'), server('newcomer', 'other', 25)];
    await one.agree(() => Promise.resolve());
    let release = (_names: string[]): void => undefined;
    const hanging = vi.spyOn(store, 'notes').mockReturnValue(new Promise((resolve) => (release = resolve)));
    await expect(
      newcomer.agree((count) => (count < 10 ? Promise.resolve() : Promise.reject(new Error('ten looks')))),
    ).rejects.toThrow('ten looks');
    expect(hanging).toHaveBeenCalledTimes(1);
    expect(await names()).toEqual(['newcomer', 'one']);
    release([]);
    await one.close();
  });
});
