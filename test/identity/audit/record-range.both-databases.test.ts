import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RecordRange } from '../../../src/identity/audit/record-range.js';
import { siteRecords } from '../../../src/identity/events/identity-events.js';
import { identityLoaders } from '../../../src/identity/loaders.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { planOf } from '../../platform/database/plan.js';
import { openWorld } from '../world.js';
import type { World } from '../world.js';

/*
 * The records of an event are a few of the chain, whatever their organization has.
 */

const count = 6_000;
const organizationId = 'org-AAAAAAAAAAAAAAAA';
/** Many organizations, of which one has most: PostgreSQL takes each for a small one. */
const organizationOf = (n: number) => {
  if (n % 10 === 0) return null;
  return n % 3 === 0 ? `org-${String(n % 400).padStart(16, 'B')}` : organizationId;
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.client.auditRecord.deleteMany();
  const said = { actorName: 'olga', actorKind: 'user', action: 'team.update', targetType: 'team', targetId: 'x' };
  for (let from = 0; from < count; from += 500)
    await world.client.auditRecord.createMany({
      data: Array.from({ length: 500 }, (_, n) => ({
        ...{ ...said, outcome: 'success', at: world.clock.now(), organizationId: organizationOf(from + n) },
        ...{ id: BigInt(1_000_000 + from + n), position: BigInt(from + n) },
      })),
    });
  if (world.database.provider === 'postgresql') await world.client.$executeRawUnsafe('ANALYZE');
});
afterAll(() => world.close());

test.each([organizationId, siteRecords])('of %s: pages and the total go along the chain alone', async (of) => {
  const range: RecordRange = { id: 'event-1', organizationId: of, first: 3_001n, last: 3_060n };
  const expected = Array.from({ length: 60 }, (_, n) => 3_001 + n)
    .filter((n) => (organizationOf(n) ?? siteRecords) === of)
    .map(BigInt);
  const caller = await world.root();
  const spy = vi.spyOn(world.database, 'readSql');
  const page = (asked: Parameters<typeof pageAsked>[0]) =>
    world.visibleFor(identityLoaders(world.client), caller).recordsOfRange.connection(range, {}, pageAsked(asked));
  const first = await page({ first: 2 });
  const pages = [first, await page({ first: 100, after: first.pageInfo.endCursor }), await page({ last: 2 })];
  expect(pages.map(({ nodes }) => nodes.map(({ position }) => position))).toEqual([
    expected.slice(0, 2),
    expected.slice(2),
    expected.slice(-2),
  ]);
  expect(Number(await first.count())).toBe(expected.length);
  const asked = spy.mock.calls.filter(([sql]) => sql.includes('FROM "AuditRecord"'));
  spy.mockRestore();
  expect(asked).toHaveLength(4);
  for (const [sql, parameters = []] of asked) {
    const plan = await planOf(world.database, { sql, parameters });
    expect(plan).toContain('AuditRecord_position_id_idx');
    expect(plan).not.toMatch(/organizationId\w*_idx|SCAN "?AuditRecord|Seq Scan/);
  }
});
