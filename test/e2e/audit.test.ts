import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import { exchange } from './harness/exchange.js';
import { serverCommand, serverRoot } from './harness/server.js';
import { withServer } from './harness/site.js';
import { eventually } from '../eventually.js';

const folder = mkdtempSync(path.join(tmpdir(), 'trustate-audit-'));
const file = path.join(folder, 'audit.jsonl');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const site = withServer({ TRUSTATE_AUDIT_EXPORT: `file:${file}` });

const json = { 'content-type': 'application/json' };
const soon = { ...eventually, interval: 200 };

const recordsShape = z.object({
  data: z.object({
    auditRecords: z.object({
      nodes: z.array(
        z.looseObject({
          action: z.string(),
          tokenId: z.string().nullable(),
          remoteAddress: z.string().nullable(),
          position: z.union([z.string(), z.number()]).nullable(),
          hash: z.string().nullable(),
          details: z.unknown(),
        }),
      ),
    }),
  }),
});

async function graphql(query: string): Promise<unknown> {
  const { server } = site.get;
  const headers = { ...json, authorization: `Bearer ${server.token}` };
  const answer = await exchange(`${server.http}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return JSON.parse(answer.text);
}

async function records(action: string) {
  const fields =
    'action tokenId actorName targetId targetName remoteAddress requestId outcome problem position hash details';
  const query = `{ auditRecords(first: 100, filter: { action: "${action}" }) { nodes { ${fields} } } }`;
  return recordsShape.parse(await graphql(query)).data.auditRecords.nodes;
}

const vault = async (where: string, body: object) => {
  const { server } = site.get;
  const headers = { ...json, 'x-vault-token': server.token, 'x-request-id': 'chosen' };
  const answer = await exchange(`${server.http}/v1/${where}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status, answer.text).toBeLessThan(300);
  const { data } = z
    .object({ data: z.record(z.string(), z.unknown()).nullish() })
    .parse(JSON.parse(answer.text || '{}'));
  return data ?? {};
};

/** `trustate …` with the settings of the running server. */
function command(...args: string[]): Promise<{ status: number; output: string }> {
  const env = { ...process.env, TRUSTATE_DATA_DIR: site.get.server.folder };
  return new Promise((resolve) => {
    execFile(process.execPath, serverCommand(...args), { cwd: serverRoot, env }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

test('a refused token is recorded by every way in, with address and number', async () => {
  const { server } = site.get;
  const secret = 'q'.repeat(43);
  const bad = (name: string) => `${name.padEnd(16, '0')}.atlasv1.${secret}`;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const socket = new WebSocket(`${server.http.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: bearer(bad('socket')),
  });
  socket.once('open', () => {
    socket.send('{"type":"connection_init"}');
  });
  // Together: what comes within a second of the first is one record.
  await Promise.all([
    new Promise((resolve) => socket.once('error', resolve).once('close', resolve)),
    exchange(`${server.http}/api/v2/account/details`, { headers: bearer(bad('rest')) }),
    exchange(`${server.http}/v1/sys/mounts`, { headers: { 'x-vault-token': bad('vault') } }),
    exchange(`${server.http}/graphql`, {
      method: 'POST',
      headers: { ...json, ...bearer(bad('graphql')) },
      body: '{"query":"{ me { username } }"}',
    }),
    exchange(`${server.http}/metrics`, { headers: bearer(bad('metrics')) }),
  ]);
  await vi.waitFor(
    async () => {
      const found = await records('sign-in');
      const named = JSON.stringify(found);
      for (const name of ['rest', 'vault', 'graphql', 'metrics', 'socket'])
        expect(named, name).toContain(`at-${name.padEnd(16, '0')}`);
      expect(found[0]).toMatchObject({ outcome: 'DENIED', problem: 'UNAUTHENTICATED' });
      expect(found[0]?.remoteAddress).toMatch(/^(127\.0\.0\.1|::1)$/);
      expect(named).not.toContain(secret);
    },
    { timeout: 90_000, interval: 500 },
  );
});

test('what is issued and signed is recorded, chained and exported, without a secret', async () => {
  const { server } = site.get;
  const secrets: string[] = [server.token.split('.').at(-1) ?? ''];
  await vault('sys/mounts/audited', { type: 'pki' });
  await vault('audited/root/generate/internal', { common_name: 'Audited Root', key_type: 'ec' });
  await vault('audited/roles/all', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  await vault('audited/roles/none', { allow_any_name: true, key_type: 'ec', no_store: true, ttl: '1h' });
  for (const role of ['all', 'none']) {
    const issued = await vault(`audited/issue/${role}`, { common_name: `${role}.example.com` });
    secrets.push(String(issued['private_key']).split('\n')[1] ?? '');
  }
  const exported = await vault('audited/root/generate/exported', { common_name: 'Other Root', key_type: 'ec' });
  secrets.push(String(exported['private_key']).split('\n')[1] ?? '');
  const made = z
    .object({ data: z.object({ createUserToken: z.object({ issued: z.object({ text: z.string() }) }) }) })
    .parse(await graphql('mutation { createUserToken(input: { description: "audited" }) { issued { text } } }'));
  secrets.push(made.data.createUserToken.issued.text.split('.').at(-1) ?? '');

  const issued = await records('certificate.issue');
  const roles = issued.map(({ details }) => z.object({ role: z.string(), mount: z.string() }).parse(details));
  for (const role of ['all', 'none']) expect(roles).toContainEqual({ role, mount: 'audited' });
  for (const { tokenId, remoteAddress, requestId } of issued.filter(({ tokenId: token }) => token !== null)) {
    expect(tokenId).toMatch(/^at-/);
    expect(requestId).toMatch(/^chosen\/[A-Za-z0-9]{12}$/);
    expect(remoteAddress).toMatch(/^(127\.0\.0\.1|::1)$/);
  }
  await vi.waitFor(async () => {
    for (const { position, hash } of await records('certificate.issue')) {
      expect(position).not.toBeNull();
      expect(readFileSync(file, 'utf8')).toContain(hash ?? 'none');
    }
    expect(readFileSync(file, 'utf8')).toContain('"action":"token.create"');
  }, soon);
  const text = readFileSync(file, 'utf8');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20);
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(/PRIVATE KEY/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('doctor and verify find what was changed', async () => {
  await vi.waitFor(() => {
    expect(existsSync(file)).toBe(true);
  }, soon);
  const whole = await command('audit', 'verify', file, '--database');
  expect(whole, whole.output).toMatchObject({ status: 0 });
  expect(whole.output).toMatch(/\d+ records, 1 to \d+, are intact/);
  expect(whole.output).toMatch(/the database has the same record/);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const cut = path.join(folder, 'cut.jsonl');
  writeFileSync(cut, `${lines.slice(2, -1).join('\n')}\n`);
  expect(await command('audit', 'verify', cut)).toMatchObject({ status: 0 });
  const shorter = await command('audit', 'verify', cut, '--database');
  expect(shorter.status).toBe(1);
  expect(shorter.output).toMatch(/records before 3 are not in these files/);
  expect(shorter.output).toMatch(/the lines end with record \d+, but records up to \d+ were exported/);
  const doctor = await command('doctor');
  expect(doctor.output).toMatch(/audit +ok +\d+ records are intact/);
  const changed = path.join(folder, 'changed.jsonl');
  writeFileSync(changed, readFileSync(file, 'utf8').replace('certificate.issue', 'certificate.other'));
  const found = await command('audit', 'verify', changed);
  expect(found.status).toBe(1);
  expect(found.output).toMatch(/^line \d+: record \d+ is not as it was chained/);
});
