import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AuditFilter } from '../../../src/identity/audit/record-conditions.js';
import { identityLoaders } from '../../../src/identity/loaders.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { planOf } from '../../platform/database/plan.js';
import { openWorld } from '../world.js';
import type { World } from '../world.js';

/*
 * Filters by an actor and by a time: a page and a total read what they ask for, in the order of time.
 */

const count = 6_000;
/** Those that have no place in the chain yet. */
const waiting = 8;
const organizationId = 'org-AAAAAAAAAAAAAAAA';
const olgaId = 'user-CCCCCCCCCCCCCCCC';

interface Row {
  readonly id: bigint;
  readonly at: Date;
  readonly organizationId: string | null;
  readonly actorName: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly outcome: string;
}

let world: World;
let rows: readonly Row[];

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000);

/** Machines do nearly everything; the clock of one server in five is seven minutes ahead, so that times and numbers differ in order, or are equal. */
function rowOf(n: number): Row {
  const of = {
    id: BigInt(1_000_000 + n),
    at: minute(n % 5 === 2 ? n + 7 : n),
    organizationId: n % 3 === 0 ? null : organizationId,
    action: n % 2 === 0 ? 'certificate.issue' : 'workspace.lock',
    outcome: 'success',
  };
  if (n % 500 === 4 || n === count - 3) return { ...of, actorName: 'olga', actorId: olgaId };
  if (n % 1_000 === 5) return { ...of, actorName: 'olga-before', actorId: olgaId };
  if (n % 1_000 === 8) return { ...of, actorName: 'olga', actorId: null, outcome: 'denied' };
  if (n % 1_000 === 9) return { ...of, actorName: olgaId, actorId: null };
  const bot = n % 97;
  return { ...of, actorName: `bot-${bot}`, actorId: `user-BBBBBBBBBBBBBB${10 + bot}` };
}

beforeAll(async () => {
  world = await openWorld();
  rows = Array.from({ length: count }, (_, n) => rowOf(n));
  await world.client.auditRecord.deleteMany();
  const said = { actorKind: 'user', targetType: 'certificate', targetId: 'x' };
  for (let from = 0; from < count; from += 500)
    await world.client.auditRecord.createMany({
      data: rows.slice(from, from + 500).map((row, n) => {
        const position = from + n < count - waiting ? BigInt(from + n + 1) : null;
        return { ...said, ...row, position };
      }),
    });
  if (world.database.provider === 'postgresql') await world.client.$executeRawUnsafe('ANALYZE');
});
afterAll(() => world.close());

/** The first two pages, the last one, a page by number and the total, with the plan of each statement. */
async function pagesOf(filter: AuditFilter, of: string | null) {
  const caller = await world.root();
  const spy = vi.spyOn(world.database, 'readSql');
  const list = () => {
    const lists = world.visibleFor(identityLoaders(world.client), caller);
    return of === null ? lists.recordsOfSite : lists.recordsOfOrganization;
  };
  const parent = { id: of ?? 'site' };
  const page = (asked: Parameters<typeof pageAsked>[0]) => list().connection(parent, filter, pageAsked(asked));
  const first = await page({ first: 3 });
  const connections = [
    ...[first, await page({ first: 3, after: first.pageInfo.endCursor }), await page({ last: 3 })],
    await page({ last: 2, before: first.pageInfo.endCursor }),
  ].map(({ nodes }) => nodes.map(({ id }) => id));
  const { items } = await list().numbered(parent, filter, { number: 2, size: 4, skip: 4 });
  const total = Number(await first.count());
  const asked = spy.mock.calls.filter(([sql]) => sql.includes('FROM "AuditRecord"'));
  spy.mockRestore();
  const plans = [];
  for (const [sql, parameters = []] of asked) plans.push(await planOf(world.database, { sql, parameters }));
  return { pages: [...connections, items.map(({ id }) => id)], total, plans };
}

const meets = (row: Row, { actor, action, outcome, recordedAfter: from, recordedBefore: to }: AuditFilter) =>
  (!actor || row.actorName === actor || row.actorId === actor) &&
  (!action || row.action === action) &&
  (!outcome || row.outcome === outcome) &&
  (!from || row.at >= from) &&
  (!to || row.at < to);

/** The same of the rows in memory, the latest first. */
function expectedOf(filter: AuditFilter, of: string | null) {
  const met = rows
    .filter((row) => (of === null || row.organizationId === of) && meets(row, filter))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || Number(other.id - one.id))
    .map(({ id }) => id);
  const pages = [met.slice(0, 3), met.slice(3, 6), met.slice(-3), met.slice(0, 2), met.slice(4, 8)];
  return { pages, total: met.length };
}

const day = { recordedAfter: minute(1_000), recordedBefore: minute(1_060) };
const asked: readonly { filter: AuditFilter; by: string }[] = [
  { filter: day, by: 'time' },
  { filter: { ...day, action: 'certificate.issue' }, by: 'time' },
  { filter: { recordedAfter: minute(count - 40) }, by: 'time' },
  { filter: { recordedBefore: minute(30) }, by: 'time' },
  { filter: { actor: 'olga' }, by: 'actorName' },
  { filter: { actor: olgaId }, by: 'actorId' },
  { filter: { actor: 'olga', recordedAfter: minute(2_000) }, by: 'actorName' },
  { filter: { actor: 'olga', action: 'certificate.issue', outcome: 'success' }, by: 'actorName' },
];

test.each(asked.flatMap((each) => [null, organizationId].map((of) => ({ ...each, of }))))(
  '%j: a page and a total are found by an index, in the order of time',
  async ({ filter, by, of }) => {
    const { plans, ...found } = await pagesOf(filter, of);
    expect(found).toEqual(expectedOf(filter, of));
    expect(found.total).toBeGreaterThan(4);
    expect(plans).toHaveLength(7);
    const time = of === null ? 'at' : 'organizationId_at';
    for (const plan of plans) {
      expect(plan).toContain(`AuditRecord_placed_${by === 'time' ? time : `${by}_at`}_idx`);
      expect(plan).toContain('AuditRecord_position_id_idx');
      expect(plan).not.toMatch(/SCAN "?AuditRecord|Seq Scan|AuditRecord_organizationId_id_idx/);
    }
  },
);

test.each([{ recordedBefore: new Date(0) }, { recordedAfter: new Date('9999-12-31T23:59:59.999Z') }])(
  'in a time before or after all, there are none: %j',
  async (filter) => {
    expect(await pagesOf(filter, null)).toMatchObject({ pages: [[], [], [], [], []], total: 0 });
  },
);

test('what few have is found by that, and one object by its own index, whoever did it and whenever', async () => {
  for (const filter of [
    { outcome: 'denied', actor: 'olga' },
    { outcome: 'denied', recordedBefore: minute(count) },
  ] as const) {
    const { plans, ...found } = await pagesOf(filter, null);
    expect(found.total).toBe(expectedOf(filter, null).total);
    for (const plan of plans) expect(plan).toMatch(/AuditRecord_(?:organizationId_)?outcome_idx/);
  }
  const { plans, total } = await pagesOf({ targetId: 'x', actor: 'olga' }, null);
  expect(total).toBe(expectedOf({ actor: 'olga' }, null).total);
  for (const plan of plans) expect(plan).not.toContain('AuditRecord_placed');
});
