import path from 'node:path';
import { expect, test } from 'vitest';
import { databaseStatus } from '../../src/platform/database/database.js';
import { afterwards, scratchFolder } from '../platform/database/scratch.js';
import { releasedData, rootToken } from '../upgrades/released-data.js';
import { Server } from './harness/server.js';
import { goesOn } from './upgrades/after-release.js';

test('this version starts on the data folder of 0.1.0, and everything in it goes on', async () => {
  const folder = scratchFolder();
  releasedData(folder);
  const url = path.join(folder, 'trustate.db');
  expect((await databaseStatus({ url })).pending.length).toBeGreaterThan(0);
  const server = await Server.start({ TRUSTATE_DATA_DIR: folder, TRUSTATE_ROOT_TOKEN: rootToken(folder) });
  afterwards(() => server.stop());
  await goesOn(server);
  expect((await databaseStatus({ url })).pending).toEqual([]);
});
