import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/platform/database/database.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { intendedIndex } from '../../../../src/platform/database/direct/intended-index.js';
import { tableNamed } from '../../../../src/platform/database/direct/tables.js';
import { freshSqlite } from '../fresh-database.js';

const folder = mkdtempSync(path.join(tmpdir(), 'trustate-indexes-'));
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ url: (await freshSqlite(folder)).url });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = [{ name: 'asc' }, { id: 'asc' }];
const byDate = [{ revokedAt: 'desc' }, { id: 'desc' }];
const workspaces = { AND: [{ organizationId: 'o' }, { projectId: 'p' }] };

test.each<[table: string, where: object, orderBy: object[] | undefined, index: string]>([
  ['Revocation', { mountId: 'm', serialNumber: 's' }, byDate, 'Revocation_mountId_serialNumber_issuerId_key'],
  ['Revocation', { mountId: 'm', serialNumber: 's' }, undefined, 'Revocation_mountId_serialNumber_issuerId_key'],
  ['AcmeOrder', { mountId: 'm', accountId: 'a' }, [{ id: 'desc' }], 'AcmeOrder_accountId_id_idx'],
  ['AcmeOrder', { mountId: 'm', accountId: 'a' }, undefined, 'AcmeOrder_accountId_id_idx'],
  ['Workspace', workspaces, page, 'Workspace_projectId_name_idx'],
  ['Workspace', workspaces, undefined, 'Workspace_projectId_name_idx'],
])('of %s, %j in the order %j SQLite reads few rows', async (name, where, orderBy, index) => {
  const table = tableNamed(name);
  expect(intendedIndex('sqlite', table, where, orderBy)).toBe(` INDEXED BY "${index}"`);
  expect(intendedIndex('postgresql', table, where, orderBy)).toBe('');
  const columns = 'AND' in where ? ['organizationId', 'projectId'] : Object.keys(where);
  const conditions = columns.map((column) => `"${column}" = ?`).join(' AND ');
  expect(await planOf(`SELECT * FROM "${name}" INDEXED BY "${index}" WHERE ${conditions}`)).toContain(
    `INDEX ${index} (`,
  );
});

test('an order of all rows is gone along where the condition has many of them', () => {
  const newest = [{ createdAt: 'desc' }, { id: 'desc' }];
  expect(intendedIndex('sqlite', tableNamed('Workspace'), workspaces, newest)).toBe('');
  expect(intendedIndex('sqlite', tableNamed('Workspace'), { OR: [workspaces] }, page)).toBe('');
  expect(intendedIndex('sqlite', tableNamed('Revocation'), { mountId: 'm' }, byDate)).toBe('');
});

test.each([
  [
    'SELECT "id" FROM "Run" WHERE "workspaceId" = ? ORDER BY "createdAt" DESC, "id" DESC LIMIT 2',
    'Run_workspaceId_createdAt_id_idx',
  ],
  [
    'SELECT * FROM "WebhookDelivery" WHERE "webhookId" = ? AND "deliveryState" = ? ORDER BY "id" DESC LIMIT 21',
    'WebhookDelivery_webhookId_deliveryState_id_idx',
  ],
  [
    'SELECT * FROM "Project" WHERE "organizationId" IN (?, ?) AND "isDefault" = ?',
    'Project_organizationId_isDefault_idx',
  ],
])('%s reads what it answers, and sorts nothing', async (sql, index) => {
  const plan = await planOf(sql);
  expect(plan).toContain(index);
  expect(plan).not.toContain('TEMP B-TREE');
});

async function planOf(sql: string): Promise<string> {
  const rows = await database.client.$queryRawUnsafe<Record<string, unknown>[]>(`EXPLAIN QUERY PLAN ${sql}`);
  return rows.map(({ detail }) => String(detail)).join('\n');
}
