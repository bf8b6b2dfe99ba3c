import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../src/platform/clock.js';
import { numberedColumns } from '../../../../src/platform/database/copying/copied-tables.js';
import { compareRows, copyRows, sameNumbers } from '../../../../src/platform/database/copying/copy-rows.js';
import { openSource, rowTarget } from '../../../../src/platform/database/copying/open-copying.js';
import { openDatabase } from '../../../../src/platform/database/database.js';
import { afterwards, scratchDatabase, scratchFolder, scratchUrl } from '../scratch.js';

test('a copy is that of one moment, also in the numbers that are given next, however much is written meanwhile', async () => {
  const url = await scratchUrl();
  const used = await scratchDatabase(url);
  const draw = async () => {
    for (const { table, column } of numberedColumns)
      await used.readAnew(`SELECT nextval(pg_get_serial_sequence('"${table}"', '${column}')) AS "n"`);
  };
  await draw();
  const source = await openSource(url);
  afterwards(() => source.close());
  const file = path.join(scratchFolder(), 'copy.db');
  const target = await rowTarget(file, systemClock);
  await target.begin({ id: 'backup', state: '' });
  await draw();
  await copyRows(source, target, () => undefined);
  await draw();
  const copy = await openSource(file);
  expect((await compareRows(source, copy, () => undefined)).different).toEqual([]);
  expect(await sameNumbers(source, copy)).toBe(true);
  await copy.close();
  await target.finish();
  await target.close();
  // Who reads it anew sees that others have drawn some.
  const later = await openSource(url);
  const copied = await openSource(file);
  expect(await sameNumbers(later, copied)).toBe(false);
  await copied.close();
  await later.close();
  const database = await openDatabase({ url: file });
  await database.close();
});
