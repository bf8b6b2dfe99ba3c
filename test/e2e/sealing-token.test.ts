import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Server } from './harness/server.js';
import { describeTokens, SoftToken } from './harness/soft-token.js';
import { VaultApi } from './harness/vault.js';

describeTokens('a master key that a token wraps', () => {
  let token: SoftToken;
  let server: Server | null = null;
  afterEach(async () => {
    await server?.stop();
    server = null;
    token.remove();
  });

  /** The settings of a server whose master key the token wraps. */
  function settingsOf(key: string): Record<string, string> {
    const pinFile = path.join(token.folder, 'pin');
    writeFileSync(pinFile, `${token.pin}\n`);
    const uri = `pkcs11:token=${encodeURIComponent(token.label)};object=${key}?module-name=softhsm&pin-source=file:${pinFile}`;
    return { ...token.settings, TRUSTATE_SEAL_TOKEN: uri };
  }

  const trustate = (settings: Readonly<Record<string, string>>, ...command: string[]) =>
    token.trustate(server?.folder ?? '', settings, ...command);

  test('the first start creates it, and it opens nothing without the token', async () => {
    token = new SoftToken();
    const settings = settingsOf('seal-2026');
    server = await Server.start(settings);
    const keyFile = path.join(server.folder, 'seal.key');
    expect(readFileSync(keyFile, 'utf8')).toMatch(/^wrapped\.[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const api = new VaultApi(server.http, server.token);
    (await api.write('pki/root/generate/internal', { common_name: 'R', key_type: 'ec' })).expect(200);
    (await api.write('pki/roles/web', { allow_any_name: true, key_type: 'ec' })).expect(200);
    await server.restart();
    const again = new VaultApi(server.http, server.token);
    (await again.write('pki/issue/web', { common_name: 'a.example.com', ttl: '1h' })).expect(200);
    await server.terminate();

    const { TRUSTATE_SEAL_TOKEN: _token, ...without } = settings;
    const lacking = trustate(without, 'seal', 'status');
    expect(lacking.status).not.toBe(0);
    expect(lacking.said).toContain('TRUSTATE_SEAL_TOKEN');
    token.takeOut();
    const out = trustate(settings, 'serve');
    expect(out.status).not.toBe(0);
    expect(out.said).toContain('there is no token');
    token.putBack();
    expect(trustate(settings, 'doctor').said).toMatch(/seal key\s+ok/);
  });

  test('a key that is written plainly is wrapped, and another key of the token takes over', async () => {
    token = new SoftToken();
    server = await Server.start(token.settings);
    const keyFile = path.join(server.folder, 'seal.key');
    const plain = readFileSync(keyFile, 'utf8').trim();
    const settings = settingsOf('first');
    const first = trustate(settings, 'seal', 'wrap', '--current');
    expect(first.out).toMatch(/^wrapped\./);
    expect(first.said).not.toContain(plain);
    await server.terminate();
    writeFileSync(keyFile, `${first.out}\n`);
    const ids = (said: string) => [...said.matchAll(/^([0-9a-f]{16}) {2}(\w+)/gm)].map(([, id, is]) => `${id} ${is}`);
    const [current = ''] = ids(trustate(settings, 'seal', 'status').said);
    expect(current).toContain('current');

    const next = settingsOf('second');
    const second = trustate(next, 'seal', 'wrap').out;
    writeFileSync(keyFile, `${second}\n${first.out}\n`);
    const rotated = trustate(next, 'seal', 'rotate');
    expect(rotated.said).toContain('can be removed');
    writeFileSync(keyFile, `${second}\n`);
    const status = trustate(next, 'seal', 'status');
    expect(status.status, status.said).toBe(0);
    expect(ids(status.said)).toHaveLength(1);
    expect(existsSync(keyFile)).toBe(true);
  });
});
