import { ends, endsOf, get, graphql, searches } from './asking.js';
import type { Askings } from './asking.js';

const list = (path: string, after?: string) =>
  get(`/v1/${path}?list=true&limit=20${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`);
const middle = (path: string, afterOf: (digits: string) => string) =>
  get(({ rows }) => {
    const after = afterOf(String(Math.floor(rows / 2)).padStart(8, '0'));
    return `/v1/${path}?list=true&limit=20&after=${encodeURIComponent(after)}`;
  });
/** A list in Vault's dialect: from its beginning, and from the middle. */
const lists = (path: string, afterOf: (digits: string) => string): Askings => ({
  [`LIST ${path}`]: list(path),
  [`LIST ${path}, in the middle`]: middle(path, afterOf),
});
const serial = (digits: string) => `4a000000000000000000000000000000${digits}`.replaceAll(/(..)(?!$)/g, '$1:');
const named = (digits: string) => `grown-${digits}`;

const certificates = (filter: string, selection = 'nodes { serialNumber }', order = '') =>
  graphql(`{ certificates(first: 20, filter: { ${filter} }${order}) { ${selection} } }`);

/** Of the certificate authority. */
export const authorityLists: Askings = {
  ...lists('pki/certs', serial),
  ...lists('pki/certs/detailed', serial),
  ...lists('pki/certs/revoked', (digits) => serial(digits).replace('4a', '4b')),
  ...lists('pki/cert-metadata', serial),
  ...lists('pki/roles', named),
  ...lists('pki/cel/roles', named),
  ...lists('pki/acme/mgmt/account/keyid', () => 'acct-Grown00000000050'),
  ...lists('pki/eab', (digits) => `00000000-0000-4000-8000-0000${digits}`),
  ...lists('sys/leases/lookup/pki/issue/ec', named),
  'leases, count of the irrevocable': get('/v1/sys/leases/count?type=irrevocable'),
  'leases, irrevocable': get('/v1/sys/leases?type=irrevocable'),
  ...lists('auth/token/accessors', () => 'at-GrownT0000000050'),
  ...lists('auth/token/roles', named),
  ...lists('sys/policies/acl', named),
  ...lists('auth/people/users', named),
  'an account of ACME': get('/v1/pki/acme/mgmt/account/keyid/acct-Grown00000000001'),
  'tidy status': get('/v1/pki/tidy-status'),
  ...ends('certificates', 'certificates', '', 'serialNumber'),
  'certificates, by common name': graphql(
    '{ certificates(first: 20, orderBy: { field: COMMON_NAME, direction: ASC }) { nodes { serialNumber } } }',
  ),
  'certificates, by common name downwards': graphql(
    '{ certificates(first: 20, orderBy: { field: COMMON_NAME, direction: DESC }) { nodes { serialNumber } } }',
  ),
  'certificates, of a role': certificates('role: "ec"'),
  'certificates, of a role, by end': certificates(
    'role: "ec"',
    'nodes { serialNumber }',
    ', orderBy: { field: NOT_AFTER, direction: ASC }',
  ),
  'certificates, of a role that none has': certificates('role: "none"'),
  'certificates, of a role, count': certificates('role: "ec"', 'totalCount'),
  'certificates, of a kind of key that none has': certificates('keyType: RSA'),
  'certificates, revoked': certificates('status: REVOKED'),
  'certificates, expired': certificates('status: EXPIRED'),
  'certificates, valid': certificates('status: VALID'),
  'certificates, valid, count': certificates('status: VALID', 'totalCount'),
  'certificates, of a serial number': certificates('serialNumber: "4a:00:00"'),
  'certificates, that end before': certificates('expiresBefore: "2001-01-01T00:00:00Z"'),
  'certificates, issued before': certificates('issuedBefore: "2001-01-01T00:00:00Z"'),
  ...endsOf('certificates of a role', 'role(name: "ec")', 'certificates', 'serialNumber'),
  ...endsOf('certificates of an issuer', 'issuer', 'certificates', 'serialNumber'),
  ...ends('revocations', 'revocations', '', 'serialNumber'),
  'revocations, of a time': graphql(
    '{ revocations(first: 20, filter: { revokedBefore: "2001-01-01T00:00:00Z" }) { nodes { serialNumber } } }',
  ),
  'revocations, of a serial number': graphql(
    '{ revocations(first: 20, filter: { serialNumber: "4b:00" }) { nodes { serialNumber } } }',
  ),
  ...ends('unified revocations', 'unifiedRevocations', '', 'serialNumber'),
  ...ends('certificates with metadata', 'certificateMetadataEntries', '', 'serialNumber'),
  ...ends('roles', 'roles', '', 'name'),
  ...searches('roles', 'roles', '', 'name'),
  ...ends('CEL roles', 'celRoles', '', 'name'),
  ...searches('CEL roles', 'celRoles', '', 'name'),
  ...ends('accounts of ACME', 'acmeAccounts', '', 'accountId'),
  ...ends('orders of ACME', 'acmeOrders', '', 'createdAt'),
  ...ends(
    'orders of an account of ACME',
    'acmeOrders',
    ', filter: { accountId: "acct-Grown00000000001" }',
    'createdAt',
  ),
  ...ends('keys for accounts of ACME', 'acmeEabKeys', '', 'kid'),
  ...ends('requests by SCEP', 'scepTransactions', '', 'createdAt'),
  'requests by SCEP that wait': graphql(
    '{ scepTransactions(first: 20, filter: { status: PENDING }) { nodes { createdAt } } }',
  ),
  ...ends('mounts', 'mounts', '', 'path'),
  ...searches('mounts', 'mounts', '', 'path'),
  ...ends('policies', 'policies', '', 'name'),
  ...ends('roles of a method to sign in', 'authRoles', ', method: "people"', 'name'),
  ...ends('deliveries of a webhook', 'webhookDeliveries', ', webhookId: "nc-Grown00000000001"', 'id'),
  'deliveries of a webhook, given up': graphql(
    '{ webhookDeliveries(first: 20, webhookId: "nc-Grown00000000001", deliveryState: GIVEN_UP) { nodes { id } totalCount } }',
  ),
  'a certificate of a serial number': get(({ rows }) => `/v1/pki/cert/${serial(String(rows).padStart(8, '0'))}`),
};
