import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:http2';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../../src/platform/database/database.js';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive({ TRUSTATE_HTTPS_PORT: '0' });
});
afterAll(() => live.close());

const named = z.object({ data: z.looseObject({ id: z.string() }) });

/** More than connections hold on the way. */
const count = 15;
const secrets = 7;
const value = 'v'.repeat(1_000_000);

async function versionWithLongOutputs(name: string): Promise<string> {
  const made = await live.call('POST', '/organizations/default/workspaces', {
    data: { type: 'workspaces', attributes: { name } },
  });
  const { id } = named.parse(made.body).data;
  expect((await live.call('POST', `/workspaces/${id}/actions/lock`, {})).status).toBe(200);
  const outputs = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`large${n}`, { value, type: 'string', sensitive: n % 2 === 1 }]),
  );
  const state = Buffer.from(
    JSON.stringify({ version: 4, terraform_version: '1.11.4', serial: 1, lineage: name, outputs, resources: [] }),
  );
  const attributes = { serial: 1, lineage: name, md5: createHash('md5').update(state).digest('hex') };
  const created = await live.call('POST', `/workspaces/${id}/state-versions`, {
    data: { type: 'state-versions', attributes },
  });
  const version = z
    .object({
      data: z.object({ id: z.string(), attributes: z.looseObject({ 'hosted-state-upload-url': z.string() }) }),
    })
    .parse(created.body).data;
  expect((await fetch(version.attributes['hosted-state-upload-url'], { method: 'PUT', body: state })).status).toBe(200);
  const read = async () => {
    const { body } = await live.call('GET', `/state-versions/${version.id}`);
    return named.parse(body).data['attributes'];
  };
  await expect.poll(read).toMatchObject({ 'resources-processed': true });
  return version.id;
}

const authorization = () => ({ authorization: `Bearer ${live.rootToken}` });

const ways = {
  'HTTP/1.1': (path: string) =>
    new Promise<{ length: number; body: Readable; end: () => void }>((resolve, reject) => {
      get(`${live.base}${path}`, { headers: authorization() }, (body) => {
        resolve({ length: Number(body.headers['content-length']), body, end: () => body.destroy() });
      }).once('error', reject);
    }),
  'HTTP/2': (path: string) =>
    new Promise<{ length: number; body: Readable; end: () => void }>((resolve, reject) => {
      const session = connect(live.secure, { ca: readFileSync(live.caFile) });
      session.once('error', reject);
      const body = session.request({ ':path': path, ...authorization() });
      body.once('response', (headers) => {
        resolve({ length: Number(headers['content-length']), body, end: () => session.destroy() });
      });
    }),
};

test.each(['HTTP/1.1', 'HTTP/2'] as const)(
  'what is removed while it is sent breaks the response off, over %s',
  async (way) => {
    const version = await versionWithLongOutputs(way.replaceAll(/\W/g, '-'));
    const { length, body, end } = await ways[way](`/api/v2/state-versions/${version}/outputs`);
    try {
      expect(length).toBeGreaterThan(count * value.length);
      const database = await openDatabase({ url: live.databaseFile });
      const recorded = await database.client.auditRecord.count({ where: { action: 'state-version.read-output' } });
      expect(recorded, 'records before anything is read').toBe(secrets * (way === 'HTTP/1.1' ? 1 : 2));
      await database.client.stateVersionOutput.deleteMany({ where: { stateVersionId: version } });
      await database.close();
      let received = 0;
      const reading = async () => {
        for await (const piece of body) received += z.instanceof(Buffer).parse(piece).length;
      };
      await expect(reading()).rejects.toThrow();
      expect(received).toBeLessThan(length);
    } finally {
      end();
    }
    expect((await live.call('GET', `/state-versions/${version}`)).status).toBe(200);
  },
);
