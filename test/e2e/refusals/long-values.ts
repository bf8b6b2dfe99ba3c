import type { DescribeRefusals } from './refusals.js';
import { beforeAll, describe, expect, test } from 'vitest';

const name = { common_name: 'a.example.com' };
const long = 'b'.repeat(200_000);
/** No refusal repeats more of a value than somebody reads. */
const brief = /^[^]{1,2100}$/;

export function longValues(describeRefusals: DescribeRefusals): void {
  const { api, withRoot } = describeRefusals('a very long value is refused briefly', [
    ['a common name', 'issue/strict', () => ({ common_name: long }), brief],
    ['an alternative name', 'issue/strict', () => ({ ...name, alt_names: long }), brief],
    ['an address', 'issue/plain', () => ({ ...name, ip_sans: long }), brief],
    ['a URI', 'issue/plain', () => ({ ...name, uri_sans: `urn:${long}` }), brief],
    ['another name', 'issue/plain', () => ({ ...name, other_sans: `1.2.3;UTF8:${long}` }), brief],
    ['a user id', 'issue/plain', () => ({ ...name, user_ids: long }), brief],
    ['a serial number of a subject', 'issue/plain', () => ({ ...name, serial_number: long }), brief],
    ['a TTL', 'issue/plain', () => ({ ...name, ttl: long }), brief],
    ['a time', 'issue/plain', () => ({ ...name, not_after: long }), brief],
    ['a format', 'issue/plain', () => ({ ...name, format: long }), brief],
    ['a range', 'root/sign-intermediate', ({ csr }) => ({ ...name, csr: csr(), permitted_ip_ranges: long }), brief],
    ['a key identifier', 'root/sign-intermediate', ({ csr }) => ({ ...name, csr: csr(), skid: long }), brief],
    ['a key usage', 'roles/new', () => ({ key_usage: long }), brief],
    ['a key type', 'roles/new', () => ({ key_type: long }), brief],
    ['a name of a role', `roles/${'b'.repeat(256)}`, () => ({}), 'role name may have at most 255 characters'],
    [
      'a name of an issuer',
      'root/generate/internal',
      () => ({ common_name: 'x', issuer_name: long }),
      'issuer name may have at most 255 characters',
    ],
    [
      'a name of a key',
      'keys/generate/internal',
      () => ({ key_name: long }),
      'key name may have at most 255 characters',
    ],
    // No path of a policy is as long as these.
    ['a type of key', `keys/generate/${'b'.repeat(10_000)}`, () => ({}), '', 404],
    ['a serial number', 'revoke', () => ({ serial_number: long }), brief],
    ['an issuer', `issuer/${'b'.repeat(10_000)}/issue/any`, () => name, '', 404],
    ['a default issuer', 'config/issuers', () => ({ default: long }), brief, 500],
    ['a usage', 'issuer/default', () => ({ usage: long }), brief],
    ['an address of a cluster', 'config/cluster', () => ({ path: long }), brief],
    ['an address of an issuer', 'config/urls', () => ({ ocsp_servers: long }), brief],
  ]);

  test('a very long field that nobody knows is warned of briefly', async () => {
    const { path } = await withRoot();
    const { document } = await api().write(`${path}/issue/any`, { common_name: 'a', [long]: 1 });
    expect(document.warnings).toEqual([
      expect.stringMatching(/^Endpoint ignored these unrecognized parameters: \[b{100}[^]{1,2000}$/),
    ]);
  });

  describe('the largest certificate that is issued', () => {
    let path: string;
    beforeAll(async () => {
      ({ path } = await withRoot());
    });
    const largest = async () => {
      const alt_names = Array.from({ length: 4999 }, (_, at) => `a-rather-long-name-of-a-host-${at}.example.com`);
      return (await api().write(`${path}/issue/any`, { ...name, alt_names })).expect(200);
    };

    test.each([
      ['serial_number', 'revoke'],
      ['certificate', 'revoke'],
      ['certificate', 'revoke-with-key'],
    ])('is revoked by its %s, with %s', async (what, how) => {
      const issued = await largest();
      const body = { [what]: issued.text(what), private_key: issued.text('private_key') };
      expect((await api().write(`${path}/${how}`, body)).data).toMatchObject({ state: 'revoked' });
      const serial = issued.text('serial_number');
      expect((await api().list(`${path}/certs/revoked`)).texts('keys')).toContain(serial);
    });
  });
}
