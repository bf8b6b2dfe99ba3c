import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import type { StateVersionStatus } from '../../../src/state/versions/status.js';
import type { Connection } from '../../../src/platform/graphql/connection.js';
import type { StateVersion } from '../../../src/state/versions/version.type.js';
import { openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
let name = '';
let rows: { number: bigint; status: string }[] = [];
let id: Awaited<ReturnType<StateServiceWorld['workspaceOf']>>;

beforeAll(async () => {
  world = await openStateService();
  id = await world.workspaceOf();
  for (let serial = 1; serial <= 9; serial += 1) {
    await (serial % 3 === 0 ? world.create(id, stateOf(serial)) : world.announce(id, stateOf(serial)));
  }
  const first = await world.client.stateVersion.findFirstOrThrow({ where: { workspaceId: id, status: 'finalized' } });
  await world.services.backingData.softDelete(world.owner, ids.stateVersion.require(first.id));
  await world.announce(id, stateOf(10));
  ({ name } = await world.row(id));
  rows = await world.client.stateVersion.findMany({ where: { workspaceId: id }, orderBy: { number: 'desc' } });
});
afterAll(() => world.end());

const lists: StateVersionStatus[][] = [
  [],
  ['finalized'],
  ['pending'],
  ['discarded', 'pending'],
  ['finalized', 'discarded', 'backing_data_soft_deleted'],
  ['finalized', 'finalized'],
  ['backing_data_permanently_deleted', 'pending'],
];

test.each(lists.map((statuses) => [statuses]))('pages of %j', async (statuses) => {
  const expected = rows.filter(({ status }) => statuses.length === 0 || statuses.some((one) => one === status));
  const numbers = expected.map(({ number }) => number);
  const named = { organization: world.organization, workspace: name };
  for (const size of [2, 3, 20]) {
    const seen: bigint[] = [];
    for (let number = 1; number <= Math.ceil(numbers.length / size) + 1; number += 1) {
      const page = await world.services.versions.page(world.owner, named, statuses, {
        number,
        size,
        skip: (number - 1) * size,
      });
      expect(page.pagination).toMatchObject({ totalCount: numbers.length, currentPage: number });
      seen.push(...page.items.map((item) => item.number));
    }
    expect(seen).toEqual(numbers);
    for (const from of ['start', 'end'] as const) {
      const found: bigint[] = [];
      for (let cursor: string | null = null; ;) {
        const asked = { from, size, after: from === 'start' ? cursor : null, before: from === 'end' ? cursor : null };
        const list = world.service.scope().visibleTo(world.owner).lists.versionsOfWorkspace;
        const page: Connection<StateVersion> = await list.connection(await world.row(id), { statuses }, asked);
        const some = page.nodes.map((node) => node.number);
        if (from === 'start') found.push(...some);
        else found.unshift(...some);
        cursor = (from === 'start' ? page.pageInfo.endCursor : page.pageInfo.startCursor) ?? null;
        if (!(from === 'start' ? page.pageInfo.hasNextPage : page.pageInfo.hasPreviousPage)) break;
      }
      expect(found).toEqual(numbers);
    }
  }
});

test('versions of several workspaces that are read together each have their own', async () => {
  const other = await world.workspaceOf();
  const wanted = [...(await world.client.stateVersion.findMany({ where: { workspaceId: id }, take: 2 }))];
  const theirs = await world.announce(other, stateOf(1));
  const more = await world.announce(other, stateOf(2));
  const load = world.service.scope().load.stateVersion;
  const asked = [wanted[0]?.id, theirs.id, wanted[1]?.id, more.id].map((each) => ids.stateVersion.require(each));
  const found = await Promise.all(asked.map((each) => load.load(each)));
  expect(found.map((version) => [version?.id, version?.home?.workspaceId])).toEqual([
    ...[
      [asked[0], id],
      [theirs.id, other],
    ],
    ...[
      [asked[2], id],
      [more.id, other],
    ],
  ]);
});
