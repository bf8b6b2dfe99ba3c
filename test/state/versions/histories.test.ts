import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StateVersionId, WorkspaceId } from '../../../src/platform/ids.js';
import type { StateVersionStatus } from '../../../src/state/versions/status.js';
import type { StateVersion } from '../../../src/state/versions/version.type.js';
import { day, jsonState, openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

/** What a workspace should be, kept by the rules of the specification alone. */
interface Model {
  versions: {
    id: StateVersionId;
    serial: bigint;
    status: StateVersionStatus;
    dueIn: number | null;
    version: StateVersion;
    /** Bytes that its creator sent so far: content, JSON form, outputs. */
    content: number;
    json: number | null;
    outputs: number;
  }[];
  current: StateVersionId | null;
  /** Serial of the newest content. */
  known: bigint;
  highest: bigint;
}

type Step =
  | { do: 'create' | 'announce'; above: number; outputs: boolean }
  | { do: 'upload' | 'json' | 'rollback' | 'softDelete' | 'restore' | 'permanentlyDelete'; which: number }
  | { do: 'days'; days: number };

const above = fc.integer({ min: -1, max: 2 });
const which = fc.nat({ max: 9 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('create' as const, 'announce' as const), above, outputs: fc.boolean() }),
  fc.record({
    do: fc.constantFrom(
      'upload' as const,
      'json' as const,
      'rollback' as const,
      'softDelete' as const,
      'restore' as const,
      'permanentlyDelete' as const,
    ),
    which,
  }),
  fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 5 }) }),
);

/** Whether the service did it; a refusal that is no problem of the catalogue is a fault. */
async function tried<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    expect(error).toHaveProperty('code');
    return null;
  }
}

// Every content of a serial differs, so that an equal serial is a conflict.
let contents = 0;
const made = new Map<StateVersionId, Buffer>();

const outputs = Buffer.from(JSON.stringify({ word: { value: 'a', type: 'string', sensitive: false } }));

async function add(model: Model, workspace: WorkspaceId, step: Extract<Step, { above: number }>) {
  const serial = model.known + BigInt(step.above);
  if (serial < 0n) return;
  const content = stateOf(serial, { number: (contents += 1) });
  const version = await tried(world[step.do](workspace, content, { jsonStateOutputs: step.outputs ? outputs : null }));
  expect(version !== null).toBe(model.current === null || step.above > 0);
  if (!version) return;
  made.set(version.id, content);
  supersede(model);
  const status = step.do === 'create' ? 'finalized' : 'pending';
  const sizes = { content: content.length, json: null, outputs: step.outputs ? outputs.length : 0 };
  model.versions.push({ id: version.id, serial, status, dueIn: null, version, ...sizes });
  if (status === 'finalized') arrived(model, version.id, serial);
}

function supersede(model: Model) {
  for (const it of model.versions) {
    if (it.status === 'pending') Object.assign(it, { status: 'discarded', json: null, outputs: 0 });
  }
}

const hasContent = ({ status }: Model['versions'][number]) =>
  status === 'finalized' || status === 'backing_data_soft_deleted';

/** What it stores: what was sent and is not gone for good. */
function bytesOf(it: Model['versions'][number]): number {
  const waits = it.status === 'pending' ? (it.json ?? 0) + it.outputs : 0;
  return hasContent(it) ? it.content + (it.json ?? 0) + it.outputs : waits;
}

function arrived(model: Model, id: StateVersionId, serial: bigint) {
  model.current = id;
  model.known = serial;
  if (serial > model.highest) model.highest = serial;
}

async function act(model: Model, workspace: WorkspaceId, step: Extract<Step, { which: number }>) {
  const it = model.versions[step.which % Math.max(1, model.versions.length)];
  if (!it) return;
  const { backingData, rollback } = world.services;
  switch (step.do) {
    case 'upload': {
      const content = made.get(it.id);
      if (!content) return;
      const done = await tried(world.upload(it.version, content).then(() => true));
      expect(done !== null).toBe(it.status === 'pending');
      if (!done) return;
      it.status = 'finalized';
      arrived(model, it.id, it.serial);
      return;
    }
    case 'json': {
      const done = await tried(world.upload(it.version, jsonState(), 'json').then(() => true));
      const takesJson = (it.status === 'pending' || it.status === 'finalized') && it.json === null;
      // Whoever reads a version later is shown an upload URL that is made anew.
      expect(done !== null).toBe(takesJson);
      if (done) it.json = jsonState().length;
      return;
    }
    case 'rollback': {
      const copy = await tried(rollback.rollback(world.owner, workspace, it.id));
      expect(copy !== null).toBe(it.status === 'finalized');
      if (!copy) return;
      expect(copy.serial).toBe(model.highest + 1n);
      supersede(model);
      const { content, json, outputs } = it;
      const serials = String(copy.serial).length - String(it.serial).length;
      model.versions.push({
        ...{ id: copy.id, serial: copy.serial, status: 'finalized', dueIn: null, version: copy },
        ...{ content: content + serials, json, outputs },
      });
      arrived(model, copy.id, copy.serial);
      return;
    }
    case 'softDelete': {
      const done = await tried(backingData.softDelete(world.owner, it.id, 3));
      expect(done !== null).toBe(it.status === 'finalized' && model.current !== it.id);
      if (done) Object.assign(it, { status: 'backing_data_soft_deleted', dueIn: 3 });
      return;
    }
    case 'restore': {
      const done = await tried(backingData.restore(world.owner, it.id));
      expect(done !== null).toBe(it.status === 'backing_data_soft_deleted');
      if (done) Object.assign(it, { status: 'finalized', dueIn: null });
      return;
    }
    case 'permanentlyDelete': {
      const done = await tried(backingData.permanentlyDelete(world.owner, it.id));
      expect(done !== null).toBe(it.status === 'backing_data_soft_deleted');
      if (done) Object.assign(it, { status: 'backing_data_permanently_deleted', dueIn: null });
    }
  }
}

async function pass(model: Model, days: number) {
  world.clock.advance(days * day);
  await world.settled();
  for (const it of model.versions) {
    if (it.dueIn === null) continue;
    it.dueIn -= days;
    if (it.dueIn <= 0) Object.assign(it, { status: 'backing_data_permanently_deleted', dueIn: null });
  }
}

test('after any history everything is as the specification says, and counted right', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 25 }), async (history) => {
      const workspace = await world.workspaceOf();
      const model: Model = { versions: [], current: null, known: 0n, highest: -1n };
      for (const step of history) {
        if (step.do === 'days') {
          // Upload URLs expire with their days; what waits is announced anew then.
          if (model.versions.some(({ status }) => status === 'pending')) continue;
          await pass(model, step.days);
        } else if ('above' in step) await add(model, workspace, step);
        else await act(model, workspace, step);
      }
      await world.settled();
      const rows = await world.client.stateVersion.findMany({
        where: { workspaceId: workspace },
        orderBy: { number: 'asc' },
      });
      expect(rows.map(({ id, status, serial }) => [id, status, serial])).toEqual(
        model.versions.map(({ id, status, serial }) => [id, status, serial]),
      );
      const row = await world.row(workspace);
      expect(row).toMatchObject({
        currentStateVersionId: model.current,
        latestStateVersionId: model.versions.at(-1)?.id ?? null,
        highestSerial: model.highest,
        lastNumber: BigInt(model.versions.length),
        indexedStateVersionId: model.current,
      });
      const { kept, counted } = await world.counts(workspace);
      expect(kept).toEqual(counted);
      expect(kept['bytes']).toBe(BigInt(model.versions.reduce((sum, it) => sum + bytesOf(it), 0)));
      const objects = await world.objectIds();
      for (const { status, contentObjectId, resourcesProcessed } of rows) {
        const stored = status === 'finalized' || status === 'backing_data_soft_deleted';
        expect(contentObjectId !== null && objects.includes(contentObjectId)).toBe(stored);
        if (stored) expect(resourcesProcessed).toBe(true);
      }
    }),
    { numRuns: 25 },
  );
});
