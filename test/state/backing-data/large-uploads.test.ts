import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ContentIntake } from '../../../src/state/backing-data/intake.js';
import { objectsOf } from '../../../src/state/inventory/inventory-documents.js';
import { InventoryReader } from '../../../src/state/inventory/inventory-reader.js';
import { ReadAhead } from '../../../src/state/inventory/read-ahead.js';
import { md5, openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
const readers: InventoryReader[] = [];
beforeAll(async () => {
  world = await openStateService();
});
afterAll(async () => {
  await Promise.all(readers.map((reader) => reader.close()));
  await world.end();
});

const many = Array.from({ length: 3_000 }, (_, n) => resource('aws_vpc', `vpc_${n}`, { private: 'x'.repeat(90) }));
const large = (serial: number, more: object = {}) => stateOf(serial, { resources: many, ...more });

async function* arriving(content: Uint8Array, chunkBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(chunkBytes);
  for (let at = 0; at < content.length; at += chunkBytes) {
    await Promise.resolve();
    // One buffer for all: what is kept of it has to be copied.
    const size = Buffer.from(content.subarray(at, at + chunkBytes)).copy(buffer);
    yield buffer.subarray(0, size);
  }
}

/** Objects go after the refusal was told. */
const gone = (before: readonly string[]) => expect.poll(() => world.objectIds()).toEqual(before);

/** An intake whose threads do `code` on each message. */
function intakeWith(code?: string) {
  const entry =
    code === undefined
      ? {}
      : {
          stallMilliseconds: 500,
          entry: new URL(
            `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', (message) => { ${code} });`)}`,
          ),
        };
  const reader = new InventoryReader(entry);
  readers.push(reader);
  const { objects } = world;
  return { reader, intake: new ContentIntake({ objects, maxBytes: 2 ** 30, reader, readAhead: new ReadAhead() }) };
}

describe('large content', () => {
  test('is hashed, found to be a state and read in one pass', async () => {
    const content = large(7);
    const { intake } = intakeWith();
    const stored = await intake.stateWithInventory(arriving(content));
    const expected = await intake.state(arriving(content));
    const { objectId: one, inventory, ...found } = stored;
    const { objectId: other, inventory: none, ...here } = expected;
    expect(found).toEqual(here);
    expect(found.md5).toBe(md5(content));
    expect([one === other, none]).toEqual([false, null]);
    expect(inventory?.inventory).toMatchObject({ resourceCount: 3_000, managedCount: 3_000 });
    expect(inventory && objectsOf(inventory)).toHaveLength(2);
    await intake.discardState(stored);
    await intake.discardState(expected);
  });

  test('that names its resources twice has the later ones only', async () => {
    const text = large(1).toString();
    const content = Buffer.from(`${text.slice(0, -1)},"resources":${JSON.stringify(many.slice(0, 1_500))}}`);
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, content);
    await world.upload(version, arriving(content));
    await world.settled();
    expect(await world.read(version.id)).toMatchObject({ resourcesProcessed: true, resourceCount: 1_500n });
    expect(await world.client.indexedResource.count({ where: { workspaceId: workspace } })).toBe(1_500);
  });

  test('whose inventory cannot be read is stored, and says so', async () => {
    for (const content of [
      large(1, { resources: [7, ...many] }),
      stateOf(1, { outputs: { ['n'.repeat(1_200_000)]: { value: 1, type: 'number' } } }),
    ]) {
      const workspace = await world.workspaceOf();
      const version = await world.announce(workspace, content);
      await world.upload(version, arriving(content));
      await world.settled();
      const read = await world.read(version.id);
      expect(read).toMatchObject({ status: 'finalized', serial: 1n, resourcesProcessed: true });
      expect(read.processingProblem).not.toBeNull();
    }
  });

  test.each([
    ['cut', (content: Buffer) => content.subarray(0, -1)],
    ['wrong at its end', (content: Buffer) => Buffer.concat([content, Buffer.from('x')])],
    [
      'wrong in its middle',
      (content: Buffer) =>
        Buffer.from(content).fill('}', content.indexOf('":', 600_000) + 1, content.indexOf('":', 600_000) + 2),
    ],
    ['not UTF-8', (content: Buffer) => Buffer.from(content).fill(0xff, 500_000, 500_001)],
    ['no state', (content: Buffer) => Buffer.from(content.toString().replace('"serial":1,', '"serial":"one",'))],
    ['malformed, then cut', () => large(1, { resources: [7, ...many] }).subarray(0, -1)],
  ])('that is %s is refused in the words for small content, and nothing of it stays', async (_what, damage) => {
    const workspace = await world.workspaceOf();
    const content = damage(large(1));
    const version = await world.announce(workspace, large(1));
    const before = await world.objectIds();
    const { intake } = intakeWith();
    const words = await refusal(intake.state(arriving(content)));
    expect(await refusal(world.upload(version, arriving(content)))).toEqual(words);
    expect(words.code).toBe('CONTENT_NOT_STATE');
    await gone(before);
    expect(await world.read(version.id)).toMatchObject({ status: 'pending', resourcesProcessed: false });
    await world.upload(version, arriving(large(1)));
    expect(await world.read(version.id)).toMatchObject({ status: 'finalized', resourcesProcessed: true });
  });

  test('that is another state, or whose lock is gone, is refused after it was read: the URL can be used again', async () => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, large(1));
    const before = await world.objectIds();
    expect(await refusal(world.upload(version, arriving(large(2))))).toMatchObject({ code: 'CONTENT_MISMATCH' });
    await gone(before);
    const broken = async function* () {
      yield* arriving(large(1).subarray(0, 700_000));
      throw new Error('the connection broke');
    };
    await expect(world.upload(version, broken())).rejects.toThrow('the connection broke');
    await gone(before);
    expect(await world.client.inventoryDocument.count({ where: { stateVersionId: version.id } })).toBe(0);
    await world.upload(version, arriving(large(1)));
    // Where the thread of the broken upload is still being ended, a job reads the content.
    await world.settled();
    expect(await world.read(version.id)).toMatchObject({ status: 'finalized', resourcesProcessed: true });
  });
});

describe('a thread that fails beside an upload', () => {
  test.each([
    ['dies at the first block', 'if (message.kind === "chunk") process.exit(1)'],
    [
      'dies at the end',
      'if (message.kind === "chunk") parentPort.postMessage({ ...message, kind: "spent" }, [message.block]); if (message.kind === "end") process.exit(1)',
    ],
    ['never answers', 'for (;;);'],
    ['says nothing', ''],
  ])('and %s costs the content nothing but time', async (_what, code) => {
    const { intake } = intakeWith(code);
    const content = large(5);
    const before = await world.objectIds();
    const stored = await intake.stateWithInventory(arriving(content));
    expect(stored).toMatchObject({ md5: md5(content), size: content.length, inventory: null });
    expect(stored.header).toMatchObject({ serial: 5n });
    // What is no state is still none.
    const cut = await refusal(intake.stateWithInventory(arriving(content.subarray(0, -1))));
    expect(cut.code).toBe('CONTENT_NOT_STATE');
    await intake.discardState(stored);
    await gone(before);
  });

  test('and one that is busy keeps nobody waiting', async () => {
    const { intake, reader } = intakeWith();
    let go = (): void => undefined;
    const waits = new Promise<void>((resolve) => {
      go = resolve;
    });
    const content = large(5);
    const slow = async function* () {
      yield* arriving(content.subarray(0, 600_000));
      await waits;
      yield* arriving(content.subarray(600_000));
    };
    const first = intake.stateWithInventory(slow());
    await expect.poll(() => reader.follow({}) === null).toBe(true);
    const second = await intake.stateWithInventory(arriving(content));
    expect(second).toMatchObject({ md5: md5(content), inventory: null });
    go();
    const stored = await first;
    expect(stored.md5).toBe(second.md5);
    await intake.discardState(stored);
    await intake.discardState(second);
  });
});
