import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { afterwards } from '../platform/database/scratch.js';
import { describeTokens, SoftToken } from './harness/soft-token.js';
import { twoServers } from './harness/two-servers.js';
import { VaultApi } from './harness/vault.js';

describeTokens('two nodes with one token', () => {
  test('one generates the key, both sign with it, and what one changes holds for the other', async () => {
    const token = new SoftToken();
    afterwards(() => {
      token.remove();
    });
    const servers = await twoServers([0, 0], { ...token.settings, TRUSTATE_PROCESSES: '2' });
    const { one, other } = servers;
    afterwards(() => servers.stop());
    const [first, second] = [one, other].map(({ server }) => new VaultApi(server.http, server.token));
    if (!first || !second) throw new Error('no servers');
    const key = {
      ...{ library: 'softhsm', token_label: token.label, pin: token.pin, key_label: 'shared', mechanism: '0x1041' },
      ...{ curve: 'P256', allow_generate_key: true },
    };
    (await first.write('sys/managed-keys/pkcs11/shared', key)).expect(204);
    const tests = await Promise.all(
      [first, second, first, second].map((api) => api.write('sys/managed-keys/pkcs11/shared/test/sign')),
    );
    // Whoever comes while it is being generated is told so.
    for (const { status } of tests) expect([204, 503]).toContain(status);
    expect(token.privateKeys()).toEqual(['shared']);
    (await second.write('sys/mounts/pki/tune', { allowed_managed_keys: ['shared'] })).expect(204);
    const root = await first.write('pki/root/generate/kms', { common_name: 'Shared', managed_key_name: 'shared' });
    const authority = new X509Certificate(root.text('certificate'));
    (await second.write('pki/roles/web', { allow_any_name: true, key_type: 'ec' })).expect(200);
    const issued = await Promise.all(
      [first, second, first, second].map((api, at) =>
        api.write('pki/issue/web', { common_name: `n${at}.example.com`, ttl: '1h' }),
      ),
    );
    for (const each of issued)
      expect(new X509Certificate(each.text('certificate')).verify(authority.publicKey)).toBe(true);
    (await first.write('sys/mounts/pki/tune', { allowed_managed_keys: [] })).expect(204);
    const refused = (await second.write('pki/issue/web', { common_name: 'x.example.com', ttl: '1h' })).refusal;
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('may not use');
  });
});
