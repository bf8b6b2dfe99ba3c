import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient, dataOf } from '../../src/client/index.js';
import { Me } from '../../src/client/generated/account.js';
import { GenerateRoot } from '../../src/client/generated/issuers.js';
import { CreateRole, Roles } from '../../src/client/generated/roles.js';
import {
  Certificates,
  ExplainIssuance,
  IssueCertificate,
  RevokeCertificate,
} from '../../src/client/generated/certificates.js';
import { downloadState, uploadState } from '../../src/client/state-content.js';
import {
  CompareStateVersions,
  RollbackStateVersion,
  StateVersion,
  StateVersionOutputs,
  StateVersions,
} from '../../src/client/generated/state-versions.js';
import {
  CreateWorkspace,
  UnlockWorkspace,
  WorkspaceByName,
  Workspaces,
} from '../../src/client/generated/workspaces.js';
import type { Client, QueryDocument } from '../../src/client/index.js';
import { lineage, lockedWorkspace, organization, stateOf } from '../client/locked-workspace.js';
import { openMount } from './harness/authority.js';
import { onSharedServer } from './harness/site.js';
import { VaultApi } from './harness/vault.js';
import { fresh } from './harness/world.js';
import { eventually } from '../eventually.js';

const site = onSharedServer();
let client: Client;
beforeAll(() => {
  client = createClient({ url: site.get.server.http, token: site.get.server.token });
});

test('who one is', async () => {
  const outcome = await client.query(Me);
  expect(dataOf(outcome)).toMatchObject({ me: { username: 'root', isSiteAdmin: true } });
  expect(outcome.cost?.spent).toBeGreaterThan(0);
  expect(outcome.cost?.asked).toBeGreaterThanOrEqual(outcome.cost?.spent ?? Number.NaN);
});

test('without a valid token nothing', async () => {
  const stranger = createClient({ url: site.get.server.http, token: 'none' });
  expect(await stranger.query(Me)).toMatchObject({
    ok: false,
    problems: [{ kind: 'request', code: 'UNAUTHENTICATED' }],
  });
});

test('a name that is taken is a rule, with its field', async () => {
  const input = { organization, name: 'taken' };
  dataOf(await client.mutate(CreateWorkspace, { input }));
  expect(await client.mutate(CreateWorkspace, { input })).toMatchObject({
    ok: false,
    problems: [{ kind: 'rule', code: 'NAME_TAKEN', field: ['name'] }],
  });
});

test('all workspaces, page after page', async () => {
  for (let count = 0; count < 5; count += 1)
    await client.mutate(CreateWorkspace, { input: { organization, name: `page-${count}` } });
  const names: string[] = [];
  const pages = client.each(
    Workspaces,
    { organization, filter: { search: 'page-' }, first: 2 },
    (data) => data.workspaces,
  );
  for await (const { name } of pages) names.push(name);
  expect(names).toEqual(['page-0', 'page-1', 'page-2', 'page-3', 'page-4']);
});

describe('state', () => {
  test('goes up with progress, comes back as it was, is compared and rolled back', async () => {
    const workspaceId = await lockedWorkspace(client, 'life');
    const states = [stateOf(1, ['a']), stateOf(2, ['a', 'b'])];
    const ids: string[] = [];
    const moved: [number, number | null][] = [];
    for (const content of states) {
      const onProgress = (...progress: [number, number | null]) => moved.push(progress);
      ids.push(dataOf(await uploadState(client, { workspaceId, content }, { onProgress })).id);
    }
    expect(moved.at(-1)).toEqual([Buffer.byteLength(states[1] ?? ''), Buffer.byteLength(states[1] ?? '')]);

    const [first = '', second = ''] = ids;
    const down: (number | null)[] = [];
    const content = dataOf(await downloadState(client, second, { onProgress: (...all) => down.push(...all) }));
    expect(await content.text()).toBe(states[1]);
    expect(down.slice(-2)).toEqual([states[1]?.length, states[1]?.length]);

    const { compareStateVersions } = dataOf(await client.query(CompareStateVersions, { from: first, to: second }));
    expect(compareStateVersions).toMatchObject({
      resources: { added: ['null_resource.b'], changed: [], removed: [] },
      outputs: { changed: [{ name: 'count', before: 1, after: 2 }] },
    });

    const input = { workspaceId, stateVersionId: first };
    const { rollbackStateVersion } = dataOf(await client.mutate(RollbackStateVersion, { input }));
    expect(rollbackStateVersion.stateVersion).toMatchObject({ serial: 3, rollbackOfId: first });
    dataOf(await client.mutate(UnlockWorkspace, { input: { workspace: { id: workspaceId } } }));

    const history = client.each(StateVersions, { workspaceId, first: 1 }, (data) => data.workspace?.stateVersions);
    const serials: (number | string)[] = [];
    for await (const { serial } of history) serials.push(serial);
    expect(serials).toEqual([3, 2, 1]);
    const { workspaceByName } = dataOf(await client.query(WorkspaceByName, { organization, name: 'life' }));
    expect(workspaceByName).toMatchObject({ locked: false, currentStateVersion: { serial: 3 } });
  });

  test('has outputs, page after page', async () => {
    const workspaceId = await lockedWorkspace(client, 'outputs');
    const names = ['a', 'b', 'c', 'd', 'e'];
    const outputs = Object.fromEntries(names.map((name) => [name, { value: name, type: 'string' }]));
    const content = JSON.stringify({ version: 4, serial: 1, lineage, outputs, resources: [] });
    const { id } = dataOf(await uploadState(client, { workspaceId, content }));
    await vi.waitFor(
      async () =>
        expect(dataOf(await client.query(StateVersion, { id })).stateVersion).toMatchObject({
          outputs: { totalCount: 5, nodes: names.map((name) => ({ name, value: name })) },
        }),
      eventually,
    );
    const found: string[] = [];
    for await (const { name } of client.each(StateVersionOutputs, { id, first: 2 }, (data) => data.stateVersionOutputs))
      found.push(name);
    expect(found).toEqual(names);
  });

  test('of bytes, with the serial that was said, is hashed as it is', async () => {
    const workspaceId = await lockedWorkspace(client, 'bytes');
    const content = new TextEncoder().encode(stateOf(7, ['ä']));
    const uploaded = dataOf(await uploadState(client, { workspaceId, content, serial: 7, lineage }));
    const md5 = createHash('md5').update(content).digest('hex');
    expect(uploaded).toMatchObject({ md5, serial: 7, status: 'FINALIZED', hostedStateUploadUrl: null });
    expect(Number(uploaded.size)).toBe(content.length);
  });

  test.each(['', '[]', '{"version":4}', 'no JSON'])('that is none (%j) is not sent', async (content) => {
    expect(await uploadState(client, { workspaceId: 'ws-any', content })).toMatchObject({
      ok: false,
      problems: [{ kind: 'rule', code: 'CONTENT_NOT_STATE', field: ['content'] }],
    });
  });

  test('of a workspace that is not locked is refused by its rule', async () => {
    const { createWorkspace } = dataOf(
      await client.mutate(CreateWorkspace, { input: { organization, name: 'unlocked' } }),
    );
    const upload = { workspaceId: createWorkspace.workspace.id, content: stateOf(1, []) };
    expect(await uploadState(client, upload)).toMatchObject({ ok: false, problems: [{ kind: 'rule' }] });
  });

  test('whose upload is cut off is sent again', async () => {
    const workspaceId = await lockedWorkspace(client, 'cut');
    let cuts = 0;
    const unsteady = createServer((request) => {
      cuts += 1;
      request.socket.destroy();
    });
    await new Promise<void>((resolve) => unsteady.listen(0, '127.0.0.1', resolve));
    const { port } = unsteady.address() as AddressInfo;
    const fetching: typeof fetch = (url, init) =>
      fetch(init?.method === 'PUT' && cuts < 2 ? `http://127.0.0.1:${port}` : url, init);
    const shaky = createClient({ url: site.get.server.http, token: site.get.server.token, fetch: fetching });
    const content = stateOf(1, ['a']);
    const uploaded = dataOf(await uploadState(shaky, { workspaceId, content }));
    expect(cuts).toBe(2);
    expect(await dataOf(await downloadState(client, uploaded.id)).text()).toBe(content);
    unsteady.close();
  });

  test.each([
    ['once', 1],
    ['always', 3],
  ])('whose upload arrives, but its answer does not, %s, is stored', async (often, losses) => {
    const workspaceId = await lockedWorkspace(client, `lost-${often}`);
    let lost = 0;
    const fetching: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (init?.method !== 'PUT' || lost >= losses) return answer;
      lost += 1;
      await answer.body?.cancel();
      throw new TypeError('lost');
    };
    const shaky = createClient({ url: site.get.server.http, token: site.get.server.token, fetch: fetching });
    const uploaded = await uploadState(shaky, { workspaceId, content: stateOf(1, ['a']) });
    expect(uploaded).toMatchObject({ ok: true, data: { status: 'FINALIZED', serial: 1 } });
    expect(lost).toBe(losses);
  });

  test('whose upload never arrives is not stored', async () => {
    const workspaceId = await lockedWorkspace(client, 'never');
    const fetching: typeof fetch = (url, init) =>
      init?.method === 'PUT' ? Promise.reject(new TypeError('cut off')) : fetch(url, init);
    const cutOff = createClient({ url: site.get.server.http, token: site.get.server.token, fetch: fetching });
    expect(await uploadState(cutOff, { workspaceId, content: stateOf(1, ['a']) })).toMatchObject({
      ok: false,
      problems: [{ kind: 'connection', code: 'UNREACHABLE' }],
    });
  });

  test('that is not there says so', async () => {
    expect(await downloadState(client, 'sv-none')).toMatchObject({
      ok: false,
      problems: [{ code: 'CONTENT_UNAVAILABLE' }],
    });
  });
});

/** A mount that no other test uses. @returns its path */
async function authority(): Promise<string> {
  const { http, token } = site.get.server;
  const path = fresh('typed');
  await openMount(new VaultApi(http, token), path);
  return path;
}

test('roles, page after page, by name', async () => {
  const mount = await authority();
  const names = ['paged-c', 'paged-a', 'paged-b'];
  for (const name of names) dataOf(await client.mutate(CreateRole, { input: { mount, name } }));
  const listed: string[] = [];
  for await (const { name } of client.each(Roles, { mount, first: 1 }, (data) => data.roles)) listed.push(name);
  expect(listed).toEqual(names.toSorted());
  expect(await client.query(Roles, { mount: 'nowhere' })).toMatchObject({ ok: false, problems: [{ kind: 'request' }] });
});

test('certificates: explained, issued, listed, revoked', async () => {
  const mount = await authority();
  dataOf(await client.mutate(GenerateRoot, { input: { mount, type: 'INTERNAL', commonName: 'Typed', ttl: '87600h' } }));
  dataOf(
    await client.mutate(CreateRole, {
      input: { mount, name: 'typed', allowedDomains: ['typed.example'], allowSubdomains: true, ttl: '1h' },
    }),
  );
  const explained = await client.query(ExplainIssuance, {
    input: { mount, role: 'typed', commonName: 'a.elsewhere.example' },
  });
  expect(dataOf(explained).explainIssuance).toMatchObject({ allowed: false, brokenRules: [{ field: ['commonName'] }] });
  expect(
    await client.mutate(IssueCertificate, { input: { mount, role: 'typed', commonName: 'a.elsewhere.example' } }),
  ).toMatchObject({
    ok: false,
    problems: [{ kind: 'rule' }],
  });

  const { issueCertificate } = dataOf(
    await client.mutate(IssueCertificate, { input: { mount, role: 'typed', commonName: 'a.typed.example' } }),
  );
  expect(issueCertificate.issuedCertificate.privateKey).toContain('PRIVATE KEY');
  const { serialNumber } = issueCertificate.issuedCertificate;
  dataOf(await client.mutate(RevokeCertificate, { input: { mount, serialNumber } }));
  const listed: string[] = [];
  const filter = { role: 'typed', status: 'REVOKED' } as const;
  for await (const certificate of client.each(Certificates, { mount, filter }, (data) => data.certificates))
    listed.push(certificate.serialNumber);
  expect(listed).toEqual([serialNumber]);
});

test.each([
  'stateVersion(id: "none")',
  'stateVersionOutput(id: "none")',
  'currentStateVersion(workspaceId: "none")',
  'workspace(id: "none")',
  'project(id: "none")',
  'run(id: "none")',
  'configurationVersion(id: "none")',
  'node(id: "none")',
])('what may be null is null where the id is none: %s', async (field) => {
  const text = `query Missing { found: ${field} { id } }`;
  const hash = createHash('sha256').update(text).digest('hex');
  const document: QueryDocument<{ found: unknown }, Record<string, never>> = {
    kind: 'query',
    name: 'Missing',
    text,
    hash,
  };
  expect(dataOf(await client.query(document))).toEqual({ found: null });
});
