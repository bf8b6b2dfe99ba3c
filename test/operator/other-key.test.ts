import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { command } from './command.js';

test('doctor names the key of another installation as what is wrong, and not the audit record', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'trustate-other-key-'));
  try {
    const run = (...args: readonly string[]) =>
      command({ TRUSTATE_DATA_DIR: data, TRUSTATE_SEAL_KEY: Buffer.alloc(32, 7).toString('base64') }, ...args);
    await run('migrate', 'apply');
    const database = new SqliteDatabase(path.join(data, 'trustate.db'));
    database.exec(`INSERT INTO "SealKey" ("id", "notedAt") VALUES ('0011223344556677', '2026-01-01T00:00:00.000Z')`);
    database.close();
    const { status, out } = await run('doctor');
    expect(status).toBe(1);
    expect(out).toMatch(
      /^master keys +failed +the database is sealed under 0011223344556677, which the settings do not/m,
    );
    expect(out).toMatch(/^audit +failed +not checked without the master key 0011223344556677$/m);
  } finally {
    rmSync(data, { recursive: true });
  }
});
