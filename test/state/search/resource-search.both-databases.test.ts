import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import type { WorkspaceId } from '../../../src/platform/ids.js';
import type { PageAsked } from '../../../src/platform/graphql/connection.js';
import { ResourceSearch } from '../../../src/state/search/resource-search.js';
import type { ResourceFilter } from '../../../src/state/search/resource-search.js';
import { openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
const workspaces: WorkspaceId[] = [];
const modules = [undefined, 'module.net', 'module.db["eu-1"]'] as const;
const types = ['aws_vpc', 'aws_subnet', 'aws_ami'] as const;

beforeAll(async () => {
  world = await openStateService();
  for (let w = 0; w < 6; w += 1) {
    const workspace = await world.workspaceOf();
    const resources = modules.flatMap((module) =>
      types.map((type) =>
        resource(type, `n${w % 2}`, {
          ...(module !== undefined && { module }),
          ...(type === 'aws_ami' && { mode: 'data' }),
          ...(w === 5 && { provider: 'provider["example.com/x/y"].west' }),
        }),
      ),
    );
    // An earlier state, none of which is to be found.
    await world.create(workspace, stateOf(1, { resources: [resource('aws_old', 'gone')] }));
    await world.create(workspace, stateOf(2, { resources }));
    workspaces.push(workspace);
  }
  await world.settled();
});
afterAll(() => world.end());

const first = (size = 100): PageAsked => ({ from: 'start', size, after: null, before: null });
const search = (filter: ResourceFilter, caller: Caller = world.owner, page = first()) =>
  world.services.resources.search(caller, world.organization, filter, page);

describe('searching', () => {
  const rows: [ResourceFilter, number][] = [
    [{}, 54],
    [{ type: 'aws_vpc' }, 18],
    [{ type: 'aws_vpc', module: 'module.net' }, 6],
    [{ type: 'aws_vpc', module: 'root' }, 6],
    [{ module: 'module.db["eu-1"]' }, 18],
    [{ name: 'n1' }, 27],
    [{ name: 'n1', type: 'aws_subnet', module: 'root' }, 3],
    [{ mode: 'data' }, 18],
    [{ mode: 'managed', type: 'aws_ami' }, 0],
    [{ provider: 'provider["example.com/x/y"].west' }, 9],
    [{ provider: 'provider["example.com/x/y"].west', mode: 'data', name: 'n1' }, 3],
    [{ provider: 'provider["example.com/x/y"]' }, 0],
    [{ address: 'module.net.aws_vpc.n0' }, 3],
    [{ addressPrefix: 'module.net.' }, 18],
    [{ addressPrefix: 'MODULE.net.' }, 0],
    [{ addressPrefix: 'module.net.aws_' }, 12],
    [{ addressPrefix: 'module_net' }, 0],
    [{ addressPrefix: '%' }, 0],
    [{ type: 'aws_old' }, 0],
    [{ type: "' OR 1=1 --" }, 0],
    [{ type: '', name: null, module: undefined }, 54],
  ];
  test.each(rows)('%j finds %d', async (filter, count) => {
    const page = await search(filter);
    expect(page.nodes).toHaveLength(count);
    expect(await page.count()).toBe(count);
    const addresses = page.nodes.map(({ address }) => address);
    expect([...addresses].sort()).toEqual(addresses);
  });

  test.each(rows)('%j finds the same in each workspace by itself', async (filter, count) => {
    const { resourcesOfWorkspace } = world.service.scope().visibleTo(world.owner).lists;
    const pages = await Promise.all(
      workspaces.map(async (id) => {
        const page = await resourcesOfWorkspace.connection({ id }, filter, first());
        expect(page.nodes).toEqual((await search({ ...filter, workspaceId: id })).nodes);
        expect(Number(await page.count())).toBe(page.nodes.length);
        return page.nodes;
      }),
    );
    expect(pages.flat()).toHaveLength(count);
  });

  test('in a workspace goes by the indexes of the workspace, whatever is asked for', async () => {
    const { resourcesOfWorkspace } = world.service.scope().visibleTo(world.owner).lists;
    const filter = { type: 'a', name: 'b', module: 'c', provider: 'd', mode: 'data' };
    const [sql] = await world.statements(() =>
      resourcesOfWorkspace.connection({ id: workspaces[0] ?? '' }, filter, first()),
    );
    expect(sql).toMatch(/"type" = /);
    for (const column of ['name', 'module', 'provider', 'mode']) expect(sql).toContain(`("${column}" || '') = `);
  });

  test('pages have everything once, in one order, whatever their size and direction', async () => {
    const all = (await search({})).nodes.map(({ id }) => id);
    for (const size of [1, 7, 20]) {
      const forward: string[] = [];
      for (let after: string | null = null; ;) {
        const page = await search({}, world.owner, { from: 'start', size, after, before: null });
        forward.push(...page.nodes.map(({ id }) => id));
        after = page.pageInfo.endCursor ?? null;
        if (!page.pageInfo.hasNextPage) break;
      }
      expect(forward).toEqual(all);
      const backward: string[] = [];
      for (let before: string | null = null; ;) {
        const page = await search({}, world.owner, { from: 'end', size, after: null, before });
        backward.unshift(...page.nodes.map(({ id }) => id));
        before = page.pageInfo.startCursor ?? null;
        if (!page.pageInfo.hasPreviousPage) break;
      }
      expect(backward).toEqual(all);
    }
    const bad = { ...first(), after: 'nonsense' };
    expect(await refusal(search({}, world.owner, bad))).toMatchObject({ code: 'INVALID_PARAMETER' });
  });

  test('a page stays in its place while others write', async () => {
    const { nodes, pageInfo } = await search({ type: 'aws_vpc' }, world.owner, first(5));
    const rest = await search({ type: 'aws_vpc' }, world.owner, { ...first(), after: pageInfo.endCursor ?? null });
    const extra = await world.workspaceOf();
    await world.create(extra, stateOf(1, { resources: [resource('aws_vpc', 'a')] }));
    await world.settled();
    const again = await search({ type: 'aws_vpc' }, world.owner, { ...first(), after: pageInfo.endCursor ?? null });
    expect(again.nodes.filter(({ workspaceId }) => workspaceId !== extra)).toEqual(rest.nodes);
    expect(nodes).toHaveLength(5);
    await world.client.workspace.delete({ where: { id: extra } });
  });
});

describe('who sees what', () => {
  const seenBy = async (caller: Caller, filter: ResourceFilter = {}) => {
    const page = await search(filter, caller);
    expect(await page.count()).toBe(page.nodes.length);
    // As a caller with more workspaces than are named one by one.
    const unnamed = new ResourceSearch({ database: world.database, access: world.access, mostNamed: -1 });
    const same = await unnamed.search(caller, world.organization, filter, first());
    expect(same.nodes).toEqual(page.nodes);
    expect(await same.count()).toBe(page.nodes.length);
    return [...new Set(page.nodes.map(({ workspaceId }) => workspaceId))].sort();
  };

  test.each([
    ['read', 'none', true],
    ['write', 'none', true],
    ['custom', 'read', true],
    ['custom', 'write', true],
    ['custom', 'read-outputs', false],
    ['custom', 'none', false],
  ])('access %s, state %s: %s', async (access, stateVersions, sees) => {
    const [one = '', two] = workspaces;
    const caller = await world.memberWith(one, access, stateVersions);
    expect(await seenBy(caller)).toEqual(sees ? [one] : []);
    expect(
      await seenBy(caller, { type: 'aws_vpc', provider: 'provider["registry.terraform.io/hashicorp/aws"]' }),
    ).toEqual(sees ? [one] : []);
    expect(await seenBy(caller, { workspaceId: two })).toEqual([]);
  });

  test('a team on a project sees its workspaces; an owner all; a stranger is told of nothing', async () => {
    const { projectId } = await world.row(workspaces[0] ?? ('' as never));
    const userId = await world.user();
    const teamId = await world.team(world.organizationId);
    await world.member(world.organizationId, userId, teamId);
    await world.onProject(teamId, projectId, 'read');
    await world.turn();
    expect(await seenBy(await world.caller({ userId }))).toEqual([...workspaces].sort());
    expect(await seenBy(world.owner)).toEqual([...workspaces].sort());
    const stranger = await world.caller({ userId: await world.user() });
    expect(await refusal(search({}, stranger))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(world.services.resources.search(world.owner, 'nowhere', {}, first()))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
