import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Storage } from '../../../src/state/quota/storage.js';
import { carryOut, changedWorkspace, seenWorkspace } from '../../../src/state/workspaces/planned-change.js';
import type { Seeing } from '../../../src/state/workspaces/planned-change.js';
import { openStateService } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

/** A plan to describe a workspace, which others overtake so often. */
async function planned(overtaken: number) {
  const id = await world.workspaceOf();
  const committed = vi.fn<() => void>();
  let left = overtaken;
  const plan = async (seeing: Seeing) => {
    const seen = await seenWorkspace(seeing, id, null);
    const { row, write } = changedWorkspace(seen, { description: 'planned' });
    if (left > 0) {
      left -= 1;
      await world.client.workspace.update({ where: { id }, data: { revision: { increment: 1 } } });
    }
    return { writes: [write], result: row, committed, added: 1n };
  };
  return { id, committed, plan, description: async () => (await world.row(id)).description };
}

test.each([0, 1, 2])('what follows a commit is done once, though others were faster %i times', async (overtaken) => {
  const { plan, committed, description } = await planned(overtaken);
  await carryOut(world.database, plan);
  expect(committed).toHaveBeenCalledTimes(1);
  expect(await description()).toBe('planned');
});

const placeOf = async (id: string) => {
  const { organizationId } = await world.client.workspace.findUniqueOrThrow({ where: { id } });
  return { organizationId, storageQuota: 1_000n };
};

test('within a transaction it is done after what else belongs to it', async () => {
  const { id, plan, committed } = await planned(0);
  const storage = new Storage({ database: world.database, quotaBytes: null });
  await storage.keep(await placeOf(id), plan, {
    after: (_tx, kept) => {
      expect(committed).not.toHaveBeenCalled();
      return Promise.resolve(kept);
    },
  });
  expect(committed).toHaveBeenCalledTimes(1);
});

test('nothing follows what is not kept', async () => {
  const { id, plan, committed, description } = await planned(0);
  const storage = new Storage({ database: world.database, quotaBytes: null });
  const after = () => Promise.reject(new Error('the disk is full'));
  await expect(storage.keep(await placeOf(id), plan, { after })).rejects.toThrow('the disk is full');
  expect(committed).not.toHaveBeenCalled();
  expect(await description()).not.toBe('planned');
});
