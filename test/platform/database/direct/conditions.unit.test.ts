import { describe, expect, test } from 'vitest';
import { conditionOf } from '../../../../src/platform/database/direct/conditions.js';
import { NotDirect } from '../../../../src/platform/database/direct/not-direct.js';
import { StatementText } from '../../../../src/platform/database/direct/statement-text.js';
import { tableNamed } from '../../../../src/platform/database/direct/tables.js';
import type { Provider } from '../../../../src/platform/database/engine.js';

const workspace = tableNamed('Workspace');

function written(provider: Provider, where: unknown): { sql: string; args: unknown[] } {
  const text = new StatementText(provider);
  const { sql, args } = text.query(conditionOf(text, workspace, where));
  return { sql, args };
}

const at = new Date(0);

describe('a condition of the client is written as', () => {
  test.each<[where: unknown, sql: string, args: unknown[]]>([
    [undefined, '', []],
    [{}, '', []],
    [{ name: undefined, AND: [] }, '', []],
    [{ name: 'a' }, '"name" = ?', ['a']],
    [{ name: 'a', lockedAt: null }, '("name" = ? AND "lockedAt" IS NULL)', ['a']],
    [{ name: { in: ['a', 'b'] } }, '"name" IN (?,?)', ['a', 'b']],
    [{ name: { in: ['a'] } }, '"name" = ?', ['a']],
    [{ name: { in: [] } }, '1=0', []],
    [{ name: { notIn: [] } }, '1=1', []],
    [{ name: { not: 'a' } }, '"name" <> ?', ['a']],
    [{ lockedAt: { not: null } }, '"lockedAt" IS NOT NULL', []],
    [{ updatedAt: { gte: at, lt: at } }, '("updatedAt" >= ? AND "updatedAt" < ?)', [at, at]],
    [{ searchName: { contains: 'b' } }, '"searchName" LIKE ?', ['%b%']],
    [{ OR: [{ name: 'a' }, { id: 'b' }] }, '("name" = ? OR "id" = ?)', ['a', 'b']],
    [{ NOT: [{ name: 'a' }, { id: 'b' }] }, '(NOT "name" = ? AND NOT "id" = ?)', ['a', 'b']],
    // Prisma drops one without content within AND, so that everything is found. Nobody who may see nothing sees everything.
    [{ OR: [] }, '1=0', []],
    [{ AND: [{ OR: [] }] }, '1=0', []],
    [{ organizationId_name: { organizationId: 'o', name: 'a' } }, '("organizationId" = ? AND "name" = ?)', ['o', 'a']],
    [
      { project: { name: 'p' } },
      '"projectId" IN (SELECT "id" FROM "Project" WHERE ("name" = ? AND "id" IS NOT NULL))',
      ['p'],
    ],
    [
      { tagBindings: { some: { tag: { key: 't' } } } },
      '"id" IN (SELECT "workspaceId" FROM "TagBinding" WHERE ("tagId" IN (SELECT "id" FROM "Tag" WHERE ("key" = ? AND "id" IS NOT NULL)) AND "workspaceId" IS NOT NULL))',
      ['t'],
    ],
    [
      { teamAccess: { none: {} } },
      'NOT EXISTS (SELECT 1 FROM "TeamWorkspaceAccess" AS "t1" WHERE "t1"."workspaceId" = "Workspace"."id")',
      [],
    ],
    // For one row, nothing is listed that belongs to others.
    [
      { AND: [{ id: 'w' }, { organization: { workspaces: { some: { name: 'a' } } } }] },
      '("id" = ? AND EXISTS (SELECT 1 FROM "Organization" AS "t1" WHERE ("t1"."id" = "Workspace"."organizationId" AND EXISTS (SELECT 1 FROM "Workspace" AS "t2" WHERE ("t2"."organizationId" = "t1"."id" AND "name" = ?)))))',
      ['w', 'a'],
    ],
  ])('%j', (where, sql, args) => {
    expect(written('sqlite', where)).toEqual({ sql, args });
  });

  test('rows of other tables are not listed on PostgreSQL, which plans either way', () => {
    expect(written('postgresql', { project: { name: 'p' } }).sql).toBe(
      'EXISTS (SELECT 1 FROM "Project" AS "t1" WHERE ("t1"."id" = "Workspace"."projectId" AND "name" = $1))',
    );
  });

  test('what is lacking is looked up for each row on PostgreSQL, which would list all of it for one page', () => {
    expect(written('postgresql', { NOT: { tagBindings: { none: { tagId: 't' } } } }).sql).toBe(
      'NOT (SELECT 1 FROM "TagBinding" AS "t1" WHERE ("t1"."workspaceId" = "Workspace"."id" AND "tagId" = $1) LIMIT 1) IS NULL',
    );
  });

  test('a list is one parameter on PostgreSQL', () => {
    expect(written('postgresql', { name: { in: ['a', 'b'], notIn: ['c', 'd'] }, id: 'e' })).toEqual({
      sql: '(("name" = ANY($1) AND "name" <> ALL($2)) AND "id" = $3)',
      args: [['a', 'b'], ['c', 'd'], 'e'],
    });
  });
});

describe('left to Prisma is', () => {
  test.each<[what: string, where: unknown]>([
    ['a column that is not there', { nobody: 'a' }],
    ['a value of another type', { name: 1 }],
    ['half of a surrogate pair', { name: '\ud800' }],
    ['a number that the column does not hold', { resourceCount: 2 ** 60 }],
    ['a time without a year of four digits', { updatedAt: new Date(8.64e15) }],
    ['null for a column that has none', { name: { in: [null] } }],
    ['a comparison that it knows alone', { name: { search: 'a' } }],
    ['a comparison in another mode', { name: { contains: 'a', mode: 'insensitive' } }],
    ['an object of a class', { name: new Map() }],
    ['no row on the other side', { project: null }],
    ['a row that is not like this', { project: { isNot: { name: 'a' } } }],
    ['each of a list', { tagBindings: { every: {} } }],
    ['an empty part of OR', { OR: [{}] }],
    ['an empty NOT', { NOT: {} }],
    ['a part of a key', { organizationId_name: { organizationId: 'o' } }],
    ['a condition that is none', 'name'],
    ['a list of conditions', [{ name: 'a' }]],
  ])('%s', (_what, where) => {
    expect(() => written('sqlite', where)).toThrow(NotDirect);
  });
});
