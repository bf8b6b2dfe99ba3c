import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const asVault = () => ({ 'x-vault-token': live.rootToken });

describe('policies over REST', () => {
  const readAll = 'path "pki/*" { capabilities = ["read"] }';

  test('are written, read, listed and deleted', async () => {
    expect(await live.vault('PUT', 'sys/policies/acl/readers', { policy: readAll })).toMatchObject({
      status: 204,
      body: null,
    });
    expect(await live.vault('GET', 'sys/policies/acl/readers')).toMatchObject({
      status: 200,
      body: {
        lease_id: '',
        renewable: false,
        lease_duration: 0,
        data: { name: 'readers', policy: readAll },
        auth: null,
      },
    });
    expect(await live.vault('GET', 'sys/policies/acl?list=true')).toMatchObject({
      body: { data: { keys: ['default', 'pki-operator', 'pki-user', 'readers', 'root'] } },
    });
    expect(await live.vault('DELETE', 'sys/policies/acl/readers')).toMatchObject({ status: 204 });
    expect(await live.vault('DELETE', 'sys/policies/acl/readers')).toMatchObject({ status: 204 });
    expect(await live.vault('DELETE', 'sys/policy/never-there')).toMatchObject({ status: 204 });
    expect(await live.vault('GET', 'sys/policies/acl/readers')).toMatchObject({ status: 404, body: { errors: [] } });
  });

  test('are all listed, more than a page of the schema has too', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `many-${String(index).padStart(3, '0')}`);
    for (const name of names) await live.vault('PUT', `sys/policies/acl/${name}`, { policy: readAll });
    const listed = await live.vault('GET', 'sys/policies/acl?list=true');
    expect(listed.body).toMatchObject({ data: { keys: ['default', ...names, 'pki-operator', 'pki-user', 'root'] } });
    for (const name of names) await live.vault('DELETE', `sys/policies/acl/${name}`);
  });

  test('are read from base64 too', async () => {
    const policy = Buffer.from(readAll).toString('base64');
    await live.vault('POST', 'sys/policies/acl/encoded', { policy });
    expect(await live.vault('GET', 'sys/policy/encoded')).toMatchObject({
      body: { rules: readAll, data: { rules: readAll } },
    });
  });

  test('root, which is listed, is found, by whoever may read it', async () => {
    const data = { name: 'root', policy: '' };
    expect(await live.vault('GET', 'sys/policies/acl/root')).toMatchObject({ status: 200, body: { data } });
    expect(await live.vault('GET', 'sys/policies/acl/ROOT')).toMatchObject({ status: 200, body: { data } });
    expect(await live.vault('GET', 'sys/policy/root')).toMatchObject({ body: { data: { name: 'root', rules: '' } } });
    const denied = await live.vault('GET', 'sys/policies/acl/root', undefined, {});
    expect(denied).toMatchObject({ status: 403, body: { errors: ['permission denied'] } });
  });

  test('warn of a name that is stored in lower case, and of the older name of the text', async () => {
    const warned = (...warnings: string[]) => ({ status: 200, body: { data: null, warnings } });
    const renamed = 'policy name was converted to upper';
    const older = `'rules' is deprecated, please use 'policy' instead`;
    const write = (path: string, body: object) => live.vault('PUT', path, body, asVault());
    expect(await write('sys/policies/acl/Upper', { policy: readAll })).toMatchObject(warned(renamed));
    expect(await write('sys/policy/upper', { rules: readAll })).toMatchObject(warned(older));
    expect(await write('sys/policy/UPPER', { policy: '', rules: readAll })).toMatchObject(warned(renamed, older));
    expect(await write('sys/policy/upper', { policy: readAll, rules: '' })).toMatchObject({ status: 204 });
    expect(await write('sys/policy/upper', { rules: '' })).toMatchObject({ status: 400 });
    await live.vault('DELETE', 'sys/policy/upper');
  });

  test('no policy may have the name of the one that wrapping tokens have', async () => {
    const answer = await live.vault('PUT', 'sys/policies/acl/response-wrapping', { policy: readAll });
    expect(answer).toMatchObject({ status: 400, body: { errors: ['cannot update "response-wrapping" policy'] } });
  });

  test.each([
    ['path "a" { capabilities = ["fly"] }', 'invalid capability "fly"'],
    ['path "a" { capabilities = [] allowed_parameters = ["x"] }', 'allowed_parameters must be a map of names to lists'],
    ['path "a" { capabilities = [] allowed_parameters = }', 'line 1'],
    [
      'path "a/{{identity.entity.metadata.x}}" { capabilities = [] }',
      '"{{identity.entity.metadata.x}}" is not supported',
    ],
    ['', `'policy' parameter not supplied or empty`],
  ])('%j is refused', async (policy, reason) => {
    const { status, body } = await live.vault('PUT', 'sys/policies/acl/wrong', { policy });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(JSON.stringify(reason).slice(1, -1));
  });
});

describe('the two envelopes', () => {
  test('a caller of the specification finds its fields and no others', async () => {
    const { body, headers } = await live.vault('GET', 'sys/policies/acl/default');
    expect(Object.keys(body ?? {})).toEqual(['lease_id', 'renewable', 'lease_duration', 'data', 'auth']);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['the token', () => asVault()],
    ['the word', () => ({ 'x-service-token': live.rootToken, 'x-vault-request': 'true' })],
  ])("a client of Vault's, known by %s, finds that service's", async (_by, headers) => {
    const { body } = await live.vault('GET', 'sys/policies/acl/default', undefined, headers());
    expect(body).toMatchObject({ wrap_info: null, warnings: null, auth: null });
    expect(body).toHaveProperty('request_id');
  });
});

describe('refusals', () => {
  test.each([
    ['GET', 'sys/policies/acl/default', {}, 403, ['permission denied']],
    ['GET', 'sys/policies/acl/default', { 'x-vault-token': 'a-token-that-nobody-has' }, 403, ['permission denied']],
    ['GET', 'nothing/here', null, 404, ['no handler for route "nothing/here". route entry not found.']],
    ['GET', 'sys/nothing', null, 404, ['unsupported path']],
    ['GET', 'sys/%ff', null, 404, ['unsupported path']],
    ['PATCH', 'sys/policies/acl/default', null, 405, ['unsupported operation']],
    ['DELETE', 'sys/policies/acl', null, 405, ['unsupported operation']],
    ['OPTIONS', 'sys/policies/acl', null, 405, ['unsupported operation']],
    ['OPTIONS', 'sys/nothing', null, 404, ['unsupported path']],
    ['OPTIONS', 'sys/policies/acl', {}, 403, ['permission denied']],
  ] as const)('%s %s %j: %d %j', async (method, path, headers, status, errors) => {
    const answer = await live.vault(method, path, undefined, headers ?? asVault());
    expect(answer).toMatchObject({ status, body: { errors } });
  });

  test('unknown fields are ignored with a warning, values of another type are not', async () => {
    const policy = 'path "x" { capabilities = [] }';
    const extra = await live.vault('PUT', 'sys/policies/acl/extra', { policy, zebra: 1, ant: 2 }, asVault());
    const warnings = ['Endpoint ignored these unrecognized parameters: [ant zebra]'];
    expect(extra).toMatchObject({ status: 200, body: { data: null, warnings } });
    expect(await live.vault('PUT', 'sys/policies/acl/extra', { policy: {} })).toMatchObject({
      status: 400,
      body: { errors: ['Field validation failed: error converting input for field "policy": expected a text'] },
    });
  });

  test.each(['[]', '"text"', '{', '\u0000'])('the body %j is no document', async (body) => {
    expect(await live.vault('PUT', 'sys/policies/acl/extra', body)).toMatchObject({ status: 400 });
  });
});

describe('LIST as a method', () => {
  /** fetch and node:http refuse to send it. */
  async function raw(lines: string): Promise<string> {
    const { hostname, port } = new URL(live.base);
    const socket = connect(Number(port), hostname);
    socket.write(lines);
    return text(socket);
  }

  test('is the list', async () => {
    const answer = await raw(
      `LIST /v1/sys/policies/acl HTTP/1.1\r\nHost: localhost\r\nX-Vault-Token: ${live.rootToken}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    expect(answer).toContain('"keys":["default"');
  });

  test('is heard when it comes in several packets', async () => {
    const { hostname, port } = new URL(live.base);
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
    for (const part of [
      'LIST',
      ' /v1/sys/policies/acl HTTP/1.1\r\n',
      'Host: localhost\r\nX-Vault-',
      `Token: ${live.rootToken}\r\n\r`,
    ]) {
      socket.write(part);
      await pause();
    }
    socket.write('\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('"keys":["default"');
  });

  test('that does not end is too long at some time', async () => {
    expect(await raw(`LIST /v1/sys/policies/acl HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('is heard after other requests of its connection', async () => {
    const { hostname, port } = new URL(live.base);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.write(`LIST /v1/sys/policies/acl/ HTTP/1.1\r\nHost: localhost\r\nX-Vault-Token: ${live.rootToken}\r\n\r\n`);
    expect(await text(socket)).toContain('"keys":["default"');
  });

  test.each(['LIST', 'LIST nowhere HTTP/1.1\r\n\r\n', 'LURK / HTTP/1.1\r\nHost: x\r\n\r\n', '\u0000'])(
    '%j is refused',
    async (lines) => {
      expect(await raw(`${lines}\r\n`)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    },
  );
});
