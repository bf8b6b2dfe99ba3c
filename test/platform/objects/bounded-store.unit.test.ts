import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BoundedStore } from '../../../src/platform/objects/bounded-store.js';
import { FolderObjectStore } from '../../../src/platform/objects/folder-store.js';
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import type { ObjectStore, StoredObject } from '../../../src/platform/objects/object-store.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { collected } from '../../../src/platform/objects/pipeline.js';
import { outageOf } from '../../../src/platform/outage.js';
import { bytesLike, inPieces } from './content.js';
import { FakeS3 } from './fake-s3.js';
import { eventually } from '../../eventually.js';

process.env['AWS_ACCESS_KEY_ID'] = 'test';
process.env['AWS_SECRET_ACCESS_KEY'] = 'test';

const root = mkdtempSync(join(tmpdir(), 'trustate-bounded-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const bounds = { callMs: 600, readMs: 300, writeMs: 900 };
const never = <T>(): Promise<T> => new Promise(() => undefined);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );

const file: StoredObject = {
  size: 1,
  tail: Buffer.from('x'),
  read: () => ({ [Symbol.asyncIterator]: () => ({ next: never<never> }) }),
  close: never,
};
/** On a machine with much else to do, a store that answers may seem to be away for a moment, as the bounds are short. */
const answering = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, eventually);

const dead: ObjectStore = {
  put: never,
  replace: never,
  open: never,
  delete: never,
  list: () => ({ [Symbol.asyncIterator]: () => ({ next: never<never> }) }),
  temporary: () => ({ [Symbol.asyncIterator]: () => ({ next: never<never> }) }),
  removeTemporary: never,
  notes: never,
  addNote: never,
  removeNote: never,
  ping: never,
  close: () => undefined,
};

describe('S3 that hangs', () => {
  let s3: FakeS3;
  let store: ObjectStore;
  const id = newObjectId();
  const large = bytesLike('noise', 9 * 1024 * 1024);

  beforeEach(async () => {
    s3 = await FakeS3.start();
    store = await openObjectStore(s3.url, bounds);
    await answering(() => store.put(id, inPieces(bytesLike('noise', 100_000))));
  });
  afterEach(async () => {
    store.close();
    await s3.stop();
  });

  test.each<[string, FakeS3['hangs'], () => Promise<unknown>]>([
    ['a small upload, before it is read', 'reading', () => store.put(newObjectId(), inPieces(Buffer.from('x')))],
    ['a small upload, before the answer', 'answering', () => store.put(newObjectId(), inPieces(Buffer.from('x')))],
    ['a large upload, before it is read', 'reading', () => store.put(newObjectId(), inPieces(large, 300_000))],
    ['a large upload, before the answer', 'answering', () => store.put(newObjectId(), inPieces(large, 300_000))],
    ['an opening', 'answering', () => store.open(id, 10)],
    ['an opening, in its middle', 'sending', () => store.open(id, 1000)],
    ['a removal', 'answering', () => store.delete(id)],
    ['a list', 'answering', () => collected(store.list())],
    ['a look', 'answering', () => store.ping()],
  ])('%s is an outage, and all goes on when it answers again', async (_, hangs, work) => {
    s3.hangs = hangs;
    const failure = await failureOf(work());
    expect(outageOf(failure), String(failure)).toBe('away');
    expect(s3.requests.length).toBeLessThan(30);
    s3.hangs = null;
    await answering(() => store.put(newObjectId(), inPieces(Buffer.from('x'))));
  });

  test('in the middle of a download', async () => {
    const stored = await answering(() => store.open(id, 10));
    s3.hangs = 'sending';
    expect(outageOf(await failureOf(collected(stored!.read(0, 50_000))))).toBe('away');
  });

  test('a request without an answer is tried again', async () => {
    const looks = () => s3.requests.filter((request) => request.startsWith('GET')).length;
    await answering(async () => {
      const before = looks();
      s3.unanswered = 1;
      await store.ping();
      expect(looks() - before).toBeGreaterThan(1);
    });
  });
});

describe('a folder that hangs', () => {
  test('is asked no more while what it was asked before has not come back', async () => {
    let asked = 0;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const store = new BoundedStore(
      {
        ...dead,
        ping: () => {
          asked += 1;
          return answered;
        },
      },
      { callMs: 20 },
    );
    for (let n = 0; n < 10; n += 1) expect(outageOf(await failureOf(store.ping()))).toBe('away');
    expect(asked).toBe(2);
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    await store.ping();
    expect(asked).toBe(3);
  });

  test('content of an upload is let go of', async () => {
    let closed = false;
    async function* content(): AsyncGenerator<Buffer> {
      try {
        await Promise.resolve();
        yield Buffer.from('x');
        yield Buffer.from('y');
      } finally {
        closed = true;
      }
    }
    const store = new BoundedStore(
      {
        ...dead,
        put: async (_id, given) => {
          for await (const piece of given) if (piece.length > 0) await never();
        },
      },
      { writeMs: 20 },
    );
    expect(outageOf(await failureOf(store.put(newObjectId(), content())))).toBe('away');
    expect(closed).toBe(true);
  });

  test.each(['put', 'replace'] as const)('a %s that comes back late leaves what was', async (call) => {
    const folder = await FolderObjectStore.open(mkdtempSync(join(root, 'objects-')));
    let goOn = (): void => undefined;
    const hung = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let over: Promise<unknown> = Promise.resolve();
    const hanging = async function* (given: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of given) {
        yield piece;
        await hung;
      }
    };
    const store = new BoundedStore(
      {
        ...dead,
        put: (id, given) => (over = folder.put(id, hanging(given))).then(() => undefined),
        replace: (id, given, size) => (over = folder.replace(id, hanging(given), size)).then(() => true),
      },
      { writeMs: 20 },
    );
    const id = newObjectId();
    const [before, after] = [Buffer.alloc(4_000, 1), Buffer.alloc(4_000, 2)];
    if (call === 'replace') await folder.put(id, inPieces(before));
    expect(outageOf(await failureOf(store[call](id, inPieces(after, 1_000), 4_000)))).toBe('away');
    goOn();
    expect(outageOf(await failureOf(over))).toBe('away');
    expect((await folder.open(id, 5_000))?.tail).toEqual(call === 'replace' ? before : undefined);
    expect(await collected(folder.temporary())).toEqual([]);
  });

  test('what is opened too late, or could not be closed while it hangs, is closed when it comes back', async () => {
    let goOn = (): void => undefined;
    const hung = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let [opens, open] = [0, 0];
    const opened = (): StoredObject => {
      open += 1;
      const close = () => Promise.resolve(void (open -= 1));
      return { size: 2, tail: Buffer.from('x'), read: () => inPieces(Buffer.from('x')), close };
    };
    const store = new BoundedStore(
      { ...dead, open: () => ((opens += 1) === 1 ? Promise.resolve(opened()) : hung.then(opened)) },
      { callMs: 20 },
    );
    const inHand = await store.open(newObjectId(), 1);
    for (let n = 0; n < 3; n += 1) await failureOf(store.open(newObjectId(), 1));
    expect([opens, open]).toEqual([3, 1]);
    // Two calls hang: nothing more is asked of the folder.
    await inHand!.close();
    expect(open).toBe(1);
    goOn();
    await vi.waitUntil(() => open === 0, eventually);
  });

  test('reading a file', async () => {
    const store = new BoundedStore({ ...dead, open: () => Promise.resolve(file) }, { readMs: 20, callMs: 20 });
    const stored = await store.open(newObjectId(), 1);
    expect(outageOf(await failureOf(collected(stored!.read(0, 1))))).toBe('away');
    await stored!.close();
  });
});

test('who uploads or downloads may take as long as they like', async () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 120));
  const got: string[] = [];
  const store = new BoundedStore(
    {
      ...dead,
      put: async (_id, content) => {
        for await (const piece of content) got.push(piece.toString());
      },
      open: () =>
        Promise.resolve({
          size: 2,
          tail: Buffer.alloc(0),
          read: () => inPieces(Buffer.from('ab'), 1),
          close: () => Promise.resolve(),
        }),
    },
    { callMs: 40, readMs: 40, writeMs: 40 },
  );
  async function* slowly(): AsyncGenerator<Buffer> {
    for (const word of ['a', 'b']) {
      await pause();
      yield Buffer.from(word);
    }
  }
  await store.put(newObjectId(), slowly());
  expect(got).toEqual(['a', 'b']);
  const stored = await store.open(newObjectId(), 0);
  for await (const piece of stored!.read(0, 2)) {
    await pause();
    got.push(piece.toString());
  }
  expect(got).toEqual(['a', 'b', 'a', 'b']);
});
