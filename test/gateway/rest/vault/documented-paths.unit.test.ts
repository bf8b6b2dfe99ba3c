import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { acmeRoutes } from '../../../../src/gateway/raw/acme.js';
import { estRoutes } from '../../../../src/gateway/raw/est.js';
import { scepRoutes } from '../../../../src/gateway/raw/scep.js';
import { cmpRoutes } from '../../../../src/gateway/raw/cmp.js';
import { pkiRawRoutes } from '../../../../src/gateway/raw/pki.js';
import { pkiRoutes } from '../../../../src/gateway/rest/vault/routes.js';

const folder = new URL('../../../../graphql/rest/pki/', import.meta.url);
const documents = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
const operations = new Set(
  [...documents.join('\n').matchAll(/^(?:query|mutation) (\w+)/gm)].flatMap(([, name]) => name ?? []),
);

type Verb = 'read' | 'list' | 'update' | 'patch' | 'delete';

/** Both documents, without issuance protocols. `+` stands for a part that callers choose. */
const documented: readonly (readonly [path: string, ...verbs: Verb[]])[] = [
  ['config/cmp', 'read', 'update'],
  ['cmp/secrets', 'list', 'update'],
  ['cmp/secrets/+', 'read', 'delete'],
  ['config/acme', 'read', 'update'],
  ['config/est', 'read', 'update'],
  ['config/scep', 'read', 'update'],
  ['acme/new-eab', 'update'],
  ['issuer/+/acme/new-eab', 'update'],
  ['roles/+/acme/new-eab', 'update'],
  ['issuer/+/roles/+/acme/new-eab', 'update'],
  ['acme/mgmt/account/keyid', 'list'],
  ['acme/mgmt/account/keyid/+', 'read', 'update'],
  ['eab', 'list'],
  ['eab/+', 'delete'],
  ['roles', 'list'],
  ['roles/+', 'read', 'update', 'patch', 'delete'],
  ['issue/+', 'update'],
  ['sign/+', 'update'],
  ['sign-verbatim', 'update'],
  ['sign-verbatim/+', 'update'],
  ['issuer/+/issue/+', 'update'],
  ['issuer/+/sign/+', 'update'],
  ['issuer/+/sign-verbatim', 'update'],
  ['issuer/+/sign-verbatim/+', 'update'],
  ['root/generate/+', 'update'],
  ['issuers/generate/root/+', 'update'],
  ['root/rotate/+', 'update'],
  ['root/replace', 'update'],
  ['root', 'delete'],
  ['root/sign-intermediate', 'update'],
  ['root/sign-self-issued', 'update'],
  ['issuer/+/sign-intermediate', 'update'],
  ['issuer/+/sign-self-issued', 'update'],
  ['intermediate/generate/+', 'update'],
  ['issuers/generate/intermediate/+', 'update'],
  ['intermediate/cross-sign', 'update'],
  ['intermediate/set-signed', 'update'],
  ['config/ca', 'update'],
  ['issuers/import/bundle', 'update'],
  ['issuers/import/cert', 'update'],
  ['issuers', 'list'],
  ['issuer/+', 'read', 'update', 'patch', 'delete'],
  ['issuer/+/revoke', 'update'],
  ['keys', 'list'],
  ['keys/generate/internal', 'update'],
  ['keys/generate/exported', 'update'],
  ['keys/generate/kms', 'update'],
  ['keys/import', 'update'],
  ['key/+', 'read', 'update', 'delete'],
  ['certs', 'list'],
  ['cert-metadata', 'list'],
  ['cert-metadata/+', 'read'],
  ['certs/revoked', 'list'],
  ['certs/revocation-queue', 'list'],
  ['certs/unified-revoked', 'list'],
  ['crl/rotate', 'read'],
  ['crl/rotate-delta', 'read'],
  ['issuer/+/resign-crls', 'update'],
  ['issuer/+/sign-revocation-list', 'update'],
  ['config/urls', 'read', 'update'],
  ['config/issuers', 'read', 'update'],
  ['config/keys', 'read', 'update'],
  ['config/cluster', 'read', 'update'],
  ['config/crl', 'read', 'update'],
  ['config/auto-tidy', 'read', 'update'],
  ['config/external-policy', 'read', 'update'],
  ['tidy', 'update'],
  ['tidy-status', 'read'],
  ['tidy-cancel', 'update'],
  ...['', 'issuer/+/'].flatMap((issuer) =>
    ['issue', 'sign', 'sign-intermediate'].flatMap((verb) =>
      ['', '/+'].map((policy) => [`${issuer}external-policy/${verb}${policy}`, 'update'] as const),
    ),
  ),
  ['revoke', 'update'],
  ['revoke-with-key', 'update'],
];

const rawPaths = [
  ...['ca', 'ca/pem', 'ca_chain', 'crl', 'crl/pem', 'crl/delta', 'crl/delta/pem', 'cert/+', 'cert/ca', 'cert/crl'],
  ...['issuer/+/pem', 'issuer/+/der', 'issuer/+/json', 'issuer/+/crl', 'issuer/+/crl/der', 'issuer/+/crl/pem'],
  ...['issuer/+/crl/delta', 'issuer/+/crl/delta/der', 'issuer/+/crl/delta/pem', 'ocsp', 'ocsp/+'],
  ...['', '/der', '/pem', '/delta', '/delta/der', '/delta/pem'].map((form) => `issuer/+/unified-crl${form}`),
  ...['unified-crl', 'unified-crl/pem', 'unified-crl/delta', 'unified-crl/delta/pem', 'unified-ocsp', 'unified-ocsp/+'],
];

const systemPaths: readonly (readonly [path: string, ...verbs: Verb[]])[] = [
  ['sys/health', 'read'],
  ['sys/seal-status', 'read'],
  ['sys/mounts', 'read'],
  ['sys/mounts/+', 'read', 'update', 'delete'],
  ['sys/mounts/+/tune', 'read', 'update'],
  ['sys/managed-keys/pkcs11', 'list'],
  ['sys/managed-keys/pkcs11/+', 'read', 'update', 'delete'],
  ['sys/managed-keys/pkcs11/+/test/sign', 'update'],
  ['sys/internal/ui/mounts', 'read'],
  ['sys/internal/ui/mounts/+', 'read'],
  ['sys/policies/acl', 'list'],
  ['sys/policies/acl/+', 'read', 'update', 'delete'],
  ['sys/leases/lookup', 'update'],
  ['sys/leases/revoke', 'update'],
  ['auth/token/create', 'update'],
  ['auth/token/lookup-self', 'read'],
  ['auth/token/renew-self', 'update'],
  ['auth/token/revoke-self', 'update'],
];

const fits = (pattern: string, path: string): boolean => {
  const parts = pattern.split('/').map((part) => {
    if (part.startsWith('*')) return '/.+';
    if (part.startsWith(':')) return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
    return `/${part}`;
  });
  return new RegExp(`^${parts.join('')}$`).test(`/${path}`);
};

describe.each([
  ['below a mount', pkiRoutes.mount, documented],
  ['below /v1', pkiRoutes.system, systemPaths],
] as const)('%s', (_title, rows, paths) => {
  const each = paths.flatMap(([path, ...verbs]) => verbs.map((verb) => [verb, path] as const));
  test.each(each)('%s %s has a row, and that an operation', (verb, path) => {
    const row = rows.find((candidate) => candidate.verb === verb && fits(candidate.path, path));
    expect(row).toBeDefined();
    if (row?.operation) expect(operations).toContain(row.operation.name);
  });
});

test.each(rawPaths)('%s answers everybody', (path) => {
  // Rows are only looked at: nothing of them is called.
  const rows = pkiRawRoutes({} as Parameters<typeof pkiRawRoutes>[0]);
  expect(rows.some((row) => row.method === 'GET' && fits(row.path, path)) || path.endsWith('ocsp')).toBe(true);
  if (path.endsWith('ocsp')) expect(rows.some((row) => row.method === 'POST' && row.path === path)).toBe(true);
});

test('docs/http-surface.md lists every path with its operation, and no other', () => {
  const document = readFileSync(new URL('../../../../docs/http-surface.md', import.meta.url), 'utf8');
  const section = document.slice(document.indexOf('## Certificate authority'));
  const methods = { read: 'GET', list: 'LIST', update: 'POST, PUT', patch: 'PATCH', delete: 'DELETE' } as const;
  const listed = section
    .split('\n')
    .flatMap((line) => {
      const [, calls, path, operation] = /^\| ([A-Z, ]+) \| `(.+?)` \|(?: (?:`(\w+)` )?\|)?$/.exec(line) ?? [];
      const each = calls?.replace('POST, PUT', 'update').split(', ') ?? [];
      return each.map((call) => [call.replace('update', 'POST, PUT'), path, operation ?? ''].join(' '));
    })
    .sort();
  const raw = [
    ...pkiRawRoutes({} as Parameters<typeof pkiRawRoutes>[0]),
    ...acmeRoutes({} as Parameters<typeof acmeRoutes>[0]),
    ...estRoutes({} as Parameters<typeof estRoutes>[0]),
    ...scepRoutes({} as Parameters<typeof scepRoutes>[0]),
    ...cmpRoutes({} as Parameters<typeof cmpRoutes>[0]),
  ];
  const rows = [
    ...pkiRoutes.mount.map((row) => [methods[row.verb], row.path, row.operation?.name ?? ''].join(' ')),
    ...pkiRoutes.system.map((row) => [methods[row.verb], `/v1/${row.path}`, row.operation?.name ?? ''].join(' ')),
    ...raw.map(({ method, path }) => `${method} ${path} `),
  ].sort();
  expect(listed).toEqual(rows);
});
