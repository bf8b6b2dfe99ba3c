import { pino } from 'pino';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { IssueCertificate, RevokeCertificate } from '../../../src/client/generated/certificates.js';
import { CreateStateVersion, RollbackStateVersion } from '../../../src/client/generated/state-versions.js';
import { LockWorkspace, UnlockWorkspace } from '../../../src/client/generated/workspaces.js';
import { nodes } from '../../../src/composition/nodes.js';
import { mountContent } from '../../../src/gateway/raw/content.js';
import { createGateway } from '../../../src/gateway/gateway.js';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { resolvers } from '../../../src/gateway/resolvers.js';
import { stateRoutes } from '../../../src/gateway/rest/terraform/routes.js';
import { pkiRoutes } from '../../../src/gateway/rest/vault/routes.js';
import { buildApiSchema } from '../../../src/gateway/schema.js';
import { identityEvents, identityScopes } from '../../../src/identity/context.js';
import { createPkiService } from '../../../src/pki/module.js';
import { JobHint } from '../../../src/platform/jobs/job-hint.js';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { MemoryTokens } from '../../pki/managed-keys/memory-tokens.js';
import { csrPem } from '../../pki/policy/made.js';
import { RoundTrips } from '../../platform/database/round-trips.js';
import { lineage, md5, openStateService, resource, stateOf } from '../../state/service.js';
import type { StateServiceWorld } from '../../state/service.js';

let world: StateServiceWorld;
let pki: ReturnType<typeof createPkiService>;
let gateway: Gateway;
let base: string;
let trips: RoundTrips | undefined;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  // The index of names and the ends of leases, which are looked for a moment after a certificate was stored.
  vi.spyOn(JobHint.prototype, 'schedule').mockResolvedValue();
  world = await openStateService({
    through: async (url) => {
      if (!url.startsWith('postgres')) return url;
      trips = await RoundTrips.to(url, (end) => {
        ends.push(end);
      });
      return trips.url;
    },
  });
  const log = pino({ level: 'silent' });
  pki = createPkiService({ ...world, log, expiryDays: [], pkcs11: new MemoryTokens() });
  await pki.start();
  gateway = await createGateway({
    settings: {
      ...{ maxBodySize: 1_000_000, requestTimeout: 60_000, operationTimeout: 60_000 },
      ...{ introspection: 'nobody', costBudget: null },
    },
    log,
    clock: world.clock,
    metrics: new Metrics({ process: false }),
    authenticate: (token, origin) => world.authentication.authenticate(token, origin),
    schema: buildApiSchema(resolvers),
    slices: {
      identity: identityScopes(world, identityEvents(world, world.feed)),
      state: world.service.scope,
      pki: pki.scope,
    },
    nodes,
    rest: [stateRoutes],
    vault: {
      ...pkiRoutes,
      ...{ mounts: pki.services.authorities, policies: world.policies, wrapping: world.wrapping, raw: [] },
    },
    ready: [],
  });
  const { uploads, downloads } = world.service;
  await mountContent(gateway.app, { uploads, downloads, signIn: gateway.signIn, log, maxContentBytes: 2_000_000 });
  world.countRequests(gateway.app);
  const { http } = await gateway.listen({ host: '127.0.0.1', httpPort: 0, https: null });
  base = `http://127.0.0.1:${http?.port ?? 0}`;
});
afterAll(async () => {
  await gateway.close();
  await pki.close();
  await world.end();
  for (const end of ends) await end();
  vi.restoreAllMocks();
});

async function send(method: string, path: string, body?: object | Buffer, token = world.rootToken): Promise<unknown> {
  const url = path.startsWith('http') ? path : `${base}${path}`;
  const response = await fetch(url, {
    method,
    headers: {
      ...(!path.startsWith('http') && { authorization: `Bearer ${token}` }),
      'content-type': body instanceof Buffer ? 'application/octet-stream' : 'application/json',
    },
    ...(body !== undefined && { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return text === '' || response.headers.get('content-type')?.includes('octet-stream') ? {} : JSON.parse(text);
}

interface Operation {
  readonly text: string;
}

const answered = z.looseObject({ data: z.record(z.string(), z.looseObject({ problems: z.tuple([]) })) });

/** A mutation of the typed client. */
async function mutate({ text }: Operation, input: object) {
  const { data } = answered.parse(await send('POST', '/graphql', { query: text, variables: { input } }));
  return data;
}

/** Until nothing is due, and nobody looks for work. */
async function quiet(): Promise<void> {
  await world.settled();
  for (const runner of [pki.jobs, pki.tidying]) await runner.idle();
  await world.audit.flush();
}

/** Round trips do not say whose they are: while the work runs nobody else begins any. */
async function undisturbed<T>(work: () => Promise<T>): Promise<T> {
  await quiet();
  const waking = vi.spyOn(JobRunner.prototype, 'wake').mockImplementation(() => undefined);
  try {
    // A runner may have begun to look while others were waited for.
    await quiet();
    return await work();
  } finally {
    waking.mockRestore();
  }
}

/** What one request takes when everything that outlives a request is known. */
async function taken<T>(request: () => Promise<T>) {
  return undisturbed(async () => {
    const before = trips?.count ?? 0;
    const { result, statements } = await world.heard(request);
    return { result, statements: statements.flatMap((sql) => sql.split('; ')), trips: (trips?.count ?? 0) - before };
  });
}

const versionOf = z.looseObject({
  data: z.looseObject({ id: z.string(), attributes: z.record(z.string(), z.unknown()) }),
});
const issuedOf = z.looseObject({ data: z.looseObject({ serial_number: z.string() }) });

/** The most that one request may take: statements on either database, and round trips on PostgreSQL. */
interface Bound {
  readonly statements: number;
  readonly trips: number;
}

/** Does what is asked for once before, so that what outlives a request is known; then counts. */
async function bounded<T>(name: string, { statements, trips: round }: Bound, request: () => Promise<T>): Promise<T> {
  const { result, ...took } = await taken(request);
  expect(took.statements.length, `${name}:\n${took.statements.join('\n')}`).toBeLessThanOrEqual(statements);
  expect(took.trips, `round trips of ${name}`).toBeLessThanOrEqual(trips ? round : 0);
  if (trips) expect(took.trips, `round trips of ${name} are counted`).toBeGreaterThan(0);
  return result;
}

/** A workspace that the caller holds locked, and its states. */
async function workspaceAt() {
  const id = await world.workspaceOf({ locked: false });
  const at = `/api/v2/workspaces/${id}`;
  let serial = 0;
  const next = (name = 'main') => {
    serial += 1;
    const outputs = { a: { value: 'x', type: 'string' }, b: { value: 'y', type: 'string', sensitive: true } };
    const content = stateOf(serial, { outputs, resources: [resource('aws_vpc', name)] });
    const declared = { serial, md5: md5(content), lineage };
    const json = Buffer.from(JSON.stringify(outputs)).toString('base64');
    return { content, declared, withOutputs: { ...declared, 'json-state-outputs': json } };
  };
  const create = async (attributes: object) =>
    versionOf.parse(await send('POST', `${at}/state-versions`, { data: { type: 'state-versions', attributes } })).data;
  return {
    id,
    next,
    create,
    async stored(name?: string) {
      const { content, declared } = next(name);
      return create({ ...declared, state: content.toString('base64') });
    },
    lock: (token?: string) => send('POST', `${at}/actions/lock`, {}, token),
    unlock: (token?: string) => send('POST', `${at}/actions/unlock`, {}, token),
    async addTagsAndVariables() {
      const tags = ['one', 'two'].map((name) => ({ type: 'tags', attributes: { name } }));
      await send('POST', `${at}/relationships/tags`, { data: tags });
      const attributes = { key: 'a', value: 'b', category: 'terraform' };
      await send('POST', `${at}/vars`, { data: { type: 'vars', attributes } });
    },
    current: async () => versionOf.parse(await send('GET', `${at}/current-state-version`)).data,
    returnTo: async (id: string) => {
      const to = { data: { type: 'state-versions', id } };
      const data = { type: 'state-versions', relationships: { 'rollback-state-version': to } };
      return versionOf.parse(await send('PATCH', `${at}/state-versions`, { data })).data;
    },
  };
}

const linkOf = (version: z.infer<typeof versionOf>['data'], name: string) => z.string().parse(version.attributes[name]);

/** Round trips do not say whose they are: one of somebody else is not there each time, what takes too many is. */
const retry = 2;

test('what is done to a state takes few statements, and few round trips', { retry }, async () => {
  const workspace = await workspaceAt();
  await workspace.lock();
  const first = await workspace.stored();
  const created = await bounded('create', { statements: 7, trips: 3 }, () => workspace.stored());
  await bounded('create with other resources', { statements: 8, trips: 3 }, () => workspace.stored('other'));
  await world.settled();
  expect(created).toMatchObject({ relationships: expect.anything() as unknown });
  const { content, declared } = workspace.next();
  const waiting = await bounded('announce', { statements: 6, trips: 3 }, () => workspace.create(declared));
  const put = () => send('PUT', linkOf(waiting, 'hosted-state-upload-url'), content);
  await bounded('upload and finalization', { statements: 8, trips: 3 }, put);
  // As terraform's own backend does at each apply.
  const given = workspace.next();
  const announced = await bounded('announce with outputs', { statements: 7, trips: 3 }, () =>
    workspace.create(given.withOutputs),
  );
  const putGiven = () => send('PUT', linkOf(announced, 'hosted-state-upload-url'), given.content);
  await bounded('upload for outputs that were given', { statements: 8, trips: 3 }, putGiven);
  const inline = workspace.next();
  const state = inline.content.toString('base64');
  await bounded('create with outputs', { statements: 7, trips: 3 }, () =>
    workspace.create({ ...inline.withOutputs, state }),
  );
  const current = await bounded('current', { statements: 3, trips: 3 }, () => workspace.current());
  const get = () => send('GET', linkOf(current, 'hosted-state-download-url'));
  await get();
  await bounded('download', { statements: 3, trips: 2 }, get);
  const rolledBack = await bounded('rollback', { statements: 8, trips: 3 }, () => workspace.returnTo(first.id));
  await world.settled();
  // What the answer says without a statement for it is what is said later.
  expect(rolledBack).toMatchObject((({ id, relationships }) => ({ id, relationships }))(await workspace.current()));
  await bounded('unlock', { statements: 7, trips: 4 }, () => workspace.unlock());
  await bounded('lock', { statements: 7, trips: 4 }, () => workspace.lock());
});

test('a lock takes no more round trips with more to say of its workspace, and of its holder', { retry }, async () => {
  const workspace = await workspaceAt();
  await workspace.addTagsAndVariables();
  const told = await bounded('lock', { statements: 8, trips: 4 }, () => workspace.lock());
  expect(told).toMatchObject({
    data: { attributes: { 'tag-names': ['one', 'two'] }, relationships: { vars: { data: [{ type: 'vars' }] } } },
  });
  await bounded('unlock', { statements: 8, trips: 4 }, () => workspace.unlock());
  const teamId = await world.team(world.organizationId);
  await world.onWorkspace(teamId, workspace.id, { access: 'write', stateVersions: 'write' });
  await world.turn();
  const token = await world.token({ teamId });
  await workspace.lock(token);
  await workspace.unlock(token);
  await bounded('lock of a team', { statements: 8, trips: 4 }, () => workspace.lock(token));
});

test('the same mutations take as few', { retry }, async () => {
  const workspace = await workspaceAt();
  const of = { workspace: { id: workspace.id } };
  await mutate(LockWorkspace, of);
  await workspace.stored();
  const { content, declared } = workspace.next();
  const input = { workspaceId: workspace.id, serial: `${declared.serial}`, md5: declared.md5, lineage };
  await bounded('create', { statements: 8, trips: 4 }, () =>
    mutate(CreateStateVersion, { ...input, state: content.toString('base64') }),
  );
  const { id } = await workspace.current();
  // With the row of who created it.
  await bounded('rollback', { statements: 9, trips: 4 }, () =>
    mutate(RollbackStateVersion, { workspaceId: workspace.id, stateVersionId: id }),
  );
  await bounded('unlock', { statements: 6, trips: 4 }, () => mutate(UnlockWorkspace, of));
  await bounded('lock', { statements: 6, trips: 4 }, () => mutate(LockWorkspace, of));
});

test('so does what is done to a certificate', { retry }, async () => {
  await send('POST', '/v1/pki/root/generate/internal', { common_name: 'Root', key_type: 'ec', ttl: '87600h' });
  const role = { allow_any_name: true, key_type: 'ec', ttl: '24h' };
  await send('POST', '/v1/pki/roles/stored', role);
  await send('POST', '/v1/pki/roles/unstored', { ...role, no_store: true });
  const csr = await csrPem();
  const serials: string[] = [];
  for (const act of ['issue', 'sign']) {
    for (const [name, statements] of [
      ['stored', 5],
      ['unstored', 3],
    ] as const) {
      const body = { common_name: 'a.example.com', ...(act === 'sign' && { csr }) };
      const request = async () => {
        serials.push(issuedOf.parse(await send('POST', `/v1/pki/${act}/${name}`, body)).data.serial_number);
      };
      await request();
      await bounded(`${act} ${name}`, { statements, trips: 3 }, request);
    }
  }
  const [one, two] = serials;
  const revoke = (serial: string | undefined) => send('POST', '/v1/pki/revoke', { serial_number: serial });
  await revoke(one);
  await bounded('revoke, with the CRL that has it', { statements: 8, trips: 3 }, () => revoke(two));
  const issue = () => mutate(IssueCertificate, { mount: 'pki', role: 'stored', commonName: 'a.example.com' });
  await issue();
  const { issueCertificate } = await bounded('the mutation that issues', { statements: 5, trips: 3 }, issue);
  const { serialNumber } = z
    .looseObject({ issuedCertificate: z.looseObject({ serialNumber: z.string() }) })
    .parse(issueCertificate).issuedCertificate;
  await bounded('the mutation that revokes', { statements: 8, trips: 3 }, () =>
    mutate(RevokeCertificate, { mount: 'pki', serialNumber }),
  );
});
