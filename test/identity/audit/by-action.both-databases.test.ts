import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AuditFilter } from '../../../src/identity/audit/record-conditions.js';
import { identityLoaders } from '../../../src/identity/loaders.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { planOf } from '../../platform/database/plan.js';
import { openWorld } from '../world.js';
import type { World } from '../world.js';

/*
 * Filters by actions that begin alike, and by what machines do all the time: a page and a total read what they ask for, even where it is frequent and the
 * organization has much, and the organization has little of it.
 */

const count = 6_000;
/** Those that have no place in the chain yet. */
const waiting = 8;
const placedBefore = BigInt(1_000_000 + count - waiting);
const much = 'org-AAAAAAAAAAAAAAAA';
const little = 'org-BBBBBBBBBBBBBBBB';

interface Row {
  readonly id: bigint;
  readonly organizationId: string | null;
  readonly action: string;
  readonly targetType: string;
  readonly outcome: string;
}

let world: World;
let rows: readonly Row[];

/** Certificates are issued where no organization is, and states stored in one; of each, the other has a few, and of all the rest there are a few. */
function rowOf(n: number): Row {
  const of = { id: BigInt(1_000_000 + n), outcome: n % 90 === 3 ? 'failure' : 'success' };
  const organizationId = n % 2 === 0 ? null : much;
  const rare = { organizationId: n % 1_500 === 7 ? little : organizationId, ...of };
  if (n % 500 === 7) return { ...rare, action: 'certificate.issue', targetType: 'certificate' };
  if (n % 500 === 8) return { ...rare, action: 'state-version.create', targetType: 'state-version' };
  if (n % 500 === 9) return { ...rare, action: 'policy.write', targetType: 'policy' };
  if (n % 500 === 10) return { ...rare, action: 'policy.delete', targetType: 'policy' };
  if (n % 500 === 11) return { ...rare, action: 'policy.delete', targetType: 'of-another-version' };
  if (n % 500 === 12) return { ...rare, action: 'token.create', targetType: 'token' };
  const [action, targetType] =
    n % 2 === 0 ? ['certificate.issue', 'certificate'] : ['state-version.create', 'state-version'];
  return { ...of, organizationId, action, targetType };
}

beforeAll(async () => {
  world = await openWorld();
  rows = Array.from({ length: count }, (_, n) => rowOf(n));
  await world.client.auditRecord.deleteMany();
  const said = { at: world.clock.now(), actorName: 'olga', actorKind: 'user', targetId: 'x' };
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

async function lists(of: string | null) {
  const caller = await world.root();
  return () => {
    const each = world.visibleFor(identityLoaders(world.client), caller);
    return of === null ? each.recordsOfSite : each.recordsOfOrganization;
  };
}

/** The first two pages, the last one, a page by number and the total, with the plan of each statement. */
async function pagesOf(filter: AuditFilter, of: string | null) {
  const list = await lists(of);
  const spy = vi.spyOn(world.database, 'readSql');
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

const known = ['certificate', 'state-version', 'policy', 'token'];

const meets = (row: Row, { action, targetType, outcome }: AuditFilter) =>
  (!action || (action.endsWith('.') ? row.action.startsWith(action) : row.action === action)) &&
  (!targetType || (targetType === 'other' ? !known.includes(row.targetType) : row.targetType === targetType)) &&
  (!outcome || row.outcome === outcome);

const matching = (filter: AuditFilter, of: string | null) =>
  rows
    .filter((row) => (of === null || row.organizationId === of) && meets(row, filter))
    .map(({ id }) => id)
    .toReversed();

/** The same of the rows in memory. */
function expectedOf(filter: AuditFilter, of: string | null) {
  const met = matching(filter, of);
  const pages = [met.slice(0, 3), met.slice(3, 6), met.slice(-3), met.slice(0, 2), met.slice(4, 8)];
  return { pages, total: met.length };
}

const asked = [
  { action: 'policy.' },
  { action: 'policy.', targetType: 'other' },
  { action: 'certificate.' },
  { action: 'certificate.issue' },
  { action: 'state-version.create', outcome: 'success' },
  { targetType: 'state-version' },
  { targetType: 'other' },
  { targetType: 'certificate', action: 'certificate.issue' },
] as const satisfies readonly AuditFilter[];

test.each(asked.flatMap((filter) => [null, much, little].map((of) => ({ filter, of }))))(
  '%j: a page and a total are found by the index, in the order of numbers',
  async ({ filter, of }) => {
    const { plans, ...found } = await pagesOf(filter, of);
    expect(found).toEqual(expectedOf(filter, of));
    expect(plans).toHaveLength(14);
    const index = `AuditRecord_placed_${of === null ? '' : 'organizationId_'}action_idx`;
    for (const plan of plans) {
      // The first of all is where the index begins.
      expect(plan.replaceAll(`SCAN AuditRecord USING INDEX ${index}`, '')).not.toMatch(
        /SCAN "?AuditRecord|Seq Scan|AuditRecord_organizationId_id_idx/,
      );
    }
    const [looked = [], read = []] = [true, false].map((isFirst) =>
      plans.filter((plan) => /\bkinds\b/.test(plan) === isFirst),
    );
    expect(looked).toHaveLength(7);
    for (const plan of looked) {
      expect(plan).toContain(index);
      if (world.database.provider === 'sqlite')
        expect(plan).toMatch(/(?:\((?:organizationId,)?action,targetType\)>\(|action=\? AND targetType>\?)/);
    }
    for (const plan of read) {
      if (matching(filter, of).some((id) => id < placedBefore)) expect(plan).toContain(index);
      expect(plan).toContain('AuditRecord_position_id_idx');
      expect(plan).not.toMatch(/AuditRecord_pkey|INTEGER PRIMARY KEY/);
    }
  },
);

test('what few have is found by that, and one object and an actor by their own indexes', async () => {
  for (const filter of [
    { outcome: 'failure', action: 'certificate.issue' },
    { action: 'policy.', targetId: 'x' },
    { action: 'policy.', actor: 'olga' },
  ] as const) {
    const { plans, total } = await pagesOf(filter, null);
    expect(total).toBe(matching({ ...filter, targetId: null, actor: null }, null).length);
    for (const plan of plans) expect(plan).not.toContain('placed_action_idx');
  }
});

test.each([null, little])('of %j: a record that gets its place while a page is read is on it', async (of) => {
  const id = 2_000_000n;
  const said = { at: world.clock.now(), actorName: 'olga', actorKind: 'user', targetId: 'x', organizationId: little };
  const row = { ...said, action: 'policy.first', targetType: 'policy', outcome: 'success' };
  await world.client.auditRecord.create({ data: { ...row, id } });
  const list = await lists(of);
  const read = world.database.readSql.bind(world.database);
  const spy = vi.spyOn(world.database, 'readSql').mockImplementation(async (...statement) => {
    const found = await read(...statement);
    if (statement[0].includes('"kinds"'))
      await world.client.auditRecord.update({ where: { id }, data: { position: BigInt(count) + 1n } });
    return found;
  });
  try {
    const parent = { id: of ?? 'site' };
    const { nodes } = await list().connection(parent, { action: 'policy.' }, pageAsked({ first: 1 }));
    expect(nodes.map((node) => node.id)).toEqual([id]);
  } finally {
    spy.mockRestore();
    await world.client.auditRecord.delete({ where: { id } });
  }
});

test('whatever is asked for, pages one after the other are the records that a plain filter leaves', async () => {
  const one = <T extends string>(...values: readonly T[]) => fc.constantFrom(null, ...values);
  const filters = fc.record({
    action: one('policy.', 'certificate.', 'certificate.issue', 'policy.delete', 'state-version.', 'none.'),
    targetType: one('certificate', 'state-version', 'policy', 'token', 'other'),
    outcome: one('success', 'failure'),
  });
  await fc.assert(
    fc.asyncProperty(
      ...[filters, one(much, little), fc.integer({ min: 1, max: 40 }), fc.boolean()],
      async (filter, of, size, backwards) => {
        const list = await lists(of);
        const parent = { id: of ?? 'site' };
        const met = matching(filter, of);
        const whole = backwards ? met.toReversed() : met;
        const found: bigint[] = [];
        for (let cursor: string | null = null, page = 0; page < 3; page++) {
          const place = backwards ? { last: size, before: cursor } : { first: size, after: cursor };
          const { nodes, pageInfo } = await list().connection(parent, filter, pageAsked(place));
          const ids = nodes.map(({ id }) => id);
          found.push(...(backwards ? ids.toReversed() : ids));
          cursor = backwards ? pageInfo.startCursor : pageInfo.endCursor;
          if (cursor === null || nodes.length < size) break;
        }
        expect(found).toEqual(whole.slice(0, 3 * size));
      },
    ),
    { numRuns: 60 },
  );
});
