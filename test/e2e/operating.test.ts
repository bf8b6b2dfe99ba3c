import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { stateText } from './harness/content.js';
import { text } from './harness/documents.js';
import { exchange } from './harness/exchange.js';
import { fencesOf } from './harness/guide.js';
import { withServer } from './harness/site.js';

// The settings have nothing to do with each other.
const traced = withServer({ TRUSTATE_LOG_LEVEL: 'trace', TRUSTATE_FEDERATION: 'on', OTEL_TRACES_EXPORTER: 'zipkin' });

test('an exporter of traces that is none is mentioned, and the server serves', () => {
  expect(traced.get.server.log.filter(({ msg }) => msg.includes('EXPORTER is "zipkin"'))).toHaveLength(1);
});

test('who may write a consumer may read the state of the workspace it consumes', async () => {
  const { world } = traced.get;
  const organization = await world.organization();
  const provider = await (await world.workspace(organization)).lock();
  await provider.push(stateText({ serial: 1, outputs: { vpc: { value: 'vpc-1', type: 'string' } } }));
  const consumer = await world.workspace(organization);
  const person = await world.member(organization, 'WRITE', consumer.id);
  const current = `/workspaces/${provider.id}/current-state-version`;
  const status = async () => (await person.api.get(current)).status;
  const consumers = `/workspaces/${provider.id}/relationships/remote-state-consumers`;
  const body = { data: [{ id: consumer.id, type: 'workspaces' }] };

  expect(await status()).toBe(404);
  expect((await traced.get.root.post(consumers, body)).status).toBe(204);
  expect(await status()).toBe(200);
  // Reading is all: neither the lock nor new state.
  expect((await person.api.post(`/workspaces/${provider.id}/actions/lock`)).status).toBe(404);
  expect((await traced.get.root.delete(consumers, body)).status).toBe(204);
  expect(await status()).toBe(404);
  const shared = { data: { type: 'workspaces', attributes: { 'global-remote-state': true } } };
  (await traced.get.root.patch(`/workspaces/${provider.id}`, shared)).expect(200);
  expect(await status()).toBe(200);
});

test('no secret is in the log, the metrics or the records of the audit', async () => {
  const { world, root, server } = traced.get;
  const hidden = 'a-value-that-nobody-may-log';
  const workspace = await (await world.workspace('default')).lock();
  const person = await world.person();
  const outputs = { secret: { value: hidden, type: 'string', sensitive: true } };
  const state = stateText({ serial: 1, outputs });
  const version = await workspace.announce(state);
  const url = text(version, 'hosted-state-upload-url');
  const sent = await root.as(null).send('PUT', url, state, { 'content-type': 'application/octet-stream' });
  sent.expect(200);
  await workspace.processed(version.id);
  await workspace.push(stateText({ serial: 2, outputs }), { lineage: undefined, force: true });
  const [output] = (await root.get(`/state-versions/${version.id}/outputs`)).expect(200).many;
  expect((await root.get(`/state-version-outputs/${output?.id ?? ''}`)).one.attributes['value']).toBe(hidden);
  const attributes = { key: 'TOKEN', category: 'env', value: hidden, sensitive: true };
  const variable = await root.post(`/workspaces/${workspace.id}/vars`, { data: { type: 'vars', attributes } });
  expect(JSON.stringify(variable.expect(201).json)).not.toContain(hidden);
  const refused = { ...attributes, key: '' };
  (await root.post(`/workspaces/${workspace.id}/vars`, { data: { type: 'vars', attributes: refused } })).expect(422);
  await root.as(`${person.api.token ?? ''}x`).get('/account/details');

  const authorization = { headers: { authorization: `Bearer ${server.token}` } };
  const { text: metrics } = await exchange(`${server.http}/metrics`, authorization);
  const records = await root.graphqlAnswer(
    '{ organization(name: "default") { auditRecords(first: 100) { nodes { action details } } } }',
  );
  expect(records.errors).toBeUndefined();
  expect(JSON.stringify(records)).toContain('state-version');
  const said = [JSON.stringify(server.log), metrics, JSON.stringify(records)];
  expect(said[0]).toContain('ready');
  expect(said[1]).toContain('trustate_http_requests_total');
  const secretOf = (token: string | null) => token?.split('.').at(-1) ?? '';
  const signature = url.slice(url.lastIndexOf('/') + 21);
  for (const secret of [hidden, secretOf(server.token), secretOf(person.api.token), signature]) {
    expect(secret.length).toBeGreaterThan(15);
    for (const where of said) expect(where).not.toContain(secret);
  }
});

test('a router reads the subgraph, and finds what others name', async () => {
  const { root, server } = traced.get;
  const [command] = fencesOf('federation.md').flatMap(({ language, text: said }) => (language === 'sh' ? [said] : []));
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-euo', 'pipefail', '-c', `${command}cat trustate.graphql`.replaceAll('http://localhost:8080', server.http)],
    {
      cwd: server.folder,
      env: { ...process.env, TOKEN: server.token },
    },
  );
  expect(stdout).toMatch(/^type Organization implements Node @key\(fields: "id"\) @key\(fields: "name"\)/m);

  const query = `query ($named: [_Any!]!) {
    _entities(representations: $named) { ... on Organization { id name } ... on Mount { path } }
  }`;
  const named = [
    { __typename: 'Mount', path: 'pki' },
    { __typename: 'Organization', name: 'default' },
  ];
  const shape = z.object({ _entities: z.array(z.looseObject({})) });
  expect(await root.graphql(shape, query, { named })).toMatchObject({
    _entities: [{ path: 'pki' }, { name: 'default' }],
  });
});
