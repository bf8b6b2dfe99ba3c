import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { basicConstraints } from '../../../src/pki/x509/index.js';
import type { GeneralName } from '../../../src/pki/x509/index.js';
import { jwkOf, newKey } from './client.js';
import type { Answer, Otherwise, TestClient } from './client.js';
import { csrFor, dnsNames, openAcme, prove } from './live.js';
import type { AcmeForTests } from './live.js';

let acme: AcmeForTests;
let client: TestClient;
beforeAll(async () => {
  acme = await openAcme();
  acme.dns.names.set('a.web.example', { addresses: ['127.0.0.1'] });
  acme.dns.names.set('metadata.example', { addresses: ['169.254.169.254'] });
  await acme.live.vault('POST', 'sys/mounts/other', { type: 'pki' });
  const ask = (path: string, body: object) => acme.live.vault('POST', `other/${path}`, body);
  await ask('root/generate/internal', { common_name: 'Other', key_type: 'ec' });
  await ask('config/cluster', { path: `${acme.live.base}/v1/other` });
  await ask('config/acme', { enabled: true });
  client = await acme.client();
  await client.register();
});
afterAll(() => acme.close());
afterEach(() => {
  acme.web.handle = acme.usual;
});

const told = ({ status, body, headers }: Answer) => [
  status,
  String(body['type']).replace('urn:ietf:params:acme:error:', ''),
  headers.get('content-type'),
];
const asProblem = (status: number, type: string) => [status, type, 'application/problem+json'];
const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits });

describe('a request is refused', () => {
  const cases: readonly (readonly [string, () => Promise<Otherwise> | Otherwise, ReturnType<typeof asProblem>])[] = [
    ['without a nonce of the server', () => ({ nonce: 'AAAA' }), asProblem(400, 'badNonce')],
    ['with a nonce that is made up', () => ({ nonce: 'A'.repeat(43) }), asProblem(400, 'badNonce')],
    ['without a nonce', () => ({ nonce: '', header: { nonce: undefined } }), asProblem(400, 'badNonce')],
    ['by another key', () => ({ key: newKey().privateKey }), asProblem(400, 'malformed')],
    ['for another url', () => ({ url: `${acme.live.base}/v1/pki/acme/new-account` }), asProblem(403, 'unauthorized')],
    ['for another host', () => ({ url: 'http://evil.example/v1/pki/acme/new-order' }), asProblem(403, 'unauthorized')],
    ['with alg none', () => ({ alg: 'none' }), asProblem(400, 'badSignatureAlgorithm')],
    ['with alg HS256', () => ({ alg: 'HS256' }), asProblem(400, 'badSignatureAlgorithm')],
    ['with the alg of another key', () => ({ alg: 'RS256' }), asProblem(400, 'badSignatureAlgorithm')],
    ['with crit', () => ({ header: { crit: ['exp'] } }), asProblem(400, 'malformed')],
    ['with b64', () => ({ header: { b64: false } }), asProblem(400, 'malformed')],
    ['with kid and jwk', () => ({ header: { jwk: jwkOf(client.key.publicKey) } }), asProblem(400, 'malformed')],
    ['with the key instead of the account', () => ({ withKey: true }), asProblem(400, 'malformed')],
    [
      'with a kid of another mount',
      () => ({ kid: (client.kid ?? '').replace('/pki/', '/other/') }),
      asProblem(400, 'accountDoesNotExist'),
    ],
    [
      'with a kid of another directory',
      () => ({ kid: (client.kid ?? '').replace('/pki/', '/pki/roles/web/') }),
      asProblem(400, 'accountDoesNotExist'),
    ],
    ['with another content type', () => ({ type: 'application/json' }), asProblem(415, 'malformed')],
    ['that is no JSON', () => ({ body: '{' }), asProblem(400, 'malformed')],
    ['that is a list', () => ({ body: '[]' }), asProblem(400, 'malformed')],
    ['with several signatures', () => ({ body: '{"payload":"","signatures":[]}' }), asProblem(400, 'malformed')],
    ['that is deep', () => ({ body: '['.repeat(5_000) }), asProblem(400, 'malformed')],
  ];
  test.each(cases)('%s', async (_title, otherwise, expected) => {
    const answer = await client.post(
      client.url('newOrder'),
      { identifiers: [{ type: 'dns', value: 'a.web.example' }] },
      await otherwise(),
    );
    expect(told(answer)).toEqual(expected);
    expect(answer.headers.get('replay-nonce')).toMatch(/^[\w-]{43}$/);
  });

  test('with a nonce that was used', async () => {
    const nonce = await client.nonce();
    expect((await client.post(client.kid ?? '', null, { nonce })).status).toBe(200);
    expect(told(await client.post(client.kid ?? '', null, { nonce }))).toEqual(asProblem(400, 'badNonce'));
  });

  test('that is large, before anything of it is read', async () => {
    const answer = await client.post(client.url('newOrder'), {}, { body: `"${'A'.repeat(70_000)}"` });
    expect(answer.status).toBe(413);
  });

  test.each(['GET', 'PUT'])('with %s at a mount without ACME, also in the words of Vault', async (method) => {
    await acme.live.vault('POST', 'sys/mounts/closed', { type: 'pki' });
    const answer = await fetch(`${acme.live.base}/v1/closed/acme/new-nonce`, { method });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ errors: ['unsupported path'] });
  });

  test('with GET where only POST-as-GET is known', async () => {
    const answer = await fetch(client.kid ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([405, 'application/problem+json']);
    // Vault's clients read nothing else.
    expect(await answer.json()).toMatchObject({ errors: ['unsupported operation'] });
  });

  test.each([
    ['an RSA key that is too short', () => jwkOf(rsa(1024).publicKey)],
    ['a private key', () => newKey().privateKey.export({ format: 'jwk' })],
    ['a point that is not on the curve', () => ({ ...jwkOf(newKey().publicKey), y: 'A'.repeat(43) })],
    ['a shared key', () => ({ kty: 'oct', k: 'AAAA' })],
    ['no key', () => 'key'],
    [
      'a number of a key in another spelling',
      () => {
        const { kty, crv, x = '', y } = jwkOf(newKey().publicKey);
        return { kty, crv, y, x: `${x.slice(0, -1)}${respelt(x.slice(-1))}` };
      },
    ],
    [
      'a modulus that begins with nothing',
      () => {
        const { n = '', ...more } = jwkOf(rsa(2048).publicKey);
        const octets = Buffer.concat([Buffer.of(0), Buffer.from(n, 'base64url')]);
        return { ...more, n: octets.toString('base64url') };
      },
    ],
  ])('for a new account with %s', async (_title, jwk) => {
    const fresh = await acme.client();
    const answer = await fresh.post(fresh.url('newAccount'), {}, { withKey: true, header: { jwk: jwk() } });
    expect([answer.status, String(answer.body['type']).split(':').at(-1)]).toEqual([
      400,
      expect.stringMatching(/badPublicKey|badSignatureAlgorithm/),
    ]);
  });
});

/** Letters of base64url, of which the last of 43 has two bits that say nothing. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const respelt = (letter: string): string => letters[letters.indexOf(letter) | 1] ?? '';

describe('texts that databases do not hold', () => {
  const nothing = String.fromCharCode(0);

  test('are no address of an account', async () => {
    const fresh = await acme.client();
    for (const contact of [`mailto:a${nothing}@b.example`, 'mailto:a\u0007@b.example'])
      expect(told(await fresh.register({ contact: [contact] }))).toEqual(asProblem(400, 'invalidContact'));
  });

  test('are no key of an external account', async () => {
    const fresh = await acme.client();
    const externalAccountBinding = fresh.binding(`a${nothing}`, 'AAAA');
    expect(told(await fresh.register({ externalAccountBinding }))).toEqual(asProblem(400, 'malformed'));
  });

  test.each(['profile', 'replaces', 'notAfter'])('are no %s of an order', async (name) => {
    expect(told(await client.order(['a.web.example'], { [name]: `a${nothing}` }))).toEqual(asProblem(400, 'malformed'));
  });
});

describe('an order is refused', () => {
  test.each([
    ['notBefore', '2027-02-30T00:00:00Z'],
    ['notAfter', '2027-04-31T00:00:00Z'],
    ['notAfter', '2027-04-30T24:00:00Z'],
    ['notAfter', '2027-04-30'],
    ['notAfter', '2027-04-30T00:00:00+99:00'],
  ])('with %s %s, which is no time', async (name, text) => {
    expect(told(await client.order(['a.web.example'], { [name]: text }))).toEqual(asProblem(400, 'malformed'));
  });

  test.each<[string, unknown, string]>([
    ['no name', [], 'malformed'],
    ['a name that is no host name', [{ type: 'dns', value: 'a_b.example' }], 'rejectedIdentifier'],
    ['a wildcard in the middle', [{ type: 'dns', value: 'a.*.example' }], 'rejectedIdentifier'],
    ['an address as a host name', [{ type: 'dns', value: '127.0.0.1' }], 'rejectedIdentifier'],
    ['an address in another form', [{ type: 'ip', value: '::ffff:127.0.0.1' }], 'rejectedIdentifier'],
    ['a mailbox', [{ type: 'email', value: 'a@b.example' }], 'unsupportedIdentifier'],
    ['a name without a value', [{ type: 'dns' }], 'malformed'],
    [
      'too many names',
      Array.from({ length: 101 }, (_, at) => ({ type: 'dns', value: `n${at}.example` })),
      'rejectedIdentifier',
    ],
  ])('for %s', async (_title, identifiers, type) => {
    const answer = await client.post(client.url('newOrder'), { identifiers });
    expect(told(answer)[1]).toBe(type);
  });

  test('for names that the role forbids, and says which rule', async () => {
    const inRole = await acme.client('roles/web/');
    await inRole.register();
    const answer = await inRole.order(['a.web.example', 'evil.example', 'worse.example']);
    expect(told(answer)).toEqual(asProblem(403, 'rejectedIdentifier'));
    expect(String(answer.body['detail'])).toMatch(/evil\.example.*\(rule [\w-]+\)/);
    expect(answer.body['subproblems']).toMatchObject([
      { identifier: { type: 'dns', value: 'evil.example' } },
      { identifier: { type: 'dns', value: 'worse.example' } },
    ]);
  });

  test('in a directory that is forbidden, or for a role that is not allowed', async () => {
    await acme.ask('POST', 'config/acme', { default_directory_policy: 'forbid' });
    expect(told(await client.order(['a.web.example']))).toEqual(asProblem(403, 'unauthorized'));
    await acme.ask('POST', 'config/acme', { default_directory_policy: 'sign-verbatim' });
    await acme.ask('POST', 'roles/closed', { allow_any_name: true });
    await acme.ask('POST', 'config/acme', { allowed_roles: 'web' });
    const closed = await fetch(`${acme.live.base}/v1/pki/roles/closed/acme/directory`);
    expect(closed.status).toBe(403);
    await acme.ask('POST', 'config/acme', { allowed_roles: '*' });
  });
});

describe('a signing request is refused', () => {
  const cases: readonly (readonly [string, () => Promise<string>])[] = [
    ['with another name', () => csrFor(dnsNames('a.web.example', 'evil.example'))],
    ['with another common name', () => csrFor(dnsNames('a.web.example'), { commonName: 'evil.example' })],
    [
      'with a mailbox',
      () => csrFor([...dnsNames('a.web.example'), { type: 'email', value: 'a@b.example' }] as GeneralName[]),
    ],
    [
      'with an address',
      () => csrFor([...dnsNames('a.web.example'), { type: 'ip', value: '127.0.0.1' }] as GeneralName[]),
    ],
    ['without names', () => csrFor([])],
    ['of an authority', () => csrFor(dnsNames('a.web.example'), { extensions: [basicConstraints({ ca: true })] })],
    ['that cannot be read', () => Promise.resolve('AAAA')],
    ['that is no text', () => Promise.resolve('')],
  ];
  test.each(cases)('%s', async (_title, csr) => {
    const order = await client.order(['a.web.example']);
    await prove(acme, client, order);
    const answer = await client.post(String(order.body['finalize']), { csr: await csr() });
    expect(told(answer)).toEqual(asProblem(400, 'badCSR'));
    const after = await client.post(order.headers.get('location') ?? '', null);
    expect(after.body).not.toHaveProperty('certificate');
  });

  test('for an order of somebody else', async () => {
    const order = await client.order(['a.web.example']);
    const stranger = await acme.client();
    await stranger.register();
    for (const url of [
      order.headers.get('location') ?? '',
      String(order.body['finalize']),
      ...(order.body['authorizations'] as string[]),
    ])
      expect((await stranger.post(url, url.endsWith('finalize') ? { csr: 'AAAA' } : null)).status).toBe(404);
  });
});

interface Failing {
  readonly name: string;
  readonly challenge: string;
  readonly type: string;
  /** What the web server of the name does; absent for nothing that helps. */
  readonly handle?: typeof acme.usual;
}

/** Names of their own, so that all of them fail at the same time: attempts take a while. */
const failing: readonly Failing[] = [
  {
    ...{ name: 'stolen.web.example', challenge: 'http-01', type: 'incorrectResponse' },
    handle: (request, response) => response.end(`${request.url?.split('/').at(-1) ?? ''}.${'A'.repeat(43)}`),
  },
  { name: 'absent.web.example', challenge: 'http-01', type: 'unauthorized' },
  {
    ...{ name: 'inward.web.example', challenge: 'http-01', type: 'rejectedIdentifier' },
    handle: (_request, response) =>
      response.writeHead(302, { location: `http://169.254.169.254:${acme.httpPort}/latest` }).end(),
  },
  {
    ...{ name: 'port.web.example', challenge: 'http-01', type: 'connection' },
    handle: (_request, response) => response.writeHead(302, { location: 'http://port.web.example:1/' }).end(),
  },
  {
    ...{ name: 'circle.web.example', challenge: 'http-01', type: 'connection' },
    handle: (request, response) =>
      response.writeHead(302, { location: `http://${request.headers.host ?? ''}/a` }).end(),
  },
  {
    ...{ name: 'endless.web.example', challenge: 'http-01', type: 'connection' },
    handle: (_request, response) => {
      const more = setInterval(() => response.write('x'.repeat(4_096)), 5);
      response.on('close', () => {
        clearInterval(more);
      });
    },
  },
  { name: 'metadata.example', challenge: 'http-01', type: 'rejectedIdentifier' },
  { name: 'nothing.example', challenge: 'http-01', type: 'dns' },
  { name: 'loop.example', challenge: 'dns-01', type: 'dns' },
  { name: 'silent.example', challenge: 'dns-01', type: 'dns' },
  { name: 'lie.example', challenge: 'dns-01', type: 'incorrectResponse' },
  { name: 'plain.web.example', challenge: 'tls-alpn-01', type: 'connection' },
];

test('a proof that fails ends its order, and says why', async () => {
  const { names } = acme.dns;
  for (const { name } of failing) if (name.endsWith('web.example')) names.set(name, { addresses: ['127.0.0.1'] });
  names.set('_acme-challenge.loop.example', { alias: 'one.example' });
  names.set('one.example', { alias: 'two.example' });
  names.set('two.example', { alias: 'one.example' });
  names.set('_acme-challenge.silent.example', { silent: true });
  names.set('_acme-challenge.lie.example', { texts: ['lie', 'x'.repeat(200)] });
  acme.web.handle = (request, response) => {
    const host = request.headers.host?.split(':')[0];
    const { handle = acme.usual } = failing.find(({ name }) => name === host) ?? {};
    handle(request, response);
  };
  const outcomes = failing.map(async ({ name, challenge }) => {
    const own = await acme.client();
    await own.register();
    const order = await own.order([name]);
    const proof = await own.challenge(order, challenge);
    await own.post(proof.url, {});
    const after = await own.until(order.headers.get('location') ?? '', ['ready', 'invalid']);
    const error = (await own.post(proof.url, null)).body['error'] as { type: string; detail: string };
    const finalized = await own.post(String(order.body['finalize']), { csr: await csrFor(dnsNames(name)) });
    expect(told(finalized)).toEqual(asProblem(403, 'orderNotReady'));
    if (name === 'metadata.example') expect(error.detail).not.toContain('169.254');
    return [name, after['status'], error.type.split(':').at(-1)];
  });
  expect(await Promise.all(outcomes)).toEqual(failing.map(({ name, type }) => [name, 'invalid', type]));
});

describe('config/acme is refused', () => {
  test.each<[object, string]>([
    [
      { default_directory_policy: 'x' },
      'invalid default_directory_policy: string x not a valid Default Directory Policy',
    ],
    [
      { default_directory_policy: 'role:nope' },
      'default directory policy role nope is not a valid ACME role: the request message was malformed: role does not exist',
    ],
    [{ default_directory_policy: 'external-policy' }, 'the external policy of the mount is not enabled'],
    [
      { default_directory_policy: 'external-policy:a b' },
      'invalid default_directory_policy: string external-policy:a b not a valid Default Directory Policy',
    ],
    [{ allowed_roles: '' }, 'allowed_roles must take a non-zero length value'],
    [{ allowed_roles: 'nope' }, 'allowed_role nope is not a valid acme role: role does not exist'],
    [{ allowed_roles: 'web,*' }, "cannot use '*' as role name at index 1"],
    [{ allowed_issuers: 'x' }, 'unable to find PKI issuer for reference: x'],
    [{ allowed_issuers: 'root,*' }, "cannot use '*' as issuer name at index 1"],
    [{ dns_resolver: 'foo' }, 'missing port in address'],
    [{ dns_resolver: 'foo:53' }, 'expected IPv4/IPv6 address, likely got hostname'],
    [{ dns_resolver: ':53' }, 'got empty address'],
    [{ dns_resolver: '127.0.0.1:x' }, 'x is no port'],
    [{ dns_resolver: '127.0.0.2:53' }, 'dns_resolver must not be called: its address is this machine'],
    [{ eab_policy: 'x' }, "valid values are 'not-required', 'new-account-required', 'always-required'"],
    [{ max_ttl: 0 }, 'max_ttl must be between 1 second and 100 years'],
  ])('%j', async (change, why) => {
    const before = await acme.ask('GET', 'config/acme');
    const { status, body } = await acme.ask('POST', 'config/acme', change);
    expect([status, (body as { errors: string[] }).errors.join()]).toEqual([400, expect.stringContaining(why)]);
    expect((await acme.ask('GET', 'config/acme')).body).toMatchObject({ data: (before.body as { data: object }).data });
  });

  test('its address cannot be taken away while it is enabled', async () => {
    const before = await acme.ask('GET', 'config/cluster');
    const { status, body } = await acme.ask('POST', 'config/cluster', { path: '' });
    expect([status, body]).toEqual([
      ...[400, { errors: ['ACME is enabled and needs path of the cluster configuration'] }],
    ]);
    expect((await acme.ask('GET', 'config/cluster')).body).toMatchObject({
      data: (before.body as { data: object }).data,
    });
    await acme.live.vault('POST', 'sys/mounts/moved', { type: 'pki' });
    const moved = (path: string, change: object) => acme.live.vault('POST', `moved/${path}`, change);
    await moved('config/cluster', { path: 'https://ca.example/v1/moved' });
    expect((await moved('config/cluster', { path: '' })).status).toBe(200);
  });

  test('without the address of the mount', async () => {
    await acme.live.vault('POST', 'sys/mounts/plain', { type: 'pki' });
    const { status, body } = await acme.live.vault('POST', 'plain/config/acme', { enabled: true });
    expect([status, body]).toMatchObject([
      400,
      { errors: ["ACME feature requires local cluster 'path' field configuration to be set"] },
    ]);
    expect((await acme.live.vault('GET', 'plain/config/acme')).body).toMatchObject({
      data: {
        ...{ enabled: false, allowed_roles: ['*'], allow_role_ext_key_usage: false, allowed_issuers: ['*'] },
        ...{
          default_directory_policy: 'sign-verbatim',
          dns_resolver: '',
          eab_policy: 'not-required',
          max_ttl: 7_776_000,
        },
      },
    });
  });
});
