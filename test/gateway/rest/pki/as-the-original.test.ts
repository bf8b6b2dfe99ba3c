import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from '../live.js';
import type { Live } from '../live.js';
import { csrPem } from '../../../pki/policy/made.js';
import { extensionOids, extKeyUsageOids, Name } from '../../../../src/pki/x509/index.js';
import { readPem } from '../../../pki/issuance/world.js';

let live: Live;
const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  warnings: z.union([z.array(z.string()), z.string()]).nullish(),
});
async function ask(method: string, path: string, body?: object, expected = 200) {
  const asked = await live.vault(method, `like/${path}`, body, { 'x-vault-token': live.rootToken });
  expect(asked.status).toBe(expected);
  const { data, warnings } = answer.parse(asked.body);
  return { data: data ?? {}, warnings: warnings ?? [] };
}
const keysOf = z.object({ keys: z.array(z.string()), key_info: z.record(z.string(), z.unknown()) });

beforeAll(async () => {
  live = await openLive();
  await live.vault('POST', 'sys/mounts/like', { type: 'pki' });
  for (const name of ['Root A', 'Root B', 'Root C', 'Root D'])
    await ask('POST', 'issuers/generate/root/internal', { common_name: name, key_type: 'ec', ttl: '900h' });
  const role = { allow_any_name: true, key_type: 'ed25519', basic_constraints_valid_for_non_ca: true };
  await ask('POST', 'roles/any', role);
});
afterAll(() => live.close());

test.each(['issuers', 'keys'])('LIST %s is in the order of the identifiers', async (path) => {
  const { keys, key_info: info } = keysOf.parse((await ask('GET', `${path}?list=true`)).data);
  expect(keys).toEqual([...keys].sort());
  expect(keys).toHaveLength(4);
  expect(Object.keys(info).sort()).toEqual(keys);
});

describe('LIST certs/detailed', () => {
  const hosts = Array.from({ length: 7 }, (_, at) => `h${at}.test`);
  const listed = async (query = '') => keysOf.parse((await ask('GET', `certs/detailed?list=true${query}`)).data);

  test('says what is in each certificate', async () => {
    const { data } = await ask('POST', 'issue/any', { common_name: hosts[0], alt_names: hosts, ttl: '1h' });
    const serial = String(data['serial_number']);
    const { keys, key_info: info } = await listed();
    expect(keys).toEqual(keysOf.shape.keys.parse((await ask('GET', 'certs?list=true')).data['keys']));
    expect(info[serial]).toEqual({
      common_name: 'h0.test',
      issuer: 'CN=Root A',
      key_type: 'ed25519',
      key_bits: 256,
      not_before: `${new Date(Number(data['not_before']) * 1000).toISOString().slice(0, 19)}Z`,
      not_after: `${new Date(Number(data['expiration']) * 1000).toISOString().slice(0, 19)}Z`,
      dns_names: hosts.slice(0, 5),
    });
    expect(info).toMatchObject(
      Object.fromEntries(keys.filter((key) => key !== serial).map((key) => [key, { key_type: 'ec', dns_names: null }])),
    );
  });

  test('goes on after a serial number', async () => {
    const { keys } = await listed();
    expect((await listed(`&limit=2`)).keys).toEqual(keys.slice(0, 2));
    expect((await listed(`&after=${String(keys[1])}`)).keys).toEqual(keys.slice(2));
    await ask('GET', `certs/detailed?list=true&after=${String(keys.at(-1))}`, undefined, 404);
  });

  test('needs the right to list', async () => {
    const none = await live.vault('GET', 'like/certs/detailed?list=true', undefined, { 'x-vault-token': 'other' });
    expect(none.status).toBe(403);
  });
});

test.each([
  ['ca/pem', false],
  ['ca_chain', false],
  ['crl/pem', false],
  ['crl/delta/pem', false],
  ['cert/ca/raw/pem', false],
  ['cert/crl/raw/pem', false],
  ['issuer/default/pem', true],
  ['issuer/default/crl/pem', true],
])('the last line of %s ends: %s', async (path, ends) => {
  const got = await fetch(`${live.base}/v1/like/${path}`);
  const text = await got.text();
  expect(/-----END [A-Z0-9 ]+-----(\n?)$/.exec(text)?.[1]).toBe(ends ? '\n' : '');
  const head = await fetch(`${live.base}/v1/like/${path}`, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(text.length));
});

test('cert/ca_chain has the fields of every certificate', async () => {
  const { data } = await ask('GET', 'cert/ca_chain');
  expect(data).toMatchObject({ revocation_time: 0, revocation_time_rfc3339: '' });
  expect(data['certificate']).toBe(data['ca_chain']);
  expect(String(data['certificate'])).toMatch(/-----END CERTIFICATE-----$/);
});

test.each([
  [{}, true],
  [{ basic_constraints_valid_for_non_ca: true }, true],
  [{ basic_constraints_valid_for_non_ca: false }, false],
])('sign-verbatim of a role with basic constraints, asked with %j, has them: %s', async (asked, has) => {
  const csr = await csrPem({ subject: Name.of({ commonName: 'a.test' }) });
  const { data } = await ask('POST', 'sign-verbatim/any', { csr, ...asked });
  const { all } = readPem(String(data['certificate'])).extensions;
  expect(all.some(({ oid }) => oid === extensionOids.basicConstraints)).toBe(has);
});

describe('extended key usages of authorities', () => {
  const asked = { ext_key_usage: 'ServerAuth', ext_key_usage_oids: '1.2.3' };
  const usages = [extKeyUsageOids.serverAuth, '1.2.3'];
  const usagesOf = (data: Readonly<Record<string, unknown>>) =>
    readPem(String(data['certificate'])).extensions.extKeyUsage;

  test('of a root, and of an intermediate', async () => {
    const root = { common_name: 'Limited', key_type: 'ec', ttl: '900h', ...asked };
    expect(usagesOf((await ask('POST', 'issuers/generate/root/internal', root)).data)).toEqual(usages);
    const csr = await csrPem({});
    const { data } = await ask('POST', 'root/sign-intermediate', { csr, common_name: 'Below', ...asked });
    expect(usagesOf(data)).toEqual(usages);
  });

  test('that have no meaning are refused', async () => {
    await ask('POST', 'root/generate/internal', { common_name: 'X', key_type: 'ec', ext_key_usage: 'Flying' }, 400);
  });
});

test('allow_globs_in_identity_templates reads back', async () => {
  const { data } = await ask('POST', 'roles/globs', { allow_globs_in_identity_templates: true });
  expect(data['allow_globs_in_identity_templates']).toBe(true);
  expect((await ask('POST', 'roles/globs', {})).data['allow_globs_in_identity_templates']).toBe(false);
});

describe('a bundle', () => {
  const count = (pem: unknown) => String(pem).match(/-----BEGIN [A-Z ]+-----/g);
  const [certificate, key] = ['-----BEGIN CERTIFICATE-----', '-----BEGIN PRIVATE KEY-----'];
  const asked = { common_name: 'bundle.test', ttl: '1h', format: 'pem_bundle' };

  test('holds the whole chain, with the root that was made here', async () => {
    const issued = (await ask('POST', 'issue/any', asked)).data;
    expect(count(issued['certificate'])).toEqual([key, certificate, certificate]);
    expect(String(issued['certificate']).endsWith(String(issued['issuing_ca']))).toBe(true);
    expect(issued['ca_chain']).toEqual([issued['issuing_ca']]);
    const bare = (await ask('POST', 'issue/any', { ...asked, remove_roots_from_chain: true })).data;
    expect(count(bare['certificate'])).toEqual([key, certificate]);
    expect(count((await ask('POST', 'issue/any', { ...asked, format: 'pem' })).data['certificate'])).toEqual([
      certificate,
    ]);
  });

  test('of an authority holds it once', async () => {
    const { csr } = (await ask('POST', 'intermediate/generate/internal', { common_name: 'Bundled', key_type: 'ec' }))
      .data;
    const signed = (await ask('POST', 'root/sign-intermediate', { csr, common_name: 'Bundled', format: 'pem_bundle' }))
      .data;
    expect(count(signed['certificate'])).toEqual([certificate, certificate]);
  });

  test('ends with the issuer for callers of the specification, without a root that was made here', async () => {
    const { body } = await live.vault('POST', 'like/issue/any', asked, { 'x-service-token': live.rootToken });
    expect(count(answer.parse(body).data?.['certificate'])).toEqual([key, certificate]);
  });
});

test('the default cannot be replaced by itself', async () => {
  const refused = { errors: ["invalid issuer specification; must be non-empty and can't be 'default'"] };
  for (const path of ['root/replace', 'config/issuers']) {
    const asked = await live.vault('POST', `like/${path}`, { default: 'default' }, { 'x-vault-token': live.rootToken });
    expect(asked).toMatchObject({ status: 400, body: refused });
  }
});
