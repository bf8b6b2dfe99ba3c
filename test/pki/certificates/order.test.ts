import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CertificateOrder } from '../../../src/pki/certificates/certificate.store.js';
import type { StoredCertificate } from '../../../src/pki/certificates/certificates.js';
import type { Connection } from '../../../src/platform/graphql/connection.js';
import { openIssuanceWorld } from '../issuance/world.js';
import type { IssuanceWorld } from '../issuance/world.js';

let world: IssuanceWorld;
beforeAll(async () => {
  world = await openIssuanceWorld();
  await world.simple();
  await world.role('web', { allow_any_name: true, key_type: 'ec' });
  for (const ttl of [3_000, 1_000, 2_000, 1_000]) {
    await world.issue('web', { common_name: `t${ttl}`, ttl });
    world.clock.advance(1_000);
  }
});
afterAll(() => world.end());

const by = {
  'newest first': { field: 'issuedAt', direction: 'DESC' },
  'oldest first': { field: 'issuedAt', direction: 'ASC' },
  'expiring first': { field: 'notAfter', direction: 'ASC' },
  'expiring last': { field: 'notAfter', direction: 'DESC' },
  'by name': { field: 'commonName', direction: 'ASC' },
  'by name, backwards': { field: 'commonName', direction: 'DESC' },
} as const satisfies Record<string, CertificateOrder>;

const page = (order: CertificateOrder, size: number, after: string | null): Promise<Connection<StoredCertificate>> =>
  world.certificates.search(world.rootCaller, 'pki', { role: 'web' }, order, {
    ...{ size, from: 'start', after, before: null },
  });

test.each([
  ['newest first', ['t1000', 't2000', 't1000', 't3000']],
  ['oldest first', ['t3000', 't1000', 't2000', 't1000']],
  ['expiring first', ['t1000', 't1000', 't2000', 't3000']],
  ['expiring last', ['t3000', 't2000', 't1000', 't1000']],
  ['by name', ['t1000', 't1000', 't2000', 't3000']],
  ['by name, backwards', ['t3000', 't2000', 't1000', 't1000']],
] as const)('%s: every certificate once, whatever the pages', async (order, names) => {
  for (const size of [1, 2, 3, 10]) {
    const seen: StoredCertificate[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { edges, pageInfo } = await page(by[order], size, after);
      seen.push(...edges.map(({ node }) => node));
      [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    expect(seen.map(({ commonName }) => commonName)).toEqual(names);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(names.length);
  }
});

test.each([
  ['newest first', 'expiring first'],
  ['expiring first', 'newest first'],
  ['by name', 'expiring first'],
  ['expiring first', 'by name'],
] as const)('a cursor of %s is none of %s', async (one, other) => {
  const { pageInfo } = await page(by[one], 1, null);
  await expect(page(by[other], 1, pageInfo.endCursor)).rejects.toThrow('after is not a cursor of this list');
});
