import { constants, PerformanceObserver } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { SealedObjects } from '../../../src/platform/objects/sealed-objects.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { inPieces } from './content.js';

const MIB = 1024 * 1024;

/** Counts collections of new objects that somebody asked for. */
class Collections {
  count = 0;
  readonly #observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (isAskedFor(entry)) this.count += 1;
  });

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  /** Entries come some turns later. */
  async during(work: () => Promise<unknown>): Promise<number> {
    this.count = 0;
    await work();
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    return this.count;
  }

  end(): void {
    this.#observer.disconnect();
  }
}

function isAskedFor(entry: object): boolean {
  const detail: unknown = 'detail' in entry ? entry.detail : null;
  if (typeof detail !== 'object' || detail === null || !('kind' in detail) || !('flags' in detail)) return false;
  return (
    detail.kind === constants.NODE_PERFORMANCE_GC_MINOR && detail.flags === constants.NODE_PERFORMANCE_GC_FLAGS_FORCED
  );
}

describe('buffers of large content', () => {
  let folder: string;
  let objects: SealedObjects;
  let collections: Collections;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'passing-'));
    const seal = new Seal({ current: Buffer.alloc(32, 7), earlier: [] });
    objects = new SealedObjects({ store: await openObjectStore(`file:${folder}`), seal });
    collections = new Collections();
  });
  afterEach(async () => {
    collections.end();
    await rm(folder, { recursive: true });
  });

  test('are collected every few megabytes, up and down', async () => {
    const bytes = Buffer.alloc(32 * MIB, 'what a state repeats');
    const id = newObjectId();
    expect(await collections.during(() => objects.write(id, inPieces(bytes)))).toBe(4);
    expect(await collections.during(async () => buffer((await objects.read(id)).content))).toBe(4);
  });

  test('of small content are left to V8', async () => {
    const bytes = Buffer.alloc(MIB / 4, 'what a state repeats');
    const write = async () => {
      for (let n = 0; n < 80; n += 1) await objects.write(newObjectId(), inPieces(bytes));
    };
    expect(await collections.during(write)).toBe(0);
  });
});
