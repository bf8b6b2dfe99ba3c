import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

const made = z.object({ data: z.object({ id: z.string(), attributes: z.record(z.string(), z.unknown()) }) });
const interval = 'x-terraform-snapshot-interval';

function stateOf(serial: number): Buffer {
  return Buffer.from(JSON.stringify({ version: 4, serial, lineage: 'line', outputs: {}, resources: [] }));
}

describe.each([
  ['hosted', '20', true],
  ['enterprise', null, false],
] as const)('a deployment that is %s', (deployment, asked, intermediate) => {
  let live: Live;
  let workspace: string;
  beforeAll(async () => {
    live = await openLive({ TRUSTATE_DEPLOYMENT: deployment });
    const body = { data: { type: 'workspaces', attributes: { name: 'snapshots' } } };
    workspace = made.parse((await live.call('POST', '/organizations/default/workspaces', body)).body).data.id;
    await live.call('POST', `/workspaces/${workspace}/actions/lock`);
  });
  afterAll(() => live.close());

  const current = () => live.call('GET', `/workspaces/${workspace}/current-state-version`);

  async function uploaded(serial: number): Promise<string> {
    const content = stateOf(serial);
    const md5 = createHash('md5').update(content).digest('hex');
    const body = { data: { type: 'state-versions', attributes: { serial, md5, lineage: 'line' } } };
    const answer = await live.call('POST', `/workspaces/${workspace}/state-versions`, body);
    expect(answer.status).toBe(201);
    expect(answer.headers.get(interval)).toBe(asked);
    const { id, attributes } = made.parse(answer.body).data;
    const put = await fetch(String(attributes['hosted-state-upload-url']), { method: 'PUT', body: content });
    expect(put.status).toBe(200);
    return id;
  }

  test('says so where there is no state yet', async () => {
    const answer = await current();
    expect(answer.status).toBe(404);
    expect(answer.headers.get(interval)).toBe(asked);
  });

  test(intermediate ? 'keeps snapshots apart until the unlock' : 'makes each upload current', async () => {
    await uploaded(1);
    const second = await uploaded(2);
    const { attributes } = made.parse((await live.call('GET', `/state-versions/${second}`)).body).data;
    expect(attributes).toMatchObject({ status: 'finalized', intermediate });
    expect((await current()).status).toBe(intermediate ? 404 : 200);
    expect((await live.call('POST', `/workspaces/${workspace}/actions/unlock`)).status).toBe(200);
    const after = made.parse((await current()).body).data;
    expect(after.id).toBe(second);
    expect(after.attributes).toMatchObject({ intermediate: false });
  });
});
