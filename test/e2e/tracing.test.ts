import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Collector } from './harness/collector.js';
import type { CollectedSpan } from './harness/collector.js';
import { stateText } from './harness/content.js';
import { Server } from './harness/server.js';
import { Site } from './harness/site.js';
import { eventually } from '../eventually.js';

/** Of OTLP's `SpanKind` and `StatusCode`. */
const kinds = { internal: 1, server: 2, client: 3 };
const failed = 2;

const secret = `very-secret-${randomBytes(8).toString('hex')}`;

describe('a server that is told where traces go', () => {
  let collector: Collector;
  let site: Site<Server>;

  // The server is there before the collector is.
  beforeAll(async () => {
    collector = await Collector.start();
    await collector.close();
    const server = await Server.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'trustate-of-the-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      TRUSTATE_SLOW_OPERATION: '1ms',
    });
    site = new Site(server);
  });
  afterAll(async () => {
    await site.server.stop();
    await collector.close();
  });

  /** The span of the one request that has this id, with all that is below it. */
  function requested(id: string): Promise<CollectedSpan> {
    return vi.waitFor(() => {
      const found = collector.spans.find(({ attributes }) => attributes.get('trustate.request.id') === id);
      if (!found) throw new Error(`no span for ${id} among ${collector.spans.map(({ name }) => name).join(', ')}`);
      return found;
    }, eventually);
  }

  const asked = (id: string, query: string, variables: object, more: Record<string, string> = {}) =>
    site.root.send('POST', `${site.server.http}/graphql`, JSON.stringify({ query, variables }), {
      ...{ 'content-type': 'application/json', 'x-request-id': id },
      ...more,
    });

  test('a collector that cannot be reached is mentioned once and holds nothing up', async () => {
    const { root, server } = site;
    const told = (line: string) => server.log.filter(({ msg }) => msg.startsWith(line)).length;
    const untilTold = (line: string) =>
      vi.waitFor(async () => {
        (await root.get('/organizations')).expect(200);
        expect(told(line)).toBe(1);
      }, eventually);
    await untilTold('traces cannot be sent');
    for (let count = 0; count < 20; count += 1) (await root.get('/organizations')).expect(200);
    collector = await Collector.start(Number(new URL(collector.url).port));
    await untilTold('traces are sent again');
    expect(told('traces cannot be sent')).toBe(1);
    expect(collector.received.length).toBeGreaterThan(0);
  });

  test('sends a request, its operation and its statements as one trace, below the span of the caller', async () => {
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    const query =
      'query Mine($name: String!) { organization(name: $name) { id workspaces(first: 5) { nodes { name } } } }';
    const reply = await asked('tree', query, { name: 'default' }, { traceparent: `00-${traceId}-${spanId}-01` });
    reply.expect(200);
    const request = await requested('tree');
    expect(request).toMatchObject({ name: 'POST /graphql', kind: kinds.server, traceId, parentSpanId: spanId });
    expect(request.attributes.get('http.route')).toBe('/graphql');
    expect(request.attributes.get('http.response.status_code')).toBe(200);

    const operation = collector.below(request).find(({ name }) => name === 'query Mine');
    expect(operation).toMatchObject({ kind: kinds.internal, traceId });
    expect(operation?.attributes.get('graphql.operation.name')).toBe('Mine');
    expect(operation?.attributes.get('graphql.operation.type')).toBe('query');

    const statements = collector.below(operation!);
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^SELECT Organization/),
        expect.stringMatching(/^SELECT Workspace/),
      ]),
    );
    for (const statement of statements) {
      expect(statement).toMatchObject({ kind: kinds.client, traceId });
      expect(statement.attributes.get('db.system.name')).toBe('sqlite');
      expect(statement.attributes.get('db.query.text')).toMatch(/^SELECT /);
      expect(statement.startTimeUnixNano).toBeGreaterThanOrEqual(operation!.startTimeUnixNano);
      expect(statement.endTimeUnixNano).toBeLessThanOrEqual(operation!.endTimeUnixNano);
    }
    expect(collector.resource.get('service.name')).toBe('trustate-of-the-test');
    expect(collector.resource.get('deployment.environment.name')).toBe('test');
    // What the log says of it names the trace.
    const line = site.server.log.find((one) => one['requestId'] === 'tree');
    expect(line).toMatchObject({ msg: 'slow operation', operation: 'Mine', trace_id: traceId });
    expect(line?.['statements']).toBe(statements.length);
  });

  test.each([
    [
      '/api/v2/organizations/default/workspaces',
      'GET /api/v2/organizations/:organization/workspaces',
      'query ListWorkspaces',
    ],
    ['/v1/sys/mounts', 'GET /v1/*', expect.stringMatching(/^query \w+/)],
  ])('GET %s: its route and its operation', async (path, name, operation) => {
    (
      await site.root.get(`${site.server.http}${path}`, { 'x-request-id': `of ${name}`.replaceAll(/\W+/g, '-') })
    ).expect(200);
    const request = await requested(`of ${name}`.replaceAll(/\W+/g, '-'));
    expect(request.name).toBe(name);
    expect(collector.below(request).map((below) => below.name)).toContainEqual(operation);
  });

  test('what the caller does not record is not sent', async () => {
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    await asked('unrecorded', '{ me { id } }', {}, { traceparent: `00-${traceId}-${spanId}-00` });
    await asked('recorded', '{ me { id } }', {});
    await requested('recorded');
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });

  test('an operation over WebSocket is a trace of its own', async () => {
    const socket = new WebSocket(`${site.server.http.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const said = () => once(socket, 'message');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${site.server.token}` } }));
    await said();
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: 'query Connected { me { id } }' } }));
    await said();
    socket.close();
    const operation = await vi.waitFor(() => {
      const found = collector.spans.find(({ name }) => name === 'query Connected');
      if (!found) throw new Error('no operation yet');
      return found;
    }, eventually);
    expect(operation.parentSpanId ?? '').toBe('');
  });

  test('what fails is marked', async () => {
    await asked('fails', 'query Fails { nodes(ids: ["none"]) { id } me { id } }', {}, { authorization: 'Bearer none' });
    const request = await requested('fails');
    expect(request.attributes.get('http.response.status_code')).toBe(401);
    await asked('late', 'query Wrong($after: String!) { organizations(first: 1, after: $after) { nodes { id } } }', {
      after: '?',
    });
    const [operation] = collector.below(await requested('late')).filter(({ name }) => name === 'query Wrong');
    expect(operation).toMatchObject({ status: { code: failed } });
  });

  test('jobs are traces of their own, and nothing that is sent holds a secret', async () => {
    const workspace = await (await site.world.workspace('default')).lock();
    const outputs = { password: { value: secret, type: 'string', sensitive: true } };
    const version = await workspace.push(stateText({ serial: 1, lineage: 'traced', outputs }));
    await workspace.processed(version.id);
    const job = await vi.waitFor(() => {
      const found = collector.spans.find(({ name }) => name === 'job state.inventory');
      if (!found) throw new Error('no job yet');
      return found;
    }, eventually);
    expect(job.parentSpanId ?? '').toBe('');
    expect(collector.below(job).some(({ attributes }) => attributes.has('db.query.text'))).toBe(true);
    const issued = await asked(
      'issue',
      'mutation Issue($input: CreateUserTokenInput!) { createUserToken(input: $input) { issued { text } problems { code } } }',
      { input: { user: (await site.world.person()).id, description: secret } },
    );
    await requested('issue');
    const [, made = 'no token'] = /"text":"([^"]+)"/.exec(issued.text) ?? [];
    expect(made).toMatch(/atlasv1/);
    const everything = Buffer.concat(collector.received.map(({ body }) => body)).toString();
    for (const hidden of [secret, site.server.token, made, workspace.id]) {
      expect(everything.includes(hidden), hidden).toBe(false);
    }
  });

  test('stops all the same with nobody there', async () => {
    await collector.close();
    (await site.root.get('/organizations')).expect(200);
    expect(await site.server.terminate()).toBe(0);
  });
});

test('the last spans are sent when the server stops, in the default form of OTLP', async () => {
  const collector = await Collector.start();
  const server = await Server.start({
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/here`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-of-the-test=yes',
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  });
  await new Site(server).root.graphqlAnswer('query Last { me { id } }');
  expect(collector.received).toEqual([]);
  expect(await server.terminate()).toBe(0);
  const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.of() }] = collector.received;
  expect(path).toBe('/here');
  expect(headers).toMatchObject({ 'content-type': 'application/x-protobuf', 'x-of-the-test': 'yes' });
  expect(body.includes('query Last')).toBe(true);
  await collector.close();
  await server.stop();
});
