import path from 'node:path';
import { expect, test } from 'vitest';
import { backup } from '../../../src/operator/backup/backup.js';
import { restore } from '../../../src/operator/backup/restore.js';
import { move } from '../../../src/operator/move/move.js';
import { systemClock } from '../../../src/platform/clock.js';
import { migrateDatabase, openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { readConfig } from '../../../src/settings/config.js';
import type { Config } from '../../../src/settings/config.js';
import { scratchFolder } from '../../platform/database/scratch.js';
import { releasedData } from '../../upgrades/released-data.js';
import { emptyPostgresql, options } from '../move/places.js';

/*
 * A backup that was made of version 0.1.0, which counted nothing: where it is restored, every counter is what a count gives, and goes on.
 */

/** The lists that have rows there, as they are counted. */
const counts = `
  SELECT 'organization' AS "list", COUNT(*) AS "count" FROM "Organization"
  UNION ALL SELECT 'user', COUNT(*) FROM "User" WHERE "kind" = 'person'
  UNION ALL SELECT 'policy', COUNT(*) FROM "AclPolicy"
  UNION ALL SELECT 'audit', COUNT(*) FROM "AuditRecord" WHERE "position" IS NOT NULL
  UNION ALL SELECT 'audit/' || "organizationId", COUNT(*) FROM "AuditRecord" WHERE "position" IS NOT NULL AND "organizationId" IS NOT NULL GROUP BY "organizationId"
  UNION ALL SELECT 'certificate/' || "mountId", COUNT(*) FROM "Certificate" WHERE "indexed" GROUP BY "mountId"
  UNION ALL SELECT 'certificate-issuer/' || "issuerId", COUNT(*) FROM "Certificate" WHERE "indexed" AND "issuerId" IS NOT NULL GROUP BY "issuerId"
  UNION ALL SELECT 'certificate-role/' || "mountId" || '/' || "roleName", COUNT(*) FROM "Certificate" WHERE "indexed" AND "roleName" IS NOT NULL GROUP BY "mountId", "roleName"
  UNION ALL SELECT 'revocation/' || "mountId", COUNT(*) FROM "Revocation" GROUP BY "mountId"
  UNION ALL SELECT 'role/' || "mountId", COUNT(*) FROM "Role" GROUP BY "mountId"
  UNION ALL SELECT 'membership/' || "organizationId" || '/' || "status", COUNT(*) FROM "OrganizationMembership" GROUP BY "organizationId", "status"
  UNION ALL SELECT 'user-token/' || "userId", COUNT(*) FROM "Token" WHERE "userId" IS NOT NULL AND "revokedAt" IS NULL AND "type" <> 'wrapping' GROUP BY "userId"
  UNION ALL SELECT 'stored-bytes', CAST(SUM("storedBytes") AS BIGINT) FROM "Workspace"`;

const listed = async (database: Database, sql: string) => {
  const rows = await database.readSql(sql);
  return rows.map(({ list, count }) => `${String(list)} ${String(count)}`).sort();
};

async function expectCounted(database: Database): Promise<void> {
  const counted = await listed(database, `SELECT * FROM (${counts}) c WHERE c."count" > 0`);
  expect(counted.length).toBeGreaterThan(5);
  expect(await listed(database, 'SELECT "list", "count" FROM "RowCount"')).toEqual(counted);
}

const old = (): Config => {
  const folder = path.join(scratchFolder(), 'data');
  releasedData(folder);
  return readConfig({ TRUSTATE_DATA_DIR: folder });
};

async function restored(database: string | undefined): Promise<string> {
  const folder = path.join(scratchFolder(), 'backup');
  await backup(old(), folder, { clock: systemClock, includeKeys: true });
  const target = readConfig({
    TRUSTATE_DATA_DIR: path.join(scratchFolder(), 'restored'),
    ...(database !== undefined && { TRUSTATE_DATABASE_URL: database }),
  });
  await restore(target, folder, { clock: systemClock });
  return target.databaseUrl;
}

async function moved(): Promise<string> {
  const database = await emptyPostgresql();
  const from = old();
  // A move asks for that first.
  await migrateDatabase({ url: from.databaseUrl });
  await move(from, { ...options, database, objects: undefined });
  return database;
}

test.each([
  ['restored as SQLite', () => restored(undefined)],
  ['restored on PostgreSQL', async () => restored(await emptyPostgresql())],
  ['moved to PostgreSQL', moved],
] as const)('every counter is right where data of 0.1.0 is %s, and stays so', async (_how, place) => {
  const database = await openDatabase({ url: await place() });
  try {
    await expectCounted(database);
    await database.client.token.deleteMany();
    await database.client.organizationMembership.deleteMany();
    await database.client.revocation.deleteMany();
    await expectCounted(database);
  } finally {
    await database.close();
  }
});
