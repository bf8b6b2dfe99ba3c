/**
 * What lists, searches, counts and jobs take in an installation of a million rows of everything, against one of a hundred: two servers, one client, in turns.
 * Run with: npm run bench growth. `BENCH_ROWS` sets the number.
 */
import { grownWorld } from './growth/world.js';
import type { GrownWorld } from './growth/world.js';
import { roundsOf, secondsOf, sizeOf } from './settings.js';
import { Helper } from './state-service/processes.js';
import { atMost, less, tell } from './state-service/report.js';
import { inTurns, loaded, ratios } from './state-service/rounds.js';
import type { Subject } from './state-service/rounds.js';
import { bodyOf, Connection, shownOf, statusOf, written } from './state-service/wire.js';
import type { Asked } from './state-service/wire.js';

const few = 100;
const many = sizeOf('BENCH_ROWS', 1_000_000, 2_000);
const wanted = process.env['BENCH_GROWTH'];

const filling = performance.now();
const small = await grownWorld(few);
const large = await grownWorld(many);
console.log(`filled in ${Math.round((performance.now() - filling) / 1000)} s`);
const loader = Helper.start('load.ts');

type Asking = (world: GrownWorld) => Asked;

const graphql =
  (query: string, variables: (world: GrownWorld) => object = () => ({})): Asking =>
  (world) => ({
    ...{ method: 'POST', path: '/graphql', type: 'application/json' },
    body: JSON.stringify({ query, variables: variables(world) }),
  });

const workspaces = (args: string, fields = 'nodes { id name }') =>
  graphql(`{ workspaces(organization: "default", first: 20${args}) { ${fields} } }`);
const resources = (filter: string, fields = 'nodes { address }') =>
  graphql(`{ resources(organization: "default", first: 20, filter: { ${filter} }) { ${fields} } }`);
const certificates = (args: string, fields = 'nodes { serialNumber commonName }') =>
  graphql(`{ certificates(first: 20${args}) { ${fields} } }`);
const versions =
  (page: (rows: number) => number): Asking =>
  (world) => ({
    path: `/api/v2/state-versions?filter[organization][name]=default&filter[workspace][name]=history&page[number]=${page(world.rows)}`,
  });
const post =
  (path: string, body: object): Asking =>
  () => ({
    ...{ method: 'POST', path, type: 'application/json' },
    body: JSON.stringify(body),
  });

const asked: Readonly<Record<string, Asking>> = {
  'workspaces, first page': workspaces(''),
  'workspaces, last page': graphql('{ workspaces(organization: "default", last: 20) { nodes { id } } }'),
  'workspaces, newest changes first': workspaces(', orderBy: { field: LATEST_CHANGE_AT, direction: DESC }'),
  'workspaces, newest first': workspaces(', orderBy: { field: CREATED_AT, direction: DESC }'),
  'workspaces, newest runs first': workspaces(', orderBy: { field: CURRENT_RUN_CREATED_AT, direction: DESC }'),
  'workspaces, count': workspaces('', 'totalCount'),
  'workspaces, locked, by name': workspaces(', filter: { locked: true }'),
  'workspaces, locked, by change': workspaces(
    ', filter: { locked: true }, orderBy: { field: LATEST_CHANGE_AT, direction: DESC }',
  ),
  'workspaces, locked, count': workspaces(', filter: { locked: true }', 'totalCount'),
  'workspaces, a part of the name that all have': workspaces(', filter: { search: "rown" }'),
  'workspaces, a part of the name that few have': workspaces(', filter: { search: "rarely" }'),
  'workspaces, a part of the name that none has': workspaces(', filter: { search: "nowhere" }'),
  'workspaces, a part of the name that all have, one character': workspaces(', filter: { search: "g" }'),
  'workspaces, a part of the name that none has, two characters': workspaces(', filter: { search: "zz" }'),
  'workspaces, a part of the name that none has, of common pieces': workspaces(', filter: { search: "n-0000-00" }'),
  'workspaces, a part of the name that few have, count': workspaces(', filter: { search: "rarely" }', 'totalCount'),
  'workspaces, the end of a name': workspaces(', filter: { wildcardName: "*arely-00000010" }'),
  'workspaces, the beginning of a name': workspaces(', filter: { wildcardName: "grown-0000001*" }'),
  'state versions, first page': versions(() => 1),
  'state versions, last page': versions((rows) => Math.ceil(rows / 20)),
  'current state version': ({ versionsIn }) => ({ path: `/api/v2/workspaces/${versionsIn}/current-state-version` }),
  'resources, by address': resources(''),
  'resources, by type': resources('type: "aws_kind_00000007"'),
  'resources, by name': resources('name: "web_00000042"'),
  'resources, by beginning of the address': resources('addressPrefix: "module.net.aws_kind_00000007.web_0000"'),
  'resources, none of a type': resources('type: "aws_none"'),
  'resources, of one name, count': resources('name: "web_00000042"', 'totalCount'),
  'certificates, newest first': certificates(''),
  'certificates, next to expire': certificates(', orderBy: { field: NOT_AFTER, direction: ASC }'),
  'certificates, by name': (world) => certificates(`, filter: { name: "${world.certificateName}" }`)(world),
  'certificates, below a domain that all have': certificates(', filter: { below: "example.com" }'),
  'certificates, below a domain that none has': certificates(', filter: { below: "example.org" }'),
  'certificates, of one name, count': (world) =>
    certificates(`, filter: { name: "${world.certificateName}" }`, 'totalCount')(world),
  'revocations, newest first': graphql('{ revocations(first: 20) { nodes { serialNumber } } }'),
  'audit records, newest first': graphql('{ auditRecords(first: 20) { nodes { recordedAt } } }'),
  'audit records, of one object': graphql(
    '{ auditRecords(first: 20, filter: { targetId: "ws-Grown00000000042" }) { nodes { recordedAt } } }',
  ),
  'issue a certificate': post('/v1/pki/issue/ec', { common_name: 'new.example.com' }),
};

function subject({ server }: GrownWorld, request: string): Subject {
  const { port, pid, database } = server;
  const load = {
    kind: 'read',
    port,
    request,
    ...(database.file !== undefined && { touching: database.file }),
  } as const;
  return loaded(loader, { connections: 1, load }, [pid, ...database.pids]);
}

try {
  for (const [name, asking] of Object.entries(asked)) {
    if (wanted !== undefined && !name.includes(wanted)) continue;
    for (const world of [small, large]) await answered(name, world, asking(world));
    await measure(name, (world) => subject(world, written({ ...asking(world), token: world.server.token })));
  }
  await measure('create a state version', (world) => {
    const { port, pid, database, token } = world.server;
    const writer = { workspaceId: world.versionsIn, token, lineage: 'bench', serial: world.rows + 1, padding: 0 };
    return loaded(loader, { connections: 1, load: { kind: 'write', port, writers: [writer] } }, [
      pid,
      ...database.pids,
    ]);
  });
} finally {
  await Promise.all([small.server.discard(), large.server.discard(), loader.stop()]);
}

/** @throws Error where the answer tells of a mistake, which GraphQL does with a good status */
async function answered(name: string, { server }: GrownWorld, request: Asked): Promise<void> {
  const connection = await Connection.open(server.port);
  const answer = await connection.send(written({ ...request, token: server.token }));
  connection.close();
  if (statusOf(answer) >= 300 || bodyOf(answer).includes('"errors"')) throw new Error(`${name}: ${shownOf(answer)}`);
}

async function measure(name: string, at: (world: GrownWorld) => Subject): Promise<void> {
  const subjects = { first: at(small), second: at(large) };
  const seconds = secondsOf(0.4);
  const { first, second } = await inTurns(subjects, { rounds: roundsOf(5), seconds, warmUp: seconds });
  tell(`${name}, ${few} rows`, first.half, 'ms', less);
  tell(`${name}, ${many} rows`, second.half, 'ms', less);
  tell(`${name}, ${many} rows`, ratios(second.half, first.half), `× of ${few}`, atMost(1.2));
  tell(`${name}: CPU, ${many} rows`, ratios(second.cpu, first.cpu), `× of ${few}`, less);
}
