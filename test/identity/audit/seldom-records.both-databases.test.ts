import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AuditFilter } from '../../../src/identity/audit/record-conditions.js';
import { identityLoaders } from '../../../src/identity/loaders.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { planOf } from '../../platform/database/plan.js';
import { openWorld } from '../world.js';
import type { World } from '../world.js';

/*
 * Filters that few of many records meet: a page and a total read those few.
 */

const count = 6_000;
const organizationId = 'org-AAAAAAAAAAAAAAAA';
const usual = { action: 'certificate.issue', targetType: 'certificate', outcome: 'success' } as const;

type Column = 'action' | 'targetType' | 'outcome';
type Row = Readonly<Record<Column, string>> & { readonly id: bigint; readonly organizationId: string | null };

let world: World;
let rows: readonly Row[];

/** Most are of what machines do all the time, in one organization and in none; of the rest, each kind is a few. */
function rowOf(n: number): Row {
  const of = { id: BigInt(1_000_000 + n), organizationId: n % 3 === 0 ? null : organizationId };
  if (n % 500 === 7) return { ...of, ...usual, outcome: n % 1_000 === 7 ? 'denied' : 'failure' };
  if (n % 500 === 8) return { ...of, ...usual, action: 'token.revoke', targetType: 'token' };
  if (n % 500 === 9) return { ...of, ...usual, action: 'policy.write', targetType: 'policy' };
  if (n % 5 === 1) return { ...of, ...usual, action: 'team.update', targetType: 'team' };
  return n % 2 === 0 ? { ...of, ...usual } : { ...of, ...usual, action: 'workspace.lock', targetType: 'workspace' };
}

beforeAll(async () => {
  world = await openWorld();
  rows = Array.from({ length: count }, (_, n) => rowOf(n));
  await world.client.auditRecord.deleteMany();
  const who = { at: world.clock.now(), actorName: 'olga', actorKind: 'user', targetId: 'x' };
  for (let from = 0; from < count; from += 500)
    await world.client.auditRecord.createMany({
      data: rows.slice(from, from + 500).map((row) => ({ ...who, ...row })),
    });
  if (world.database.provider === 'postgresql') await world.client.$executeRawUnsafe('ANALYZE');
});
afterAll(() => world.close());

/** The first two pages, the last one and the total, with the plan of each statement. */
async function pagesOf(filter: AuditFilter, of: string | null) {
  const spy = vi.spyOn(world.database, 'readSql');
  const caller = await world.root();
  const page = (asked: Parameters<typeof pageAsked>[0]) => {
    const lists = world.visibleFor(identityLoaders(world.client), caller);
    const list = of === null ? lists.recordsOfSite : lists.recordsOfOrganization;
    return list.connection({ id: of ?? 'site' }, filter, pageAsked(asked));
  };
  const first = await page({ first: 2 });
  const pages = [
    ...[first, await page({ first: 2, after: first.pageInfo.endCursor }), await page({ last: 2 })],
    await page({ last: 2, before: first.pageInfo.endCursor }),
  ].map(({ edges }) => edges.map(({ node }) => node.id));
  const total = Number(await first.count());
  const asked = spy.mock.calls.filter(([sql]) => sql.includes('FROM "AuditRecord"'));
  spy.mockRestore();
  const plans = [];
  for (const [sql, parameters = []] of asked) plans.push(await planOf(world.database, { sql, parameters }));
  return { pages, total, plans };
}

/** The same of the rows in memory. */
function expectedOf(filter: Partial<Record<Column, string>>, of: string | null) {
  const met = rows
    .filter((row) => of === null || row.organizationId === of)
    .filter((row) =>
      Object.entries(filter).every(([column, value]) =>
        Object.entries(row).some(([name, has]) => name === column && has === value),
      ),
    )
    .map(({ id }) => id)
    .toReversed();
  return { pages: [met.slice(0, 2), met.slice(2, 4), met.slice(-2), met.slice(0, 1)], total: met.length };
}

const seldom = [
  { filter: { outcome: 'denied' }, by: 'outcome' },
  { filter: { outcome: 'failure' }, by: 'outcome' },
  { filter: { outcome: 'denied', action: 'certificate.issue' }, by: 'outcome' },
  { filter: { action: 'policy.write' }, by: 'action' },
  { filter: { action: 'policy.write', targetType: 'policy', outcome: 'success' }, by: 'action' },
  { filter: { action: 'token.revoke', targetType: 'token' }, by: 'action' },
  { filter: { targetType: 'policy' }, by: 'targetType' },
] as const satisfies readonly { filter: AuditFilter; by: Column }[];

test.each(seldom.flatMap((each) => [null, organizationId].map((of) => ({ ...each, of }))))(
  '%j: a page and a total are found by the index',
  async ({ filter, by, of }) => {
    const { plans, ...found } = await pagesOf(filter, of);
    expect(found).toEqual(expectedOf(filter, of));
    expect(found.total).toBeGreaterThan(3);
    expect(plans).toHaveLength(5);
    // Of two indexes that both have few, PostgreSQL takes the one that it likes.
    const index =
      world.database.provider === 'sqlite' && of !== null ? `organizationId_${by}` : `(?:organizationId_)?${by}`;
    for (const plan of plans) expect(plan).toMatch(new RegExp(`AuditRecord_${index}_idx`));
  },
);

test('what succeeds, as nearly all does, is found along the list', async () => {
  const filter = { outcome: 'success' } as const;
  for (const of of [null, organizationId]) {
    const { plans, ...found } = await pagesOf(filter, of);
    expect(found).toEqual(expectedOf(filter, of));
    for (const plan of plans) expect(plan).not.toMatch(/(?:outcome|action|targetType)_idx/);
  }
});

test('what was done to one object is found as before', async () => {
  const { plans, total } = await pagesOf({ action: 'policy.write', targetId: 'x' }, null);
  expect(total).toBe(expectedOf({ action: 'policy.write' }, null).total);
  for (const plan of plans) expect(plan).not.toContain('action_idx');
});
