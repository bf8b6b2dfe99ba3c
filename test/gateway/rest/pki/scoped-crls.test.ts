import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CrlOctets } from '../../../../src/pki/crls/parts/crl-octets.js';
import { parseCertificate, parseCrl } from '../../../../src/pki/x509/index.js';
import { fileOf, openssl } from '../../../pki/world.js';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const ask = (method: string, path: string, body?: unknown) =>
  live.vault(method, path, body, { 'x-vault-token': live.rootToken });
const dataOf = ({ body }: Awaited<ReturnType<typeof ask>>) => (body as { data: Record<string, string> }).data;
/** Without a token. */
async function bytesOf(path: string) {
  const response = await fetch(`${live.base}/v1/${path}`);
  const type = response.headers.get('content-type');
  return { status: response.status, type, bytes: Buffer.from(await response.arrayBuffer()) };
}
const heldOn = async (path: string) =>
  parseCrl((await bytesOf(path)).bytes).entries.map(({ serialNumber }) => serialNumber);

async function graph(query: string, variables: object) {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${live.rootToken}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as { data: Record<string, { pem: string } | null> };
}

test('certificates name their shard, whose CRL anybody fetches at that address', async () => {
  await ask('POST', 'sys/mounts/sharded', { type: 'pki' });
  await ask('POST', 'sharded/root/generate/internal', { common_name: 'Sharded', key_type: 'ec' });
  await ask('POST', 'sharded/config/urls', {
    crl_distribution_points: 'http://ca.example/crl',
    delta_crl_distribution_points: 'http://ca.example/delta',
  });
  await ask('POST', 'sharded/config/cluster', { aia_path: `${live.base}/v1/sharded` });
  await ask('POST', 'sharded/roles/any', { allow_any_name: true, key_type: 'ec', enforce_hostnames: false });
  await ask('POST', 'sharded/config/crl', { shards: 4 });
  expect(dataOf(await ask('GET', 'sharded/config/crl'))).toMatchObject({ shards: 4 });
  const issued = dataOf(await ask('POST', 'sharded/issue/any', { common_name: 'a', ttl: '1h' }));
  const { extensions } = parseCertificate(new X509Certificate(issued['certificate'] ?? '').raw);
  const [address = '', ...others] = extensions.crlDistributionPoints ?? [];
  expect([others, extensions.freshestCrl]).toEqual([[], undefined]);
  const place = address.slice(`${live.base}/v1/`.length);
  expect(await heldOn(place)).toEqual([]);
  await ask('POST', 'sharded/revoke', { serial_number: issued['serial_number'] });
  const der = await bytesOf(place);
  expect([der.status, der.type]).toEqual([200, 'application/pkix-crl']);
  const crl = parseCrl(der.bytes);
  expect(crl.entries.map(({ serialNumber }) => serialNumber)).toEqual([issued['serial_number']]);
  expect(crl.issuingDistributionPoint?.addresses).toEqual([address]);
  expect(await heldOn('sharded/crl')).toEqual([issued['serial_number']]);
  const pem = await bytesOf(`${place}/pem`);
  expect(pem.type).toBe('application/x-pem-file');
  const judged = openssl(
    ...['verify', '-crl_check', '-extended_crl', '-CAfile', fileOf(issued['issuing_ca'] ?? '')],
    ...['-CRLfile', fileOf(pem.bytes.toString()), fileOf(issued['certificate'] ?? '')],
  );
  expect(judged.text).toContain('certificate revoked');
  const shard = Number(place.slice(place.lastIndexOf('/') + 1));
  const query = 'query ($shard: Int) { crl(mount: "sharded", shard: $shard) { pem } }';
  expect((await graph(query, { shard })).data['crl']?.pem).toBe(pem.bytes.toString().trimEnd());
  const joined = vi.spyOn(CrlOctets.prototype, 'joined');
  const number = await graph('{ crl(mount: "sharded") { number entryCount } }', {});
  expect(number.data['crl']).toMatchObject({ entryCount: 1 });
  expect(joined).not.toHaveBeenCalled();
  joined.mockRestore();
  expect((await graph(query, { shard: 4 })).data['crl']).toBeNull();
  for (const wrong of ['4', '-1', '01', 'x', '99999', '1e0'])
    expect((await bytesOf(`sharded/issuer/default/crl/shard/${wrong}`)).status).toBe(404);
});

test('what one mount revoked is on the unified paths of another that has its authority', async () => {
  for (const mount of ['east', 'west']) await ask('POST', `sys/mounts/${mount}`, { type: 'pki' });
  const root = dataOf(await ask('POST', 'east/root/generate/exported', { common_name: 'United', key_type: 'ec' }));
  await ask('POST', 'west/config/ca', { pem_bundle: `${root['private_key'] ?? ''}\n${root['certificate'] ?? ''}` });
  const unified = { auto_rebuild: true, unified_crl: true };
  for (const mount of ['east', 'west']) expect((await ask('POST', `${mount}/config/crl`, unified)).status).toBe(200);
  await ask('POST', 'east/roles/any', { allow_any_name: true, key_type: 'ec', enforce_hostnames: false });
  const serial = dataOf(await ask('POST', 'east/issue/any', { common_name: 'a', ttl: '1h' }))['serial_number'] ?? '';
  await ask('POST', 'east/revoke', { serial_number: serial });
  await ask('GET', 'east/crl/rotate');
  expect([await heldOn('west/unified-crl'), await heldOn('west/crl')]).toEqual([[serial], []]);
  expect(await heldOn('west/issuer/default/unified-crl/der')).toEqual([serial]);
  const listed = await ask('LIST', 'west/certs/unified-revoked');
  const accessor = dataOf(await ask('GET', 'sys/mounts/east'))['accessor'];
  expect(listed.body).toMatchObject({
    data: { keys: [serial], key_info: { [serial]: { revoking_clusters: [accessor] } } },
  });
  expect((await ask('LIST', `west/certs/unified-revoked?after=${serial}`)).status).toBe(404);
  await ask('POST', 'west/config/crl', { unified_crl_on_existing_paths: true });
  expect(await heldOn('west/crl')).toEqual([serial]);
  const query = '{ crl(mount: "east", unified: true) { pem } }';
  expect((await graph(query, {})).data['crl']?.pem).toBe((await bytesOf('west/crl/pem')).bytes.toString());
});

test('a revocation that another mount has to do is pending, and in its queue', async () => {
  const taking = { auto_rebuild: true, cross_cluster_revocation: true };
  for (const mount of ['asks', 'has']) {
    await ask('POST', `sys/mounts/${mount}`, { type: 'pki' });
    await ask('POST', `${mount}/root/generate/internal`, { common_name: mount, key_type: 'ec' });
    expect((await ask('POST', `${mount}/config/crl`, taking)).status).toBe(200);
  }
  await ask('POST', 'has/roles/any', { allow_any_name: true, key_type: 'ec', enforce_hostnames: false });
  const serial = dataOf(await ask('POST', 'has/issue/any', { common_name: 'a', ttl: '1h' }))['serial_number'] ?? '';
  await ask('POST', 'sys/policies/acl/asks', { policy: 'path "asks/revoke" { capabilities = ["update"] }' });
  const made = await ask('POST', 'auth/token/create', { policies: ['asks'], no_default_policy: true });
  const { client_token: token } = (made.body as { auth: { client_token: string } }).auth;
  const asked = (number: string) =>
    live.vault('POST', 'asks/revoke', { serial_number: number }, { 'x-vault-token': token });
  const [known, unknown] = [await asked(serial), await asked('01:02:03')];
  expect(known).toMatchObject({ status: 200, body: { data: { state: 'pending' } } });
  expect(Object.keys(known.body as object)).toEqual(Object.keys(unknown.body as object));
  expect((known.body as { warnings: unknown }).warnings).toEqual((unknown.body as { warnings: unknown }).warnings);
  const accessor = dataOf(await ask('GET', 'sys/mounts/asks'))['accessor'];
  expect((await ask('LIST', 'has/certs/revocation-queue')).body).toMatchObject({
    data: { keys: [serial], key_info: { [serial]: { requesting_cluster: accessor } } },
  });
  const denied = await live.vault('LIST', 'has/certs/revocation-queue', undefined, { 'x-vault-token': token });
  expect(denied.status).toBe(403);
  expect(dataOf(await ask('POST', 'has/revoke', { serial_number: serial }))['state']).toBe('revoked');
  expect((await ask('LIST', 'has/certs/revocation-queue')).status).toBe(404);
});
