import { afterAll, beforeAll, beforeEach } from 'vitest';
import { problems } from '../../../src/platform/problems.js';
import type { WorkspaceId } from '../../../src/platform/ids.js';
import { openStateService } from '../service.js';
import type { StateServiceWorld } from '../service.js';

/** What is refused where there is no room. */
export const noRoom = { code: 'STORAGE_QUOTA_EXCEEDED', message: problems.STORAGE_QUOTA_EXCEEDED };
export const outputs = Buffer.from(JSON.stringify({ word: { value: 'a', type: 'string', sensitive: false } }));
export const length = (...contents: readonly Uint8Array[]) =>
  BigInt(contents.reduce((sum, { length: octets }) => sum + octets, 0));

/** A world for the tests of a file, whose organization has no quota when a test begins. */
export function quotaWorld() {
  let world: StateServiceWorld;
  beforeAll(async () => {
    world = await openStateService();
  });
  afterAll(() => world.end());

  const quota = (storageQuota: bigint | null) =>
    world.client.organization.update({ where: { id: world.organizationId }, data: { storageQuota } });
  async function used(): Promise<bigint> {
    const { _sum } = await world.client.workspace.aggregate({
      where: { organizationId: world.organizationId },
      _sum: { storedBytes: true },
    });
    return _sum.storedBytes ?? 0n;
  }
  beforeEach(() => quota(null));

  return {
    get world() {
      return world;
    },
    quota,
    used,
    stored: async (workspace: WorkspaceId) => (await world.row(workspace)).storedBytes,
    /** So that exactly this many bytes may still be stored. */
    leave: async (bytes: number) => quota((await used()) + BigInt(bytes)),
  };
}
