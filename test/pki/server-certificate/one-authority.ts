import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ownMount, serverRole } from '../../../src/pki/server-certificate/own-authority.js';
import type { PkiWorld } from '../world.js';

/** However often and from where servers began on the folder. */
export async function expectOneAuthority(world: PkiWorld, folder: string): Promise<void> {
  const mounts = (await world.authorities.paths()).filter((path) => path !== 'pki');
  expect(mounts).toEqual([ownMount]);
  const { issuers } = await world.authorities.byPath(ownMount);
  expect(issuers.filter(({ keyId }) => keyId !== undefined)).toHaveLength(1);
  expect(await world.client.issuerKey.count()).toBe(1);
  expect((await world.roles.names(world.operator, ownMount, { size: 10, after: null })).sort()).toEqual([serverRole]);
  expect(existsSync(join(folder, 'tls/ca.key'))).toBe(false);
}
