import path from 'node:path';
import { expect, test } from 'vitest';
import { failureText } from '../../../../src/operator/failing.js';
import { systemClock } from '../../../../src/platform/clock.js';
import { PostgresqlTarget } from '../../../../src/platform/database/copying/postgresql-target.js';
import { SqliteTarget } from '../../../../src/platform/database/copying/sqlite-target.js';
import { openDatabase } from '../../../../src/platform/database/database.js';
import { afterwards, scratchFolder, scratchUrl } from '../scratch.js';

const targets = async () => {
  const file = path.join(scratchFolder(), 'copy.db');
  const url = await scratchUrl();
  for (const each of [file, url]) await (await openDatabase({ url: each })).close();
  const { host, pathname } = new URL(url);
  return [
    { target: new SqliteTarget(file, systemClock), named: file },
    { target: new PostgresqlTarget(url, systemClock), named: `${host}${pathname}` },
  ];
};

test('a failure of the database that is filled names it, and not the one that is read', async () => {
  for (const { target, named } of await targets()) {
    afterwards(() => target.close());
    await target.open();
    const failure: unknown = await target.run('nonsense').catch((error: unknown) => error);
    expect(failure).toMatchObject({ database: named });
    const within: unknown = await target.within(() => target.run('nonsense')).catch((error: unknown) => error);
    expect(within).toMatchObject({ database: named });
  }
  const full = Object.assign(new Error('full'), { code: '53100', database: 'db/trustate' });
  expect(failureText(full, '/data/trustate.db')).toBe(
    'trustate: The database db/trustate cannot be written: the disk is full or failing.',
  );
});
