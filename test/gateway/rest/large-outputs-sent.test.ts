import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive({ TRUSTATE_MAX_BODY_SIZE: '128KiB' });
});
afterAll(() => live.close());

const one = z.object({ data: z.looseObject({ id: z.string(), attributes: z.record(z.string(), z.unknown()) }) });
const list = z.object({ data: z.array(z.object({ attributes: z.record(z.string(), z.unknown()) })) });

async function lockedWorkspace(name: string): Promise<string> {
  const data = { type: 'workspaces', attributes: { name } };
  const { id } = one.parse((await live.call('POST', '/organizations/default/workspaces', { data })).body).data;
  expect((await live.call('POST', `/workspaces/${id}/actions/lock`, {})).status).toBe(200);
  return id;
}

/** More than a document may have, as its base64 is. */
const value = 'v'.repeat(500_000);
const outputs = { large: { value, type: 'string' }, small: { value: 'kept', type: 'string' } };
const state = JSON.stringify({
  version: 4,
  terraform_version: '1.11.4',
  serial: 1,
  lineage: 'a',
  outputs,
  resources: [],
});

const creation = (more: Readonly<Record<string, unknown>>) => ({
  data: {
    type: 'state-versions',
    attributes: { serial: 1, lineage: 'a', md5: createHash('md5').update(state).digest('hex'), ...more },
  },
});
const given = { 'json-state-outputs': Buffer.from(JSON.stringify(outputs)).toString('base64') };

test('outputs too large for a document come from the state', async () => {
  const workspace = await lockedWorkspace('large');
  const created = await live.call('POST', `/workspaces/${workspace}/state-versions`, creation(given));
  expect(created.status).toBe(201);
  const { id, attributes } = one.parse(created.body).data;
  const url = z.string().parse(attributes['hosted-state-upload-url']);
  expect((await fetch(url, { method: 'PUT', body: state })).status).toBe(200);
  const read = () => live.call('GET', `/state-versions/${id}/outputs`);
  await expect.poll(async () => list.parse((await read()).body).data.length).toBe(2);
  const values = list.parse((await read()).body).data.map(({ attributes: said }) => [said['name'], said['value']]);
  expect(values).toEqual([
    ['large', value],
    ['small', 'kept'],
  ]);
});

test('whatever else makes a document too large is refused, as on every other path', async () => {
  const workspace = await lockedWorkspace('refused');
  const path = `/workspaces/${workspace}/state-versions`;
  for (const more of [{ state: given['json-state-outputs'] }, { ...given, 'json-state': 'a'.repeat(200_000) }]) {
    expect((await live.call('POST', path, creation(more))).status).toBe(413);
  }
  expect((await live.call('POST', path, creation({ 'json-state-outputs': 'a'.repeat(9_000_000) }))).status).toBe(413);
  expect((await live.call('POST', `/workspaces/${workspace}/actions/unlock`, creation(given))).status).toBe(413);
});

test.each([
  ['no token', null, 413],
  ['a bad token', 'bad', 401],
])('with %s the answer comes before the document', async (_what, token, expected) => {
  const { hostname, port } = new URL(live.base);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'content-length': 600_000, ...(token !== null && { authorization: `Bearer ${token}` }) };
    const path = '/api/v2/workspaces/ws-AAAAAAAAAAAAAAAA/state-versions';
    const sending = request({ hostname, port, method: 'POST', path, headers });
    sending.once('response', ({ statusCode }) => {
      resolve(statusCode);
      sending.destroy();
    });
    sending.once('error', reject);
    sending.flushHeaders();
  });
  expect(status).toBe(expected);
});
