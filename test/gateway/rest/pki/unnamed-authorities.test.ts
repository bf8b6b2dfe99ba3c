import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from '../live.js';
import type { Live } from '../live.js';
import { readPem } from '../../../pki/issuance/world.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
  await live.vault('POST', 'sys/mounts/unnamed', { type: 'pki' });
  await live.vault('POST', 'unnamed/root/generate/internal', { common_name: 'Root', key_type: 'ec' });
});
afterAll(() => live.close());

/** As Vault's clients, or as the specification's callers. */
async function ask(path: string, body: object, as: 'vault' | 'service' = 'vault') {
  const header = as === 'vault' ? 'x-vault-token' : 'x-service-token';
  const { status, body: answer } = await live.vault('POST', `unnamed/${path}`, body, { [header]: live.rootToken });
  const { data, errors, warnings } = answer as {
    data?: Readonly<Record<string, unknown>>;
    errors?: readonly string[];
    warnings?: readonly string[] | null;
  };
  return { status, errors, warnings: warnings ?? [], data: data ?? {} };
}
const csrOf = async (body: object) =>
  String((await ask('intermediate/generate/internal', { key_type: 'ec', ...body })).data['csr']);
const certificateOf = (data: Readonly<Record<string, unknown>>) => readPem(String(data['certificate']));

test("an intermediate of Vault's clients is named by its signing request", async () => {
  const csr = await csrOf({ common_name: 'from.csr.test', organization: 'Not taken' });
  const { data } = await ask('root/sign-intermediate', { csr });
  expect(certificateOf(data).subject.toString()).toBe('CN=from.csr.test');
  const asked = await ask('root/sign-intermediate', { csr, common_name: 'asked.test', organization: 'Taken' });
  expect(certificateOf(asked.data).subject.toString()).toContain('CN=asked.test');
  expect(certificateOf(asked.data).subject.toString()).toContain('O=Taken');
});

test.each([
  [{}, ['21', '22']],
  [{ serial_number: '9' }, ['9']],
  [{ alt_names: '2.5.4.5;UTF8:31' }, ['31']],
])("an intermediate of Vault's clients with %j has the serial numbers %j", async (asked, numbers) => {
  const csr = await csrOf({ common_name: 'numbered.test', serial_number: '21', alt_names: '2.5.4.5;UTF8:22' });
  const { data } = await ask('root/sign-intermediate', { csr, ...asked });
  expect(certificateOf(data).subject.values('serialNumber')).toEqual(numbers);
});

test("the specification's callers name the serial number too", async () => {
  const csr = await csrOf({ common_name: 'numbered.test', serial_number: '21' });
  const { data } = await ask('root/sign-intermediate', { csr, common_name: 'numbered.test' }, 'service');
  expect(certificateOf(data).subject.values('serialNumber')).toEqual([]);
});

test('without any name it has none, and a warning says so', async () => {
  const csr = await csrOf({});
  const { data, warnings } = await ask('root/sign-intermediate', { csr });
  expect(certificateOf(data).subject.isEmpty).toBe(true);
  expect(warnings).toContainEqual(
    expect.stringContaining('This issuer certificate was generated without a Subject') as string,
  );
});

test("the specification's callers name both", async () => {
  expect(await ask('intermediate/generate/internal', { key_type: 'ec' }, 'service')).toMatchObject({
    status: 400,
    errors: ['the common_name field is required'],
  });
  const csr = await csrOf({ common_name: 'from.csr.test' });
  const refused = await ask('root/sign-intermediate', { csr }, 'service');
  expect(refused.status).toBe(400);
  expect(refused.errors).toEqual([expect.stringContaining('the common_name field is required')]);
});

test('a root is always named', async () => {
  expect(await ask('root/generate/internal', { key_type: 'ec' })).toMatchObject({ status: 400 });
});

test.each([
  ['pem', {}, 2],
  ['der', {}, 2],
  ['pem', { remove_roots_from_chain: true }, 1],
])('the chain of an intermediate in %s begins with its certificate: %j', async (format, more, length) => {
  const csr = await csrOf({ common_name: 'Below' });
  const { data } = await ask('root/sign-intermediate', { csr, common_name: 'Below', format, ...more });
  const chain = data['ca_chain'] as readonly string[];
  expect(chain).toHaveLength(length);
  expect(chain[0]).toBe(data['certificate']);
});

test('a request for an intermediate warns where no address is configured', async () => {
  const { warnings } = await ask('intermediate/generate/internal', { key_type: 'ec', common_name: 'Below' });
  expect(warnings).toEqual([expect.stringContaining('Since this certificate is an intermediate') as string]);
});
