import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive, type Live } from '../live.js';

let live: Live;

const body = z.looseObject({ data: z.record(z.string(), z.unknown()).nullish() });
async function call(method: string, path: string, sent?: unknown) {
  const answer = await live.vault(method, path, sent, { 'x-vault-token': live.rootToken });
  return { status: answer.status, data: body.parse(answer.body ?? {}).data ?? {} };
}

async function ask(query: string, variables: object): Promise<unknown> {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

beforeAll(async () => {
  live = await openLive();
  const root = { common_name: 'Root', key_type: 'ec', ttl: '87600h' };
  expect((await call('POST', 'pki/root/generate/internal', root)).status).toBe(200);
  const role = { allow_any_name: true, key_type: 'ec', no_store: true, ttl: '1h' };
  expect((await call('POST', 'pki/roles/unstored', role)).status).toBe(200);
});
afterAll(() => live.close());

test.each(['revoke', 'revoke-with-key'])(
  'a certificate that nobody kept can be read once it is revoked: %s',
  async (path) => {
    const name = `${path}.example.com`;
    const { data: issued } = await call('POST', 'pki/issue/unstored', { common_name: name });
    const serialNumber = String(issued['serial_number']);
    expect((await call('GET', `pki/cert/${serialNumber}`)).status).toBe(404);
    const { certificate, private_key } = issued;
    const revoked = await call('POST', `pki/${path}`, { certificate, private_key });
    expect(revoked).toMatchObject({ status: 200, data: { state: 'revoked' } });

    const { revocation_time, revocation_time_rfc3339 } = revoked.data;
    const { data: found } = await call('GET', `pki/cert/${serialNumber}`);
    expect(found).toMatchObject({ certificate, revocation_time, revocation_time_rfc3339 });
    expect(found['issuer_id']).toMatch(/^[0-9a-f-]{36}$/);
    const { data: listed } = await call('GET', 'pki/certs?list=true');
    expect(listed['keys']).toContain(serialNumber);
    expect(
      await ask(
        `query($serialNumber: SerialNumber!) {
           certificate(mount: "pki", serialNumber: $serialNumber) {
             commonName keyType keyBits roleName status names { dns } certificate issuer { isDefault }
           }
           revocations(mount: "pki", first: 1) { nodes { serialNumber certificate { serialNumber } } }
         }`,
        { serialNumber },
      ),
    ).toMatchObject({
      data: {
        certificate: {
          ...{ commonName: name, keyType: 'EC', keyBits: 256, roleName: null, status: 'REVOKED', certificate },
          names: { dns: [name] },
          issuer: { isDefault: true },
        },
        revocations: { nodes: [{ serialNumber, certificate: { serialNumber } }] },
      },
    });
    // As others are, it is found by its name a moment later.
    const search =
      'query($name: String!) { certificates(mount: "pki", filter: { name: $name }) { nodes { serialNumber } } }';
    await expect
      .poll(() => ask(search, { name }))
      .toMatchObject({ data: { certificates: { nodes: [{ serialNumber }] } } });

    // The second time changes nothing.
    expect((await call('POST', 'pki/revoke', { certificate })).data).toMatchObject({ revocation_time });
    expect((await call('POST', 'pki/revoke', { serial_number: serialNumber })).data).toMatchObject({ revocation_time });
  },
);
