import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tableNamed } from '../../../../src/platform/database/direct/tables.js';
import { organization } from '../scratch-rows.js';
import type { Given } from './given-calls.js';
import { call, TwoWays } from './two-ways.js';

let ways: TwoWays;
beforeAll(async () => {
  ways = await TwoWays.open();
});
afterAll(() => ways.close());

const at = new Date('2026-01-02T03:04:05.678Z');
const user = (id: string) => ({ id, username: id, email: `${id}@example.com`, createdAt: at, updatedAt: at });
const placed = (id: string, organizationId: string) => ({ id, name: id, organizationId, createdAt: at, updatedAt: at });
const workspace = (id: string, organizationId: string, projectId: string) => ({
  ...placed(id, organizationId),
  projectId,
  latestChangeAt: at,
});
const tag = (id: string) => ({ id, key: id, organizationId: 'org-a', createdAt: at });
const bound = (tagId: string, workspaceId: string, value: string) => ({
  ...{ id: `${tagId}-${workspaceId}`, tagId, workspaceId, value, createdAt: at },
});

/** Each table's rows, after those that they refer to. */
const stored: readonly (readonly [table: string, rows: readonly Given[]])[] = [
  ['User', ['u-1', 'u-2'].map(user)],
  ['Organization', [{ ...organization('a'), serviceUserId: 'u-1' }, organization('b'), organization('empty')]],
  ['Project', [placed('p-1', 'org-a'), placed('p-2', 'org-a'), placed('p-3', 'org-b')]],
  ['Workspace', [workspace('w-1', 'org-a', 'p-1'), workspace('w-2', 'org-a', 'p-2'), workspace('w-3', 'org-b', 'p-3')]],
  ['Tag', [tag('t-1'), tag('t-2')]],
  ['TagBinding', [bound('t-1', 'w-1', 'x'), bound('t-2', 'w-1', 'y'), bound('t-1', 'w-2', 'z')]],
];

describe('rows of other tables are found alike', () => {
  const byId = { orderBy: { id: 'asc' } };
  test.each<[operation: string, table: string, args: Given]>([
    ['findMany', 'Organization', { include: { serviceUser: true }, ...byId }],
    ['findMany', 'Organization', { include: { projects: { orderBy: { name: 'desc' } } }, ...byId }],
    ['findMany', 'Organization', { select: { name: true, projects: { select: { name: true }, ...byId } }, ...byId }],
    [
      'findMany',
      'Organization',
      {
        select: {
          workspaces: { where: { name: { not: 'w-1' } }, include: { project: { omit: { id: true } } }, ...byId },
        },
        ...byId,
      },
    ],
    [
      'findUnique',
      'Workspace',
      { where: { id: 'w-1' }, include: { tagBindings: { include: { tag: true }, ...byId } } },
    ],
    ['findUnique', 'Workspace', { where: { id: 'w-1' }, select: { project: { select: { name: true } } } }],
    ['findUnique', 'Workspace', { where: { id: 'nobody' }, select: { project: true } }],
    ['findUnique', 'Workspace', { where: { organizationId_name: { organizationId: 'org-a', name: 'w-2' } } }],
    ['findFirst', 'User', { where: { id: 'u-1' }, select: { serviceOfOrganization: { select: { name: true } } } }],
    ['findFirst', 'User', { where: { id: 'u-2' }, include: { serviceOfOrganization: true } }],
    ['update', 'Workspace', { where: { id: 'w-3' }, data: { name: 'new' }, include: { organization: true } }],
    ['findMany', 'Workspace', { where: { project: { name: 'p-1' } } }],
    ['findMany', 'Workspace', { where: { project: { is: { organization: { name: 'a' } } } }, ...byId }],
    ['findMany', 'Organization', { where: { serviceUser: { username: 'u-1' } } }],
    ['findMany', 'Organization', { where: { NOT: { serviceUser: { username: 'u-1' } } }, ...byId }],
    ['findMany', 'Organization', { where: { workspaces: { some: {} } }, ...byId }],
    ['findMany', 'Organization', { where: { workspaces: { none: {} } }, ...byId }],
    ['findMany', 'Organization', { where: { workspaces: { none: { name: 'w-1' } } }, ...byId }],
    ['findMany', 'Organization', { where: { NOT: { workspaces: { some: { name: 'w-1' } } } }, ...byId }],
    ['findMany', 'Workspace', { where: { tagBindings: { some: { value: 'x', tag: { key: 't-1' } } } } }],
    ['findMany', 'Workspace', { where: { tagBindings: { some: { value: 'x' }, none: { value: 'y' } } }, ...byId }],
    ['findMany', 'Tag', { where: { bindings: { none: { workspaceId: 'w-2' } } }, ...byId }],
    ['findMany', 'Workspace', { where: { organization: { workspaces: { some: { name: 'w-1' } } } }, ...byId }],
    ['findMany', 'Workspace', { where: { organization: { workspaces: { none: { name: 'w-1' } } } }, ...byId }],
    [
      'findMany',
      'Workspace',
      { where: { id: 'w-2', organization: { workspaces: { some: { name: 'w-1' } } } }, ...byId },
    ],
    [
      'findMany',
      'Workspace',
      { where: { id: 'w-2', organization: { workspaces: { none: { name: 'w-1' } } } }, ...byId },
    ],
    ['findMany', 'Organization', { where: { id: 'org-b', NOT: { serviceUser: { username: 'u-1' } } }, ...byId }],
    ['deleteMany', 'Organization', { where: { id: 'org-empty', workspaces: { none: {} } } }],
    ['updateMany', 'Project', { where: { id: 'p-1', workspaces: { some: {} } }, data: { name: 'new' } }],
    ['count', 'Workspace', { where: { project: { organizationId: 'org-a' } } }],
    ['updateMany', 'Workspace', { where: { project: { name: 'p-2' } }, data: { name: 'new' } }],
    ['deleteMany', 'Workspace', { where: { tagBindings: { some: { value: 'z' } } } }],
    ['findMany', 'Workspace', { distinct: ['organizationId'], select: { organizationId: true } }],
  ])('%s of %s %j', async (operation, name, args) => {
    const work = async (tx: object) => {
      for (const [table, rows] of stored) await call(tx, tableNamed(table), 'createMany', { data: rows });
      return call(tx, tableNamed(name), operation, args);
    };
    const [direct, prisma] = [await ways.directly(work), await ways.byPrisma(work)];
    expect(isOrdered(args) ? direct : sorted(direct)).toEqual(isOrdered(args) ? prisma : sorted(prisma));
  });
});

const isOrdered = (args: Given): boolean => 'orderBy' in args;
const sorted = (found: unknown): unknown =>
  Array.isArray(found)
    ? found
        .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
        .sort()
    : found;
