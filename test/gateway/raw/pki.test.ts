import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { pkiRawRoutes } from '../../../src/gateway/raw/pki.js';
import { CrlReplaced } from '../../../src/pki/crls/crls.js';
import { CrlOctets } from '../../../src/pki/crls/parts/crl-octets.js';
import { createPkiService } from '../../../src/pki/module.js';
import { PathTable } from '../../../src/gateway/rest/vault/paths.js';
import { buildOcspRequest, certIdOf, encodePem, parseCrl, parseSerialNumber } from '../../../src/pki/x509/index.js';
import { certified } from '../../pki/revocation/certified.js';
import { openPkiWorld } from '../../pki/world.js';
import type { PkiWorld } from '../../pki/world.js';
import { parseOcspResponse } from '../../pki/x509/ocsp-response-reader.js';

let world: PkiWorld;
let app: FastifyInstance;
let leaf: Awaited<ReturnType<typeof certified>>;

const log = pino({ level: 'silent' });

async function serving(services: PkiWorld): Promise<FastifyInstance> {
  const server = fastify();
  const rows = pkiRawRoutes({ ...services, documents: services.publicDocuments, log });
  const table = new PathTable(rows);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
    parsed(null, body);
  });
  server.route({
    method: ['GET', 'POST'],
    url: '/v1/*',
    handler: (request, reply) => {
      const [, mount = '', rest = ''] = /^\/v1\/([^/]+)\/(.*)$/.exec(decodeURIComponent(request.url)) ?? [];
      const found = table.find(rest);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const row = found?.routes.find((each) => each.method === method);
      if (!found || !row) return reply.code(405).send();
      return row.handle(request, reply, { mount, params: found.params });
    },
  });
  await server.ready();
  return server;
}

beforeAll(async () => {
  world = await openPkiWorld();
  await world.roots.generate(world.operator, 'pki', 'internal', { keyType: 'ec', commonName: 'Root' });
  await world.mounts.create(world.operator, 'empty', {});
  leaf = await certified(world, 'pki');
  await leaf.store();
  app = await serving(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url: `/v1/${url}`, headers });

test.each([
  ['ca', 'application/pkix-cert'],
  ['ca/pem', 'application/pem-certificate-chain'],
  ['ca_chain', 'application/pkix-cert'],
  ['crl', 'application/pkix-crl'],
  ['crl/pem', 'application/x-pem-file'],
  ['cert/ca/raw', 'application/pkix-cert'],
  ['cert/crl/raw/pem', 'application/x-pem-file'],
  ['issuer/default/der', 'application/pkix-cert'],
  ['issuer/default/pem', 'application/pem-certificate-chain'],
  ['issuer/default/crl/der', 'application/pkix-crl'],
  ['issuer/default/crl/pem', 'application/x-pem-file'],
])('%s is %s, and not sent again to who has it', async (path, type) => {
  const first = await get(`pki/${path}`);
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, type]);
  expect(first.rawPayload.length).toBe(Number(first.headers['content-length']));
  expect(first.body.startsWith('-----BEGIN')).toBe(path.endsWith('pem') || path === 'ca_chain');
  const { etag = '', 'last-modified': modified = '' } = first.headers;
  expect((await get(`pki/${path}`, { 'if-none-match': etag })).statusCode).toBe(304);
  expect((await get(`pki/${path}`, { 'if-modified-since': modified })).statusCode).toBe(304);
  expect((await get(`pki/${path}`, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  const head = await app.inject({ method: 'HEAD', url: `/v1/pki/${path}` });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
    200,
    first.headers['content-length'],
    '',
  ]);
  const empty = await get(`empty/${path}`);
  expect(empty.statusCode).toBe(path.startsWith('issuer/') ? empty.statusCode : 204);
});

test.each(['cert/ca', 'cert/ca_chain', 'cert/crl', 'issuer/default/json', 'issuer/default/crl'])(
  '%s is JSON that is not sent again to who has it',
  async (path) => {
    const made = vi.spyOn(world.publicDocuments, 'crlValue');
    const first = await get(`pki/${path}`);
    const { 'last-modified': modified = '', vary } = first.headers;
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/json']);
    expect([new Date(modified).toUTCString(), vary]).toEqual([
      modified,
      'x-service-token, x-vault-token, x-vault-request',
    ]);
    const before = made.mock.calls.length;
    const again = await get(`pki/${path}`, { 'if-modified-since': modified });
    expect([again.statusCode, again.body, again.headers['last-modified']]).toEqual([304, '', modified]);
    expect(made.mock.calls.length).toBe(before);
    made.mockRestore();
    const earlier = new Date(Date.parse(modified) - 1000).toUTCString();
    expect((await get(`pki/${path}`, { 'if-modified-since': earlier })).statusCode).toBe(200);
    expect((await get(`pki/${path}`, { 'if-modified-since': 'never' })).statusCode).toBe(200);
  },
);

test.each([
  ['cert/ca', 400],
  ['cert/ca_chain', 400],
  ['cert/crl', 500],
  ['cert/delta-crl', 500],
  ['ca', 204],
])("%s of a mount without an issuer is %i to Vault's clients, and empty to others", async (path, status) => {
  const answer = await get(`empty/${path}`, { 'x-vault-request': 'true' });
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toBe(status === 204 ? '' : '{"errors":["no default issuer currently configured"]}');
  expect((await get(`empty/${path}`)).statusCode).toBe(204);
});

test('while deltas are off, there is one for each complete CRL, which changes nothing', async () => {
  await world.mounts.create(world.operator, 'off', {});
  await world.roots.generate(world.operator, 'off', 'internal', { keyType: 'ec', commonName: 'Off' });
  const crlAt = async (path: string) => parseCrl((await get(`off/${path}`)).rawPayload);
  const complete = await crlAt('crl');
  const delta = await crlAt('crl/delta');
  expect([delta.deltaBase, delta.entries, delta.nextUpdate]).toEqual([complete.number, [], complete.nextUpdate]);
  expect(delta.number).toBe((complete.number ?? 0n) + 1n);
  expect((await crlAt('issuer/default/crl/delta/der')).number).toBe(delta.number);
  await world.crlRotation.rotate(world.operator, 'off', 'complete');
  const next = await crlAt('crl');
  expect((await crlAt('crl/delta')).deltaBase).toBe(next.number);
});

test('who turns CRLs off or on sees it in the next one', async () => {
  await world.mounts.create(world.operator, 'turned', {});
  await world.roots.generate(world.operator, 'turned', 'internal', { keyType: 'ec', commonName: 'Turned' });
  const gone = await certified(world, 'turned');
  await gone.store();
  await world.revocations.revoke(world.operator, 'turned', { serialNumber: gone.serialNumber });
  const count = async () => parseCrl((await get('turned/crl')).rawPayload).entries.length;
  expect(await count()).toBe(1);
  await world.mountConfig.changeCrl(world.operator, 'turned', { disable: true });
  expect([await count(), parseCrl((await get('turned/crl/delta')).rawPayload).entries.length]).toEqual([0, 0]);
  await world.mountConfig.changeCrl(world.operator, 'turned', { disable: false });
  expect(await count()).toBe(1);
});

test('the CRL of the default issuer changes when another becomes it, however old its CRL is', async () => {
  await world.mounts.create(world.operator, 'switched', {});
  const make = (issuerName: string) =>
    world.roots.generate(world.operator, 'switched', 'internal', { keyType: 'ec', commonName: issuerName, issuerName });
  await make('one');
  await make('two');
  await get('switched/issuer/two/crl');
  const { 'last-modified': modified = '' } = (await get('switched/crl')).headers;
  await world.mountConfig.changeIssuers(world.operator, 'switched', { default: 'two' });
  for (const path of ['crl', 'crl/pem', 'cert/crl'])
    expect((await get(`switched/${path}`, { 'if-modified-since': modified })).statusCode).toBe(200);
});

test('what is read of a certificate may change with its revocation: it is sent again', async () => {
  const { headers } = await get(`pki/cert/${leaf.serialNumber}`);
  expect(headers['last-modified']).toBeUndefined();
});

test.each(['crl', 'crl/pem', 'issuer/default/crl/pem'])('%s is not made anew for who has it', async (path) => {
  const made = vi.spyOn(world.publicDocuments, 'crlText');
  const { etag = '' } = (await get(`pki/${path}`)).headers;
  const before = made.mock.calls.length;
  expect((await get(`pki/${path}`, { 'if-none-match': etag })).statusCode).toBe(304);
  expect((await app.inject({ method: 'HEAD', url: `/v1/pki/${path}` })).statusCode).toBe(200);
  expect(made.mock.calls.length).toBe(before);
  made.mockRestore();
});

test.each(['crl', 'crl/pem'])('%s is read for who has not got it, and for nobody else', async (path) => {
  // A server that has just begun has no CRL at hand, as has one with too many.
  const begun = createPkiService({ ...world, expiryDays: [], log });
  const other = await serving({ ...world, ...begun.services });
  const read = vi.spyOn(world.database, 'readSql');
  const contents = () => read.mock.calls.filter(([sql]) => sql.startsWith('SELECT "issuerId", "content"')).length;
  const url = `/v1/pki/${path}`;
  const { headers, rawPayload } = await app.inject({ url });
  const { etag = '', 'last-modified': modified = '' } = headers;
  expect((await other.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  expect((await other.inject({ url, headers: { 'if-modified-since': modified } })).statusCode).toBe(304);
  const head = await other.inject({ method: 'HEAD', url });
  expect([head.statusCode, Number(head.headers['content-length'])]).toEqual([200, rawPayload.length]);
  expect(contents()).toBe(0);
  expect((await other.inject({ url })).rawPayload).toEqual(rawPayload);
  expect(contents()).toBe(1);
  read.mockRestore();
  await other.close();
});

test.each(['crl', 'issuer/default/crl'])(
  '%s that is replaced while it is read is answered with the one that replaced it',
  async (path) => {
    const content = vi.spyOn(world.crls, 'octets').mockImplementationOnce(async () => {
      await world.crlRotation.rotate(world.operator, 'pki', 'complete');
      throw new CrlReplaced();
    });
    const answer = await get(`pki/${path}`);
    expect(content).toHaveBeenCalledTimes(2);
    content.mockRestore();
    const after = await get(`pki/${path}`);
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, after.headers.etag]);
    expect(answer.headers.vary).toBe(after.headers.vary);
    if (path === 'crl') expect(answer.rawPayload).toEqual(after.rawPayload);
    else expect(answer.json<{ data: unknown }>().data).toEqual(after.json<{ data: unknown }>().data);
  },
);

/** A large one in parts, as it is held. */
function inPieces(der: Uint8Array<ArrayBuffer>): CrlOctets {
  const length = 65_536;
  const count = Math.floor((der.length - 100) / length);
  const entries = der.subarray(50, 50 + count * length);
  return CrlOctets.cut(
    der,
    entries,
    Array.from({ length: count }, (_, part) => ({ digest: String(part), length })),
  );
}

test.each([0, 1, 40_000, 400_000])('a CRL of %i octets more: the same in every form', async (octets) => {
  const authority = await world.authorities.byPath('pki');
  const real = await world.publicDocuments.crl(authority, authority.issuer('default'), {
    kind: 'complete',
    path: 'existing',
  });
  if (!real) throw new Error('no CRL');
  const der = Buffer.concat([await real.content(), Buffer.alloc(octets, 7)]);
  const longer = {
    ...real,
    octets: () => Promise.resolve(inPieces(der)),
    content: () => Promise.resolve(der),
    size: () => Promise.resolve(der.length),
    etag: `"of ${octets} octets more"`,
  };
  const crl = vi.spyOn(world.publicDocuments, 'crl').mockResolvedValue(longer);
  const ofDefault = vi.spyOn(world.publicDocuments, 'defaultCrl').mockResolvedValue(longer);
  const pem = encodePem('X509 CRL', der);
  expect((await get('pki/crl')).rawPayload.equals(der)).toBe(true);
  expect((await get('pki/crl/pem')).body === pem.trimEnd()).toBe(true);
  expect((await get('pki/issuer/default/crl/pem')).body === pem).toBe(true);
  const json = await get('pki/issuer/default/crl');
  expect(json.json<{ data: { crl: string } }>().data.crl === pem).toBe(true);
  expect(Number(json.headers['content-length'])).toBe(json.rawPayload.length);
  const { data } = (await get('pki/cert/crl')).json<{ data: { certificate: string; revocation_time: number } }>();
  expect([data.certificate === pem.trimEnd(), data.revocation_time]).toEqual([true, 0]);
  for (const path of ['crl', 'crl/pem', 'cert/crl/raw/pem']) {
    const head = await app.inject({ method: 'HEAD', url: `/v1/pki/${path}` });
    expect(Number(head.headers['content-length'])).toBe(path === 'crl' ? der.length : pem.length - 1);
  }
  crl.mockRestore();
  ofDefault.mockRestore();
});

test('a CRL of one piece is sent at once, one in parts from piece to piece', async () => {
  const pieces = vi.spyOn(CrlOctets.prototype, 'pieces');
  const { rawPayload } = await get('pki/crl');
  expect(parseCrl(rawPayload).entries).toEqual([]);
  expect(pieces).not.toHaveBeenCalled();
  const der = new Uint8Array(400_000).fill(7);
  const held = vi.spyOn(world.crls, 'octets').mockResolvedValueOnce(inPieces(der));
  expect((await get('pki/crl')).rawPayload.equals(der)).toBe(true);
  expect(pieces).toHaveBeenCalledTimes(1);
  held.mockRestore();
  pieces.mockRestore();
});

test('certificates by serial number, as JSON and as bytes', async () => {
  const shown = (await get(`pki/cert/${leaf.serialNumber}`)).json<{ data: Record<string, unknown> }>();
  expect(shown.data).toMatchObject({
    certificate: leaf.pem.trimEnd(),
    revocation_time: 0,
    revocation_time_rfc3339: '',
  });
  const raw = await get(`pki/cert/${leaf.serialNumber.replaceAll(':', '-')}/raw`);
  expect(raw.rawPayload.equals(leaf.der)).toBe(true);
  expect((await get('pki/cert/01-02')).json()).toEqual({ errors: [] });
  expect((await get('pki/cert/01-02')).statusCode).toBe(404);
  expect((await get('pki/cert/01-02/raw')).statusCode).toBe(204);
});

test('a revocation is on the next CRL, whatever a cache holds', async () => {
  const before = await get('pki/crl');
  await world.revocations.revoke(world.operator, 'pki', { serialNumber: leaf.serialNumber });
  const { etag = '', 'last-modified': modified = '' } = before.headers;
  expect((await get('pki/crl', { 'if-none-match': etag })).statusCode).toBe(200);
  expect((await get('pki/crl', { 'if-modified-since': modified })).statusCode).toBe(200);
  const shown = (await get(`pki/cert/${leaf.serialNumber}`)).json<{ data: Record<string, unknown> }>();
  expect(shown.data).toMatchObject({ revocation_time: Math.floor(world.clock.now().getTime() / 1000) });
});

test('OCSP by POST and GET, and what is none of it', async () => {
  const { certificate } = (await world.authorities.byPath('pki')).issuer('default');
  const serialNumber = parseSerialNumber(leaf.serialNumber);
  if (!serialNumber) throw new Error('no serial number');
  const request = buildOcspRequest([certIdOf(certificate, serialNumber)]);
  const post = (payload: Buffer, type = 'application/ocsp-request') =>
    app.inject({ method: 'POST', url: '/v1/pki/ocsp', payload, headers: { 'content-type': type } });
  const answer = await post(request);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/ocsp-response']);
  expect(JSON.stringify(parseOcspResponse(answer.rawPayload))).toContain('revoked');
  const base64 = request.toString('base64');
  for (const text of [base64, encodeURIComponent(base64)]) {
    const got = await get(`pki/ocsp/${text}`);
    expect(got.statusCode).toBe(200);
    expect(got.headers['cache-control']).toMatch(/^max-age=\d+, public/);
  }
  const refusals = [await post(request, 'text/plain'), await post(Buffer.alloc(2048)), await get('pki/ocsp/nonsense!')];
  for (const refused of refusals) {
    expect([refused.statusCode, parseOcspResponse(refused.rawPayload).status]).toEqual([400, 'malformedRequest']);
  }
  const nobody = await app.inject({
    method: 'POST',
    url: '/v1/empty/ocsp',
    payload: request,
    headers: { 'content-type': 'application/ocsp-request' },
  });
  expect([nobody.statusCode, parseOcspResponse(nobody.rawPayload).status]).toEqual([401, 'unauthorized']);
});
