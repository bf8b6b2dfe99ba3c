import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseSignedData } from '../../../../src/pki/x509/cms/index.js';
import { rsaKey, ScepClient } from '../../../pki/scep/client.js';
import { openScep } from '../../../pki/scep/live.js';
import type { ScepForTests } from '../../../pki/scep/live.js';

let scep: ScepForTests;
beforeAll(async () => {
  scep = await openScep();
});
afterAll(() => scep.close());

const got = async (query: string, below = '') => {
  const answer = await fetch(`${scep.url}${below}?${query}`);
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: Buffer.from(await answer.arrayBuffer()),
  };
};
const config = async () => (await scep.ask('GET', 'pki/config/scep')).body as { data: Record<string, unknown> };

describe('config/scep', () => {
  test('is read as it was written', async () => {
    const { data } = await config();
    const { authenticators, last_updated: updated } = z
      .object({
        authenticators: z.record(z.string(), z.record(z.string(), z.string())),
        last_updated: z.iso.datetime(),
      })
      .parse(data);
    expect(authenticators['cert']?.['accessor']).toMatch(/^auth_cert_/);
    expect(authenticators['scep']?.['accessor']).toMatch(/^auth_scep_/);
    expect(data).toEqual({
      ...{ enabled: true, default_path_policy: 'role:routers', restrict_ca_chain_to_issuer: false },
      allowed_encryption_algorithms: ['aes128-cbc', 'aes128-gcm', 'aes256-cbc', 'aes256-gcm'],
      allowed_digest_algorithms: ['sha-256', 'sha-384', 'sha-512'],
      authenticators: {
        cert: { accessor: authenticators['cert']?.['accessor'], cert_role: '' },
        scep: { accessor: authenticators['scep']?.['accessor'] },
      },
      ...{ external_validation: {}, log_level: '', require_approval: false },
      last_updated: updated,
    });
    const { status, body } = await scep.ask('POST', 'pki/config/scep', { log_level: 'debug', external_validation: {} });
    expect([status, (body as typeof data)['data']]).toMatchObject([200, { log_level: 'debug', enabled: true }]);
    await scep.write('pki/config/scep', { log_level: '' });
  });

  test.each<[object, string]>([
    [
      { default_path_policy: 'anything' },
      'invalid default_path_policy: "anything" is neither sign-verbatim nor role: with the name of a role',
    ],
    [{ default_path_policy: 'role:none' }, 'invalid default_path_policy: the role none does not exist'],
    [{ allowed_encryption_algorithms: [] }, 'allowed_encryption_algorithms must not be empty'],
    [
      { allowed_encryption_algorithms: ['des-cbc'] },
      'allowed_encryption_algorithms: des-cbc is refused, because single DES has been broken; there are 3des-cbc, aes128-cbc, aes256-cbc, aes128-gcm, aes256-gcm',
    ],
    [
      { allowed_digest_algorithms: ['sha-256', 'sha-1'] },
      'allowed_digest_algorithms: sha-1 is refused, because signatures with SHA-1 can be forged; there are sha-256, sha-384, sha-512',
    ],
    [{ allowed_digest_algorithms: ['sha-256', 'sha-256'] }, 'allowed_digest_algorithms names an algorithm twice'],
    [{ log_level: 'loud' }, 'log_level must be one of TRACE, DEBUG, INFO, WARN, ERROR, or empty'],
    [{ authenticators: 'scep' }, 'authenticators must be an object of the auth methods cert and scep'],
    [{ authenticators: { userpass: {} } }, 'authenticators: "userpass" is neither cert nor scep'],
    [{ authenticators: { scep: {} } }, 'authenticators: scep must have an accessor'],
    [{ authenticators: { scep: { accessor: 'a', cert_role: 'x' } } }, 'authenticators: scep has no field "cert_role"'],
    [
      { authenticators: { scep: { accessor: 'auth_scep_none' } } },
      'no auth method of type scep has the accessor "auth_scep_none"',
    ],
    [
      { external_validation: { intune: { tenant_id: 'x' } } },
      'external_validation is not supported: challenges are judged by the auth method scep, and no other service is asked',
    ],
  ])('%j is refused', async (given, message) => {
    const before = (await config()).data;
    expect(await scep.ask('POST', 'pki/config/scep', given)).toMatchObject({
      status: 400,
      body: { errors: [message] },
    });
    expect((await config()).data).toEqual(before);
  });
});

describe('the protocol', () => {
  test('says what it can', async () => {
    const { status, type, body } = await got('operation=GetCACaps', '/pkiclient.exe');
    expect([status, type]).toEqual([200, 'text/plain']);
    expect(body.toString().trim().split('\n')).toEqual([
      ...['AES', 'POSTPKIOperation', 'Renewal', 'SCEPStandard', 'SHA-256', 'SHA-384', 'SHA-512'],
    ]);
  });

  test('shows the certificates of the authority, and the one that follows', async () => {
    const alone = await got('operation=GetCACert');
    expect([alone.type, alone.body]).toEqual(['application/x-x509-ca-cert', scep.issuer.der]);
    expect((await got('operation=GetNextCACert')).status).toBe(404);
    await scep.write('pki/root/rotate/internal', {
      ...{ common_name: 'Root', key_type: 'rsa', ttl: '17520h', issuer_name: 'next' },
    });
    expect((await got('operation=GetCACaps')).body.toString()).toContain('GetNextCACert');
    const next = await got('operation=GetNextCACert');
    expect(next.type).toBe('application/x-x509-next-ca-cert');
    expect(parseSignedData(next.body).certificates).toHaveLength(1);
  });

  test.each(['', 'operation=Other', 'operation=PKIOperation', 'operation=PKIOperation&message=!', 'message=AAAA'])(
    'refuses "%s"',
    async (query) => {
      const { status, type } = await got(query);
      expect([status, type]).toEqual([400, 'application/json']);
    },
  );

  test('takes messages by POST and by GET', async () => {
    const client = new ScepClient(scep.issuer, rsaKey());
    const message = await client.message(client.csr('a.routers.example', { challenge: scep.challenge }));
    const posted = await fetch(`${scep.url}?operation=PKIOperation`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-pki-message' },
      body: new Uint8Array(message),
    });
    expect(posted.headers.get('content-type')).toBe('application/x-pki-message');
    const first = await client.read(Buffer.from(await posted.arrayBuffer()));
    expect(first).toMatchObject({ status: '0' });
    const text = encodeURIComponent(message.toString('base64'));
    const again = await got(`operation=PKIOperation&message=${text}`, '/pkiclient.exe');
    expect((await client.read(again.body)).certificates[0]?.der).toEqual(first.certificates[0]?.der);
  });

  test('refuses megabytes before it reads them', async () => {
    const long = await got(`operation=PKIOperation&message=${'A'.repeat(4 * 1024 * 1024)}`).catch(() => ({
      status: 431,
    }));
    expect([400, 414, 431]).toContain(long.status);
    const posted = await fetch(`${scep.url}?operation=PKIOperation`, {
      method: 'POST',
      body: new Uint8Array(300 * 1024).fill(0x30),
    });
    expect(posted.status).toBe(413);
  });

  test('tells every refusal of who asks alike, and after too many the caller waits', async () => {
    const limited = await openScep({ TRUSTATE_FAILED_SIGN_INS: '5' });
    try {
      const said = new Set<string>();
      for (let number = 0; number < 12; number++) {
        const client = new ScepClient(limited.issuer, rsaKey());
        const challenge = createHash('sha256').update(String(number)).digest('hex');
        const message = await client.message(client.csr('a.routers.example', { challenge }));
        const answer = await fetch(`${limited.url}?operation=PKIOperation`, {
          method: 'POST',
          body: new Uint8Array(message),
        });
        if (answer.status !== 200) said.add(`status ${answer.status}`);
        else said.add((await client.read(Buffer.from(await answer.arrayBuffer()))).text ?? '');
      }
      expect([...said]).toEqual(['whoever asks is not allowed to have a certificate here', 'status 429']);
    } finally {
      await limited.close();
    }
  });
});
