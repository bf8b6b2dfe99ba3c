import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
  await ask('POST', 'sys/mounts/texts', { type: 'pki' });
  await ask('POST', 'texts/root/generate/internal', { common_name: 'Root', key_type: 'ec', key_name: 'k' });
  await ask('POST', 'texts/roles/web', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
});
afterAll(() => live.close());

const ask = (method: string, path: string, body?: object) =>
  live.vault(method, path, body, { 'x-vault-token': live.rootToken });

const tooShort =
  'provided data for import was too short; perhaps a path was passed to the API rather than the contents of a PEM file';

/** As OpenBao 2.6.2 words them. */
test.each([
  ['sys/mounts/sys', { type: 'pki' }, 'cannot mount "sys/"'],
  ['sys/mounts/auth/x', { type: 'pki' }, 'cannot mount "auth/x/"'],
  [
    'sys/mounts/texts/tune',
    { max_lease_ttl: '1h', default_lease_ttl: '2h' },
    'backend max lease TTL of 3600 would be less than backend default lease TTL of 7200',
  ],
  [
    'texts/root/generate/nope',
    { common_name: 'x' },
    'the "exported" path parameter must be "internal", "existing", exported" or "kms"',
  ],
  ['texts/root/generate/internal', { common_name: 'x', key_type: 'dsa' }, 'unknown key type dsa'],
  ['texts/roles/bad', { key_type: 'dsa' }, 'unknown key type dsa'],
  ['texts/roles/bad', { key_bits: 1 }, 'RSA keys < 2048 bits are unsafe and not supported: got 1'],
  ['texts/roles/bad', { key_bits: 2049 }, 'unsupported bit length for RSA key: 2049'],
  [
    'texts/roles/bad',
    { cn_validations: 'disabled,email' },
    'cn_validations value incorrect: cannot specify `disabled` along with `email` or `hostname`',
  ],
  [
    'texts/issuer/default',
    { leaf_not_after_behavior: 'nope' },
    'Unknown value for field `leaf_not_after_behavior`. Possible values are `err`, `truncate`, `permit`, and `always_enforce_err`.',
  ],
  [
    'texts/config/urls',
    { ocsp_servers: 'nope' },
    'invalid URL found in Authority Information Access (AIA) parameter ocsp_servers: nope',
  ],
  ['texts/config/cluster', { path: 'nope' }, 'invalid, non-URL path given to cluster: nope'],
  ['texts/sign/web', { csr: 'nope' }, 'csr contains no data'],
  ['texts/root/sign-self-issued', { certificate: 'nope' }, 'certificate could not be PEM-decoded'],
  ['texts/config/ca', { pem_bundle: 'nope' }, tooShort],
  ['texts/keys/import', { pem_bundle: 'nope' }, tooShort],
  ['texts/revoke', {}, 'The serial number or certificate to revoke must be provided.'],
  [
    'texts/revoke',
    { serial_number: '0a:0b', certificate: 'x' },
    'Must provide either the certificate or the serial to revoke; not both.',
  ],
  [
    'texts/revoke',
    { certificate: 'nope' },
    'provided certificate data was too short; perhaps a path was passed to the API rather than the contents of a PEM file',
  ],
  [
    'texts/revoke-with-key',
    { serial_number: '0a:0b' },
    'Must have private key to revoke via the /revoke-with-key path.',
  ],
])('POST %s %j: %s', async (path, body, text) => {
  expect(await ask('POST', path, body)).toMatchObject({ status: 400, body: { errors: [text] } });
});

test('a default policy and a key in use stay', async () => {
  expect(await ask('DELETE', 'sys/policies/acl/default')).toMatchObject({
    status: 400,
    body: { errors: ['cannot delete default policy'] },
  });
  expect((await ask('DELETE', 'texts/key/k')).body).toMatchObject({
    errors: [expect.stringMatching(/^Failed to Delete Key\. {2}Key in Use by Issuer: [-0-9a-f]{36}$/)],
  });
});

test.each([
  ['x-vault-token', 400, 'mime: no media type'],
  ['x-service-token', 415, 'PATCH requires Content-Type of application/merge-patch+json'],
])('a patch without a type, with %s: %d', async (header, status, text) => {
  const response = await fetch(`${live.base}/v1/texts/roles/web`, {
    method: 'PATCH',
    headers: { [header]: live.rootToken },
    body: new Blob(['{"ttl":"1h"}']),
  });
  expect([response.status, z.object({ errors: z.array(z.string()) }).parse(await response.json()).errors]).toEqual([
    status,
    [text],
  ]);
});

test('lists of a role for certificates are null without items', async () => {
  await ask('POST', 'sys/auth/cert', { type: 'cert' });
  const { body } = await ask('POST', 'texts/issue/web', { common_name: 'client.test' });
  const { certificate } = z.object({ data: z.object({ certificate: z.string() }) }).parse(body).data;
  await ask('POST', 'auth/cert/certs/some', { certificate, allowed_dns_sans: 'a.test' });
  expect((await ask('GET', 'auth/cert/certs/some')).body).toMatchObject({
    data: { allowed_dns_sans: ['a.test'], allowed_names: null, required_extensions: null },
  });
});
