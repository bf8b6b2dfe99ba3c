import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Allowances } from '../../../src/pki/acme/allowances.js';
import { chainIn, issued, registeredIn, typeOf } from './asking.js';
import { jwkOf, newKey } from './client.js';
import type { Document } from './client.js';
import { csrFor, dnsNames, obtain, openAcme, proofContext, prove } from './live.js';
import type { AcmeForTests } from './live.js';

let acme: AcmeForTests;
beforeAll(async () => {
  acme = await openAcme();
  for (const name of ['a.web.example', 'b.web.example', 'web.example', 'other.example'])
    acme.dns.names.set(name, { addresses: ['127.0.0.1'] });
});
afterAll(() => acme.close());

const registered = (prefix = '') => registeredIn(acme, prefix);
const challengesIn = (authorization: Document | undefined) =>
  authorization?.['challenges'] as readonly { readonly type: string; readonly token: string }[];
describe('the directory', () => {
  test.each(['', 'roles/web/', 'issuer/root/', 'issuer/root/roles/web/'])('%s names its resources', async (prefix) => {
    const { directory } = await acme.client(prefix);
    const base = `${acme.live.base}/v1/pki/${prefix}acme`;
    expect(directory).toMatchObject({
      newNonce: `${base}/new-nonce`,
      newAccount: `${base}/new-account`,
      newOrder: `${base}/new-order`,
      revokeCert: `${base}/revoke-cert`,
      keyChange: `${base}/key-change`,
      renewalInfo: `${base}/renewal-info`,
    });
    const isRole = prefix.includes('roles');
    expect(directory['meta']).toEqual({
      externalAccountRequired: false,
      ...(!isRole && { profiles: { web: 'as the role web allows' } }),
    });
  });

  test('is not there while ACME is off, for a role or issuer that does not exist, or where nothing is mounted', async () => {
    await acme.live.vault('POST', 'sys/mounts/off', { type: 'pki' });
    const get = async (path: string) => {
      const response = await fetch(`${acme.live.base}/v1/${path}/acme/directory`);
      return [response.status, response.headers.get('content-type')];
    };
    expect(await get('off')).toEqual([404, 'application/problem+json']);
    expect(await get('pki/roles/nothing')).toEqual([400, 'application/problem+json']);
    expect(await get('pki/issuer/nothing')).toEqual([400, 'application/problem+json']);
    expect((await get('nothing'))[0]).toBe(403);
  });

  test('hands out nonces, each once', async () => {
    const { directory } = await acme.client();
    const head = await fetch(directory['newNonce'] ?? '', { method: 'HEAD' });
    const get = await fetch(directory['newNonce'] ?? '');
    expect([head.status, get.status]).toEqual([200, 204]);
    expect(head.headers.get('replay-nonce')).not.toBe(get.headers.get('replay-nonce'));
    expect(head.headers.get('cache-control')).toBe('no-store');
    expect(head.headers.get('link')).toContain('/v1/pki/acme/directory>;rel="index"');
  });
});

describe('an account', () => {
  test('is created once for a key, found, changed and deactivated', async () => {
    const client = await acme.client();
    const none = await client.post(client.url('newAccount'), { onlyReturnExisting: true }, { withKey: true });
    expect([none.status, typeOf(none)]).toEqual([400, 'accountDoesNotExist']);
    const first = await client.register({ contact: ['mailto:a@example.com'] });
    expect([first.status, first.body]).toEqual([
      201,
      {
        status: 'valid',
        contact: ['mailto:a@example.com'],
        termsOfServiceAgreed: true,
        orders: `${acme.live.base}/v1/pki/acme/orders`,
      },
    ]);
    const again = await client.post(client.url('newAccount'), { onlyReturnExisting: true }, { withKey: true });
    expect([again.status, again.headers.get('location')]).toEqual([200, client.kid]);
    const kid = client.kid ?? '';
    const changed = await client.post(kid, { contact: ['mailto:b@example.com'] });
    expect(changed.body['contact']).toEqual(['mailto:b@example.com']);
    expect((await client.post(kid, null)).body['contact']).toEqual(['mailto:b@example.com']);
    expect((await client.post(kid, { status: 'deactivated' })).body['status']).toBe('deactivated');
    const after = await client.post(kid, null);
    expect([after.status, typeOf(after)]).toEqual([401, 'unauthorized']);
    expect((await client.post(client.url('newAccount'), {}, { withKey: true })).status).toBe(401);
  });

  test.each([
    [['tel:+41'], 'unsupportedContact'],
    [['mailto:'], 'invalidContact'],
    [['mailto:a@b.example,c@d.example'], 'invalidContact'],
    [['mailto:a@b.example?subject=x'], 'invalidContact'],
    ['mailto:a@b.example', 'malformed'],
    [Array(11).fill('mailto:a@b.example'), 'invalidContact'],
  ])('cannot have %j as contact', async (contact, type) => {
    const client = await acme.client();
    expect(typeOf(await client.register({ contact }))).toBe(type);
  });

  test('gets another key, which then signs', async () => {
    const client = await registered();
    const next = newKey();
    const url = client.url('keyChange');
    const inner = (oldKey: object, account = client.kid) =>
      JSON.parse(client.signed(url, { account, oldKey }, { jwk: jwkOf(next.publicKey) }, next.privateKey)) as object;
    const wrong = await client.post(url, inner(jwkOf(next.publicKey)));
    expect([wrong.status, typeOf(wrong)]).toEqual([400, 'malformed']);
    expect((await client.post(url, inner(jwkOf(client.key.publicKey)))).status).toBe(200);
    expect(typeOf(await client.post(client.kid ?? '', null))).toBe('malformed');
    const taken = await registered();
    client.key = next;
    expect((await client.post(client.kid ?? '', null)).status).toBe(200);
    const other = taken.key;
    const change = JSON.parse(
      client.signed(
        url,
        { account: client.kid, oldKey: jwkOf(next.publicKey) },
        { jwk: jwkOf(other.publicKey) },
        other.privateKey,
      ),
    ) as object;
    const refused = await client.post(url, change);
    expect([refused.status, refused.headers.get('location')]).toEqual([409, taken.kid]);
  });
});

describe('external account binding', () => {
  test('ties an account to a key, which serves once and in its directory', async () => {
    const made = await acme.ask('POST', 'roles/web/acme/new-eab');
    const { data } = made.body as { data: { id: string; key: string; acme_directory: string } };
    expect(data).toMatchObject({ key_type: 'hs', acme_directory: 'roles/web/acme/directory' });
    expect(data.key).toMatch(/^vault-eab-0-[\w-]{43}$/);
    await acme.ask('POST', 'config/acme', { eab_policy: 'new-account-required' });
    const elsewhere = await acme.client();
    expect(elsewhere.directory['meta']).toMatchObject({ externalAccountRequired: true });
    const without = await elsewhere.register();
    expect([without.status, typeOf(without)]).toEqual([403, 'externalAccountRequired']);
    const wrongPlace = await elsewhere.register({ externalAccountBinding: elsewhere.binding(data.id, data.key) });
    expect(typeOf(wrongPlace)).toBe('unauthorized');
    const client = await acme.client('roles/web/');
    const otherSecret = await client.register({ externalAccountBinding: client.binding(data.id, 'A'.repeat(43)) });
    expect(typeOf(otherSecret)).toBe('unauthorized');
    const otherKey = client.binding(data.id, data.key, jwkOf(newKey().publicKey));
    expect(typeOf(await client.register({ externalAccountBinding: otherKey }))).toBe('malformed');
    const bound = await client.register({ externalAccountBinding: client.binding(data.id, data.key) });
    expect(bound.status).toBe(201);
    const second = await acme.client('roles/web/');
    const again = await second.register({ externalAccountBinding: second.binding(data.id, data.key) });
    expect(typeOf(again)).toBe('unauthorized');
    await acme.ask('POST', 'config/acme', { eab_policy: 'not-required' });
    const free = await registered('roles/web/');
    await acme.ask('POST', 'config/acme', { eab_policy: 'always-required' });
    expect(typeOf(await free.order(['a.web.example']))).toBe('externalAccountRequired');
    expect((await client.order(['a.web.example'])).status).toBe(201);
    await acme.ask('POST', 'config/acme', { eab_policy: 'not-required' });
  });

  test('keys are listed without their secret, and deleted', async () => {
    const empty = await acme.ask('LIST', 'eab');
    expect(empty.status).toBe(404);
    const { data } = (await acme.ask('POST', 'acme/new-eab')).body as { data: { id: string; key: string } };
    const listed = await acme.ask('LIST', 'eab');
    expect(JSON.stringify(listed.body)).not.toContain(data.key);
    expect(listed.body).toMatchObject({ data: { keys: [data.id], key_info: { [data.id]: { key_type: 'hs' } } } });
    expect((await acme.ask('DELETE', `eab/${data.id}`)).status).toBe(204);
    const client = await acme.client();
    const refused = await client.register({ externalAccountBinding: client.binding(data.id, data.key) });
    expect(typeOf(refused)).toBe('unauthorized');
  });
});

describe('an order', () => {
  test('becomes a certificate with a chain, for the key and the names of its signing request', async () => {
    const client = await registered('roles/web/');
    const order = await client.order(['A.web.example', 'b.web.example', 'a.web.example']);
    expect(order.status).toBe(201);
    expect(order.body).toMatchObject({
      status: 'pending',
      identifiers: [
        { type: 'dns', value: 'a.web.example' },
        { type: 'dns', value: 'b.web.example' },
      ],
    });
    expect((await client.post(order.headers.get('location') ?? '', null)).body).toEqual(order.body);
    const early = await client.post(String(order.body['finalize']), { csr: await csrFor(dnsNames('a.web.example')) });
    expect([early.status, typeOf(early)]).toEqual([403, 'orderNotReady']);
    await prove(acme, client, order);
    const csr = await csrFor(dnsNames('a.web.example', 'b.web.example'), { commonName: 'b.web.example' });
    const finalized = await client.post(String(order.body['finalize']), { csr });
    expect([finalized.status, finalized.body['status']]).toEqual([200, 'valid']);
    const { answer, leaf } = await issued(client, finalized);
    expect(answer.headers.get('content-type')).toBe('application/pem-certificate-chain');
    expect(leaf.subjectAltName).toBe('DNS:b.web.example, DNS:a.web.example');
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    const [, root] = chainIn(answer);
    expect(root && leaf.verify(root.publicKey)).toBe(true);
    const twice = await client.post(String(order.body['finalize']), { csr });
    expect(typeOf(twice)).toBe('orderNotReady');
    const list = await client.post(client.url('newOrder').replace('new-order', 'orders'), null);
    expect(list.body['orders']).toEqual([order.headers.get('location')]);
    const authorizations = await client.authorizations(order);
    expect(authorizations.map(({ status }) => status)).toEqual(['valid', 'valid']);
  });

  test('names its authorizations in the order of its names, each time', async () => {
    const client = await registered();
    const names = Array.from({ length: 12 }, (_, one) => `${12 - one}.web.example`);
    const order = await client.order([...names, '*.web.example', 'web.example']);
    const shown = await client.post(order.headers.get('location') ?? '', null);
    expect(shown.body['authorizations']).toEqual(order.body['authorizations']);
    const authorized = (await client.authorizations(order)).map(({ identifier, wildcard }) => [identifier, wildcard]);
    expect(authorized).toEqual([
      ...names.map((value) => [{ type: 'dns', value }, undefined]),
      [{ type: 'dns', value: 'web.example' }, true],
      [{ type: 'dns', value: 'web.example' }, undefined],
    ]);
  });

  test('has tokens that stay the same when they are decoded and encoded again', async () => {
    const client = await registered();
    const [authorization] = await client.authorizations(await client.order(['other.example']));
    const tokens = challengesIn(authorization).map(({ token }) => token);
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(Buffer.from(token, 'base64url').toString('base64url')).toBe(token);
  });

  test('can have an address, and a wildcard that DNS alone proves', async () => {
    const client = await registered();
    const byAddress = await client.order(['127.0.0.1']);
    await prove(acme, client, byAddress);
    const csr = await csrFor([{ type: 'ip', value: '127.0.0.1' }]);
    const finalized = await client.post(String(byAddress.body['finalize']), { csr });
    expect((await issued(client, finalized)).leaf.subjectAltName).toBe('IP Address:127.0.0.1');

    const wild = await client.order(['*.web.example']);
    const [authorization] = await client.authorizations(wild);
    expect(authorization).toMatchObject({ identifier: { type: 'dns', value: 'web.example' }, wildcard: true });
    expect(challengesIn(authorization).map(({ type }) => type)).toEqual(['dns-01']);
    const { url, digest } = await client.challenge(wild, 'dns-01');
    acme.dns.names.set('_acme-challenge.web.example', { alias: 'proofs.example' });
    acme.dns.names.set('proofs.example', { texts: ['other', digest.toString('base64url')] });
    await client.post(url, {});
    await client.until(String(wild.headers.get('location')), ['ready', 'invalid']);
    const done = await client.post(String(wild.body['finalize']), { csr: await csrFor(dnsNames('*.web.example')) });
    expect((await issued(client, done)).leaf.subjectAltName).toBe('DNS:*.web.example');
  });

  test('is proven in one way: a second one is refused while the first is looked for', async () => {
    acme.dns.names.set('twice.example', { addresses: ['127.0.0.1'] });
    const client = await registered();
    const order = await client.order(['twice.example']);
    const byDns = await client.challenge(order, 'dns-01');
    const byHttp = await client.challenge(order, 'http-01');
    expect((await client.post(byDns.url, {})).body).toMatchObject({ type: 'dns-01' });
    const second = await client.post(byHttp.url, {});
    expect([second.status, typeOf(second)]).toEqual([400, 'malformed']);
    // The first may be asked for again, and the second looked at.
    expect((await client.post(byDns.url, {})).status).toBe(200);
    expect((await client.post(byHttp.url, null)).body).toMatchObject({ type: 'http-01', status: 'pending' });
  });

  test('can be proven by TLS, for a name and for an address', async () => {
    for (const [type, value] of [
      ['dns', 'a.web.example'],
      ['ip', '127.0.0.1'],
    ] as const) {
      const client = await registered();
      const order = await client.order([value]);
      const { url, digest } = await client.challenge(order, 'tls-alpn-01');
      acme.tls.context = await proofContext({ type, value }, digest);
      await client.post(url, {});
      const proven = await client.until(String(order.headers.get('location')), ['ready', 'invalid']);
      expect(proven['status']).toBe('ready');
    }
    acme.tls.context = null;
  });

  test('is not valid longer than ACME allows, and not longer than asked for', async () => {
    const client = await registered();
    await acme.ask('POST', 'config/acme', { max_ttl: '2h' });
    const finalized = await obtain(acme, client, ['other.example']);
    const { leaf } = await issued(client, finalized);
    const hours = (Date.parse(leaf.validTo) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(1.9);
    expect(hours).toBeLessThanOrEqual(2);
    const notAfter = (hoursAhead: number) => new Date(Date.now() + hoursAhead * 3_600_000).toISOString();
    const late = await client.order(['other.example'], { notAfter: notAfter(3) });
    expect([late.status, typeOf(late)]).toEqual([403, 'rejectedIdentifier']);
    const short = await obtain(acme, client, ['other.example'], { notAfter: notAfter(1) });
    const end = Date.parse((await issued(client, short)).leaf.validTo);
    expect((end - Date.now()) / 3_600_000).toBeLessThanOrEqual(1);
    await acme.ask('POST', 'config/acme', { max_ttl: '2160h' });
  });

  test('follows the role that its profile names', async () => {
    const client = await registered();
    const refused = await client.order(['other.example'], { profile: 'web' });
    expect([refused.status, typeOf(refused)]).toEqual([403, 'rejectedIdentifier']);
    expect(typeOf(await client.order(['a.web.example'], { profile: 'nothing' }))).toBe('invalidProfile');
    const inRole = await registered('roles/web/');
    expect(typeOf(await inRole.order(['a.web.example'], { profile: 'web' }))).toBe('invalidProfile');
    const allowed = await client.order(['a.web.example'], { profile: 'web' });
    expect([allowed.status, allowed.body['profile']]).toEqual([201, 'web']);
  });

  test('ends with a deactivated authorization', async () => {
    const client = await registered();
    const order = await client.order(['other.example']);
    const [url = ''] = order.body['authorizations'] as string[];
    expect((await client.post(url, { status: 'deactivated' })).body['status']).toBe('deactivated');
    const after = await client.post(String(order.headers.get('location')), null);
    expect(after.body['status']).toBe('invalid');
  });
});

test('an order of an account that ends meanwhile is told so', async () => {
  const client = await registeredIn(acme);
  const ending = vi.spyOn(Allowances.prototype, 'require').mockImplementationOnce(async () => {
    await client.post(client.kid ?? '', { status: 'deactivated' });
  });
  const { status, body } = await client.order(['a.web.example']);
  ending.mockRestore();
  expect([status, body['detail']]).toEqual([401, 'the account is deactivated']);
});

test('and one of an account that is removed meanwhile', async () => {
  const client = await registeredIn(acme);
  const removing = vi.spyOn(Allowances.prototype, 'require').mockImplementationOnce(() => {
    const database = new DatabaseSync(acme.live.databaseFile);
    database.prepare('DELETE FROM "AcmeAccount" WHERE "id" = ?').run(client.kid?.split('/').at(-1) ?? '');
    database.close();
    return Promise.resolve();
  });
  const answer = await client.order(['a.web.example']);
  removing.mockRestore();
  expect([answer.status, typeOf(answer)]).toEqual([400, 'accountDoesNotExist']);
});
