import { expect, test } from 'vitest';
import { PathTable } from '../../../../src/gateway/rest/vault/paths.js';

const table = new PathTable(
  [
    'issue/:role',
    'issuer/:ref',
    'issuer/:ref/issue/:role',
    'sign-verbatim/:role?',
    'cert/:serial',
    'cert/ca',
    'sys/mounts',
    'sys/mounts/*path',
    'sys/mounts/*path/tune',
    'crl/delta/pem',
    'a.b',
  ].map((path) => ({ path })),
);

test.each([
  ['issue/web', 'issue/:role', { role: 'web' }],
  ['issue', null, {}],
  ['issue/', null, {}],
  ['issue/web/more', null, {}],
  ['issuer/default', 'issuer/:ref', { ref: 'default' }],
  ['issuer/default/issue/web', 'issuer/:ref/issue/:role', { ref: 'default', role: 'web' }],
  ['sign-verbatim', 'sign-verbatim/:role?', {}],
  ['sign-verbatim/web', 'sign-verbatim/:role?', { role: 'web' }],
  ['sign-verbatimly', null, {}],
  ['cert/ca', 'cert/ca', {}],
  ['cert/39:dd', 'cert/:serial', { serial: '39:dd' }],
  ['sys/mounts', 'sys/mounts', {}],
  ['sys/mounts/pki/int', 'sys/mounts/*path', { path: 'pki/int' }],
  ['sys/mounts/pki/int/tune', 'sys/mounts/*path/tune', { path: 'pki/int' }],
  ['crl/delta/pem', 'crl/delta/pem', {}],
  ['axb', null, {}],
  ['', null, {}],
])('%s is %s %j', (path, pattern, params) => {
  const found = table.find(path);
  expect(found?.routes[0]?.path ?? null).toBe(pattern);
  expect(found?.params ?? {}).toEqual(params);
});
