import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeWorkspace } from '../../../src/state/workspaces/workspace.store.js';
import { openStateService } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

test('whoever was overtaken has the row for itself when it decides again', async () => {
  const id = await world.workspaceOf();
  const { lastNumber } = await world.row(id);
  const seen: bigint[] = [];
  const overtake = () =>
    world.client.workspace.update({
      where: { id },
      data: { lastNumber: { increment: 10n }, revision: { increment: 1 } },
    });
  await world.database.transaction((tx) =>
    changeWorkspace(tx, id, async (row) => {
      seen.push(row.lastNumber - lastNumber);
      if (seen.length === 1) await overtake();
      else {
        const others = world.client.$queryRawUnsafe('SELECT 1 FROM "Workspace" WHERE "id" = $1 FOR UPDATE NOWAIT', id);
        await expect(others).rejects.toThrow('could not obtain lock');
      }
      return { lastNumber: row.lastNumber + 1n };
    }),
  );
  expect(seen).toEqual([0n, 10n]);
  expect((await world.row(id)).lastNumber - lastNumber).toBe(11n);
});

test('a workspace that is deleted meanwhile is not there', async () => {
  const id = await world.workspaceOf();
  const changing = world.database.transaction((tx) =>
    changeWorkspace(tx, id, async () => {
      await world.services.workspaces.delete(world.owner, { id });
      return {};
    }),
  );
  await expect(changing).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
