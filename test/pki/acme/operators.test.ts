import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registeredIn, typeOf } from './asking.js';
import { openAcme } from './live.js';
import type { AcmeForTests } from './live.js';

let acme: AcmeForTests;
beforeAll(async () => {
  acme = await openAcme();
  acme.dns.names.set('other.example', { addresses: ['127.0.0.1'] });
});
afterAll(() => acme.close());

const registered = (prefix = '') => registeredIn(acme, prefix);

describe('operators', () => {
  test('revoke an account, with what it has under way, and let it be used again', async () => {
    const client = await registered();
    const order = await client.order(['absent.web.example']);
    const id = String(client.kid?.split('/').at(-1));
    const path = `acme/mgmt/account/keyid/${id}`;
    const listed = (await acme.ask('LIST', 'acme/mgmt/account/keyid')).body as { data: { keys: string[] } };
    expect(listed.data.keys).toContain(id);
    expect((await acme.ask('GET', path)).body).toMatchObject({
      data: {
        ...{ key_id: id, status: 'valid', revoked_time: '', directory: 'acme/directory', eab: {} },
        orders: [{ status: 'pending', identifiers: ['absent.web.example'], cert_serial_number: '', cert_expiry: '' }],
      },
    });
    expect((await acme.ask('POST', path, { status: 'REVOKED' })).body).toMatchObject({
      data: { key_id: id, status: 'revoked', revoked_time: expect.stringMatching(/Z$/) as string },
    });
    const refused = await client.post(client.url('newOrder'), { identifiers: [{ type: 'dns', value: 'web.example' }] });
    expect([refused.status, typeOf(refused), refused.body['detail']]).toEqual([
      ...[401, 'unauthorized', 'the account is revoked'],
    ]);
    const again = await client.post(client.url('newAccount'), {}, { withKey: true });
    expect([again.status, typeOf(again)]).toEqual([401, 'unauthorized']);
    expect((await acme.ask('POST', path, { status: 'valid' })).body).toMatchObject({ data: { status: 'valid' } });
    const shown = await client.post(String(order.headers.get('location')), null);
    expect([shown.status, shown.body['status']]).toEqual([200, 'invalid']);
    expect((await client.order(['other.example'])).status).toBe(201);
  });

  test('cannot revive an account that its client has deactivated, or ask for something else', async () => {
    const client = await registered();
    const path = `acme/mgmt/account/keyid/${String(client.kid?.split('/').at(-1))}`;
    for (const status of ['deactivated', '', 'x']) {
      const { body } = await acme.ask('POST', path, { status });
      expect(body).toEqual({ errors: [`invalid status "${status}"`] });
    }
    await client.post(String(client.kid), { status: 'deactivated' });
    const revived = await acme.ask('POST', path, { status: 'valid' });
    expect([revived.status, revived.body]).toEqual([
      ...[400, { errors: ['the client of the account has deactivated it'] }],
    ]);
    const nothing = 'acme/mgmt/account/keyid/acct-0000000000000000';
    expect((await acme.ask('GET', nothing)).status).toBe(404);
    expect((await acme.ask('POST', nothing, { status: 'revoked' })).status).toBe(404);
  });

  test('see accounts and orders, and why a proof failed', async () => {
    const client = await registered('roles/web/');
    const order = await client.order(['absent.web.example']);
    const { url } = await client.challenge(order, 'http-01');
    await client.post(url, {});
    await client.until(String(order.headers.get('location')), ['invalid']);
    const accountId = client.kid?.split('/').at(-1);
    const query = `query ($filter: AcmeOrderFilter) {
      acmeAccounts(mount: "pki", first: 1) { nodes { accountId directory status contact eabKeyId } }
      acmeOrders(mount: "pki", filter: $filter) {
        totalCount
        nodes { accountId status names error { type } certificateId authorizations { name status challenge attempts error { type detail } } }
      }
    }`;
    const response = await fetch(`${acme.live.base}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${acme.live.rootToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { filter: { accountId } } }),
    });
    const error = { type: 'urn:ietf:params:acme:error:dns' };
    expect(await response.json()).toMatchObject({
      data: {
        acmeAccounts: { nodes: [{ accountId, directory: 'roles/web/acme/directory', status: 'VALID' }] },
        acmeOrders: {
          totalCount: 1,
          nodes: [
            {
              ...{ accountId, status: 'INVALID', names: ['absent.web.example'], error, certificateId: null },
              authorizations: [
                { name: 'absent.web.example', status: 'INVALID', challenge: 'http-01', attempts: 4, error },
              ],
            },
          ],
        },
      },
    });
  });
});
