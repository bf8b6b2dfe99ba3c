import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { openStateService, stateOf } from '../../state/service.js';
import type { StateServiceWorld } from '../../state/service.js';
import { openStateGateway } from './state-gateway.js';

let world: StateServiceWorld;
let gateway: Gateway;
let base: string;
beforeAll(async () => {
  world = await openStateService();
  ({ gateway, base } = await openStateGateway(world));
});
afterAll(async () => {
  await gateway.close();
  await world.end();
});

const relation = z.object({ data: z.object({ type: z.literal('state-versions'), id: z.string() }).nullable() });
const document = z.object({
  data: z.object({
    attributes: z.object({ status: z.string(), 'can-restore-backing-data': z.boolean() }),
    relationships: z.object({ 'previous-state-version': relation, 'next-state-version': relation }),
  }),
});

async function read(id: string, token = world.rootToken) {
  const response = await fetch(`${base}/api/v2/state-versions/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { attributes, relationships } = document.parse(await response.json()).data;
  return {
    previous: relationships['previous-state-version'].data?.id ?? null,
    next: relationships['next-state-version'].data?.id ?? null,
    restorable: attributes['can-restore-backing-data'],
  };
}

test('versions know the states before and after them, without those that never were one', async () => {
  const workspace = await world.workspaceOf();
  const other = await world.workspaceOf();
  const first = await world.create(workspace, stateOf(1));
  await world.create(other, stateOf(1));
  const discarded = await world.announce(workspace, stateOf(2));
  const second = await world.create(workspace, stateOf(3));
  const third = await world.create(workspace, stateOf(4));
  const pending = await world.announce(workspace, stateOf(5));
  expect(await read(first.id)).toEqual({ previous: null, next: second.id, restorable: false });
  expect(await read(second.id)).toEqual({ previous: first.id, next: third.id, restorable: false });
  expect(await read(third.id)).toEqual({ previous: second.id, next: null, restorable: false });
  expect(await read(discarded.id)).toMatchObject({ previous: first.id, next: second.id });
  expect(await read(pending.id)).toMatchObject({ previous: third.id, next: null });

  await world.services.backingData.softDelete(world.owner, second.id);
  expect(await read(first.id)).toMatchObject({ next: second.id });
  expect(await read(second.id)).toMatchObject({ previous: first.id, next: third.id, restorable: true });
  await world.services.backingData.permanentlyDelete(world.owner, second.id);
  expect(await read(second.id)).toMatchObject({ restorable: false });
});

test('only owners may restore', async () => {
  const workspace = await world.workspaceOf();
  const first = await world.create(workspace, stateOf(1));
  await world.create(workspace, stateOf(2));
  await world.services.backingData.softDelete(world.owner, first.id);
  const reader = await world.memberWith(workspace, 'admin');
  const { backingData, versions } = world.services;
  const version = (await versions.located(reader, first.id)).version;
  expect(backingData.canRestore(reader, version)).toBe(false);
  expect(backingData.canRestore(world.owner, version)).toBe(true);
});
