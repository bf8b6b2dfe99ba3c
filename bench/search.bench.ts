/*
 * First pages of resource search over 10⁶ indexed resources in 1,000 workspaces, for callers who may read the state of all, 900, 300 and 3 of
 * them: milliseconds for the median and the slowest of some calls. Run with: npm run bench search
 */
import { SqliteDatabase } from '../src/platform/database/sqlite/driver.js';
import type { Caller } from '../src/identity/caller.js';
import { ids } from '../src/platform/ids.js';
import type { PageAsked } from '../src/platform/graphql/connection.js';
import { ResourceSearch } from '../src/state/search/resource-search.js';
import type { ResourceFilter } from '../src/state/search/resource-search.js';
import { sizeOf } from './settings.js';
import { atMost, tell } from './state-service/report.js';
import { openWorld } from '../test/identity/world.js';

const workspaces = sizeOf('BENCH_WORKSPACES', 1_000, 20);
const each = sizeOf('BENCH_RESOURCES', 1_000, 100);
const calls = 7;
const limitMs = 50;

const world = await openWorld();
const { client, access, database } = world;
const ownerId = await world.user();
const organizationId = await world.organization(ownerId);
const { name: organization } = await client.organization.findUniqueOrThrow({ where: { id: organizationId } });
const project = await client.project.findFirstOrThrow({ where: { organizationId } });

/** Deterministic, so that runs compare. */
let seed = 1;
const random = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};

const types = [
  'aws_vpc',
  'aws_subnet',
  'aws_instance',
  'aws_iam_role',
  ...Array.from({ length: 46 }, (_, n) => `aws_kind_${n}`),
];
const modules = ['root', 'module.net', 'module.db', ...Array.from({ length: 37 }, (_, n) => `module.m${n}`)];
const provider = 'provider["registry.terraform.io/hashicorp/aws"]';

const raw = new SqliteDatabase(world.url);
const names: string[] = [];
raw.immediately(() => {
  const workspace = raw.prepare(
    `INSERT INTO "Workspace" ("id","organizationId","projectId","name","createdAt","updatedAt","latestChangeAt") VALUES (?,?,?,?,?,?,?)`,
  );
  const resource = raw.prepare(
    `INSERT INTO "IndexedResource" ("id","organizationId","workspaceId","address","module","mode","type","name","provider","instanceCount") VALUES (?,?,?,?,?,?,?,?,?,?)`,
  );
  const now = world.clock.now().toISOString();
  for (let w = 0; w < workspaces; w += 1) {
    const id = ids.workspace.make();
    names.push(id);
    workspace.run(id, organizationId, project.id, `workspace-${w}`, now, now, now);
    for (let r = 0; r < each; r += 1) {
      const type = types[r < 8 ? r % 4 : random(types.length)] ?? '';
      const module = r < 4 ? 'module.net' : (modules[random(modules.length)] ?? '');
      const name = `name_${random(300)}_${r}`;
      const mode = r % 10 === 9 ? 'data' : 'managed';
      const path = module === 'root' ? '' : `${module}.`;
      const address = `${path}${mode === 'data' ? 'data.' : ''}${type}.${name}`;
      resource.run(ids.resource.make(), organizationId, id, address, module, mode, type, name, provider, 1);
    }
  }
});
if (process.env['BENCH_ANALYZE']) raw.exec('ANALYZE');
raw.close();
console.log(`${workspaces * each} resources in ${workspaces} workspaces`);

async function reading(count: number): Promise<Caller> {
  const userId = await world.user();
  const teamId = await world.team(organizationId);
  await world.member(organizationId, userId, teamId);
  const step = Math.floor(workspaces / count);
  for (let n = 0; n < count; n += 1) {
    await world.onWorkspace(teamId, names[n * step] ?? '', { access: 'read', stateVersions: 'none' });
  }
  await world.turn();
  return world.caller({ userId });
}

const callers: [string, Caller][] = [['owner', await world.caller({ userId: ownerId })]];
for (const most of [900, 300, 3]) {
  const count = Math.min(most, workspaces);
  callers.push([`${count} workspaces`, await reading(count)]);
}

const filters: [string, ResourceFilter][] = [
  ['everything', {}],
  ['type, module', { type: 'aws_vpc', module: 'module.net' }],
  ['rare type, module', { type: 'aws_kind_7', module: 'module.m3' }],
  ['type', { type: 'aws_vpc' }],
  ['module', { module: 'module.net' }],
  ['name', { name: 'name_7_500' }],
  ['type, name', { type: 'aws_vpc', name: 'name_7_500' }],
  ['provider', { provider }],
  ['provider, type', { provider, type: 'aws_subnet' }],
  ['address', { address: 'module.net.aws_vpc.name_1_0' }],
  ['address prefix', { addressPrefix: 'module.db.aws_i' }],
  ['mode', { mode: 'data' }],
  ['mode, type, module', { mode: 'data', type: 'aws_vpc', module: 'module.db' }],
  ['nothing found', { type: 'aws_none', module: 'module.net' }],
  ['no such name', { name: 'none', module: 'module.net' }],
  ['one workspace', { workspaceId: names[0] ?? '', type: 'aws_vpc' }],
  ['one workspace, everything', { workspaceId: names[0] ?? '' }],
];

const first: PageAsked = { from: 'start', size: 20, after: null, before: null };
const search = new ResourceSearch({ database, access });
for (const [who, caller] of callers) {
  for (const [what, filter] of filters) {
    const times: number[] = [];
    let found = 0;
    for (let call = 0; call < calls; call += 1) {
      const began = performance.now();
      const page = await search.search(caller, organization, filter, first);
      times.push(performance.now() - began);
      found = page.nodes.length;
    }
    tell(`${who}: ${what}, ${found} found`, times, 'ms', atMost(limitMs));
  }
}
await world.close();
