import { describe, expect, test } from 'vitest';
import { pkiRawRoutes } from '../../../src/gateway/raw/pki.js';
import { publicPaths } from '../../../src/gateway/rest/vault/public-paths.js';
import { longestMountPath, mountOf } from '../../../src/pki/mounts/mount-path.js';

const never = () => Promise.reject(new Error('not asked'));
/** Only the paths are looked at. */
const raw = pkiRawRoutes(
  Object.assign(Object.create(null) as Parameters<typeof pkiRawRoutes>[0], {
    authorities: { byPath: never },
    ocsp: { answer: never },
  }),
);
const deep = 'a/'.repeat(127) + 'ab';
const mounted = new Set(['pki', 'a/b/c', 'team/ocsp', 'team/cert', 'team/issuer', 'crl', deep]);
const mounts = {
  longestPath: longestMountPath,
  // An answer may need a reading of its own; a question in front of all limits may not.
  longest: never,
  isStillAt: never,
  longestTogether: (path: string) => mountOf(path, mounted),
};

describe('a document for everybody', () => {
  test.each([
    ['GET', '/v1/pki/crl', true],
    ['HEAD', '/v1/pki/crl/pem', true],
    ['GET', '/v1/a/b/c/issuer/default/crl/der', true],
    ['POST', '/v1/pki/ocsp', true],
    ['PUT', '/v1/pki/ocsp', true],
    ['PUT', '/v1/pki/crl', false],
    ['GET', '/v1/pki/ocsp/MFQwUjBQME4wTDAJBgUrDgMCGgUABBQ', true],
    ['GET', '/v1/pki/ca_chain?x=1', true],
    ['GET', '/v1/crl/crl', true],
    ['GET', '/v1/team/ocsp/crl', true],
    ['GET', '/v1/team/ocsp/ocsp/MFQwUjBQME4wTDAJBgUrDgMCGgUABBQ', true],
    ['GET', '/v1/team%2Focsp/ca', true],
    ['GET', `/v1/${deep}/crl`, true],
    ['POST', '/v1/pki/issue/web', false],
    ['GET', '/v1/pki/issuers', false],
    ['GET', '/v1/sys/mounts', false],
    ['GET', '/api/v2/crl', false],
    ['GET', '/v1/%zz/crl', false],
    // Each ends like one, below another mount than its own.
    ['GET', '/v1/team/ocsp/roles', false],
    ['GET', '/v1/team/ocsp/roles/web', false],
    ['GET', '/v1/team/cert/roles', false],
    ['GET', '/v1/team/issuer/roles/json', false],
    ['GET', '/v1/pki/roles/crl', false],
    ['GET', '/v1/sys/crl', false],
    ['GET', '/v1/auth/ca', false],
    ['GET', '/v1/nowhere/crl', false],
    // What is listed is not for everybody.
    ['GET', '/v1/pki/cert/ca?list=true', false],
  ])('%s %s: %s', async (method, url, expected) => {
    const isPublic = publicPaths({ raw, mounts });
    const query = Object.fromEntries(new URL(url, 'http://a').searchParams);
    expect(await isPublic({ method, query, raw: { url } })).toBe(expected);
  });

  test('looks at no more of a path than a mount can have', () => {
    let looked = 0;
    const row = raw.find(({ path }) => path === 'ocsp/*request');
    if (!row) throw new Error('there is no OCSP in the path');
    const method = () => {
      looked += 1;
      return 'GET' as const;
    };
    const counted = [Object.defineProperty({ ...row }, 'method', { get: method })];
    const url = `/v1/a/${'ocsp/'.repeat(3200)}`;
    expect(publicPaths({ raw: counted, mounts })({ method: 'POST', query: {}, raw: { url } })).toBe(false);
    expect(looked).toBeLessThan(longestMountPath / 'ocsp/'.length + 1);
  });

  test('stays one where nobody can tell', async () => {
    const isPublic = publicPaths({ raw, mounts: { ...mounts, longestTogether: never } });
    expect(await isPublic({ method: 'GET', query: {}, raw: { url: '/v1/pki/crl' } })).toBe(true);
    expect(await isPublic({ method: 'GET', query: {}, raw: { url: '/v1/pki/issuers' } })).toBe(false);
  });
});
