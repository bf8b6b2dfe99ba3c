import { problem } from '../../../../platform/problems.js';
import { found, made } from '../../found.js';
import { secondsOf } from '../../seconds.js';
import { list, read, remove, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { keysAnswer, nothing } from './answers.js';
import {
  ChangeAcmeAccountStatus,
  ConfigureAcme,
  CreateAcmeEabKey,
  DeleteAcmeEabKey,
  ListAcmeAccounts,
  ListAcmeEabKeys,
  ReadAcmeAccount,
  ReadAcmeConfig,
} from '../generated/operations.js';
import type {
  AcmeAccountFieldsFragment,
  AcmeConfigFieldsFragment,
  OperatedAcmeAccountStatus,
  ReadAcmeAccountQuery,
} from '../generated/operations.js';

const policies = ['NOT_REQUIRED', 'NEW_ACCOUNT_REQUIRED', 'ALWAYS_REQUIRED'] as const;
const spelled = (policy: string): string => policy.toLowerCase().replaceAll('_', '-');

/** With OpenBao's text. @throws INVALID_INPUT */
function policyOf(text: string) {
  const policy = policies.find((each) => spelled(each) === text);
  if (policy) return policy;
  const valid = policies.map((each) => `'${spelled(each)}'`).join(', ');
  throw problem('INVALID_INPUT', `invalid eab policy name provided, valid values are ${valid}`, ['eabPolicy']);
}

const configDocument = (config: AcmeConfigFieldsFragment) => ({
  data: {
    enabled: config.enabled,
    allowed_roles: config.allowedRoles,
    allow_role_ext_key_usage: config.allowRoleExtKeyUsage,
    allowed_issuers: config.allowedIssuers,
    default_directory_policy: config.defaultDirectoryPolicy,
    dns_resolver: config.dnsResolver,
    eab_policy: spelled(config.eabPolicy),
    max_ttl: secondsOf(config.maxTtl),
  },
});

const withoutFraction = (time: string): string => time.replace(/\.\d+Z$/, 'Z');

const binding = (
  path:
    | 'acme/new-eab'
    | 'issuer/:ref/acme/new-eab'
    | 'roles/:role/acme/new-eab'
    | 'issuer/:ref/roles/:role/acme/new-eab',
): VaultRoute =>
  write({
    path,
    operation: CreateAcmeEabKey,
    variables: ({ mount, params }: VaultRequest<object, { readonly ref?: string; readonly role?: string }>) => ({
      input: { mount, issuerRef: params.ref, role: params.role },
    }),
    answer: ({ payload }) => {
      const { kid, directory, createdAt, key } = made(payload.newAcmeEabKey);
      return {
        data: { id: kid, key_type: 'hs', acme_directory: directory, created_on: withoutFraction(createdAt), key },
      };
    },
  });

/** What an operator may make of an account, with Vault's text. @throws INVALID_INPUT */
function operatedStatusOf(text: string | undefined): OperatedAcmeAccountStatus {
  const status = (text ?? '').trim().toLowerCase();
  if (status === 'valid') return 'VALID';
  if (status === 'revoked') return 'REVOKED';
  throw problem('INVALID_INPUT', `invalid status "${status}"`, ['status']);
}

const accountDocument = (account: AcmeAccountFieldsFragment) => ({
  key_id: account.accountId,
  status: account.status.toLowerCase(),
  contacts: account.contact,
  created_time: withoutFraction(account.createdAt),
  revoked_time: account.endedAt === null ? '' : withoutFraction(account.endedAt),
  directory: account.directory,
  eab: account.eabKeyId === null ? {} : { eab_id: account.eabKeyId, directory: account.directory, key_type: 'hs' },
});

const orderDocument = (order: ReadAcmeAccountQuery['orders']['nodes'][number]) => {
  const expiry = withoutFraction(order.expiresAt);
  return {
    order_id: order.orderId,
    status: order.status.toLowerCase(),
    identifiers: order.names,
    cert_serial_number: order.certificate?.serialNumber ?? '',
    cert_expiry: order.status === 'VALID' ? expiry : '',
    order_expiry: expiry,
  };
};

/** How certificates are obtained by ACME (Vault API, PKI: "ACME"); its protocol is no REST. */
export const acmeConfigRoutes: readonly VaultRoute[] = [
  read({
    path: 'config/acme',
    operation: ReadAcmeConfig,
    variables: ({ mount }) => ({ mount }),
    answer: ({ acmeConfig }) => configDocument(found(acmeConfig)),
  }),
  write({
    path: 'config/acme',
    operation: ConfigureAcme,
    fields: {
      enabled: weak.flag,
      allowed_roles: weak.list,
      allow_role_ext_key_usage: weak.flag,
      allowed_issuers: weak.list,
      default_directory_policy: weak.text,
      dns_resolver: weak.text,
      eab_policy: weak.text,
      max_ttl: weak.duration,
    },
    variables: ({ mount, fields: { eabPolicy, ...fields } }) => ({
      input: { mount, ...fields, ...(eabPolicy !== undefined && { eabPolicy: policyOf(eabPolicy) }) },
    }),
    answer: ({ payload }) => configDocument(made(payload.acmeConfig)),
  }),
  binding('acme/new-eab'),
  binding('issuer/:ref/acme/new-eab'),
  binding('roles/:role/acme/new-eab'),
  binding('issuer/:ref/roles/:role/acme/new-eab'),
  list({
    path: 'acme/mgmt/account/keyid',
    operation: ListAcmeAccounts,
    values: 'accountIds',
    variables: ({ mount }) => ({ mount }),
    answer: ({ accountIds }) => keysAnswer(accountIds),
  }),
  read({
    path: 'acme/mgmt/account/keyid/:keyid',
    operation: ReadAcmeAccount,
    variables: ({ mount, params }) => ({ mount, accountId: params.keyid }),
    answer: ({ acmeAccount, orders: { nodes, pageInfo } }) => ({
      data: { ...accountDocument(found(acmeAccount)), orders: nodes.map(orderDocument) },
      warnings: pageInfo.hasNextPage ? ['the latest 100 orders are listed'] : [],
    }),
  }),
  write({
    path: 'acme/mgmt/account/keyid/:keyid',
    operation: ChangeAcmeAccountStatus,
    fields: { status: weak.text },
    variables: ({ mount, params, fields: { status } }) => ({
      input: { mount, accountId: params.keyid, status: operatedStatusOf(status) },
    }),
    answer: ({ payload }) => ({ data: accountDocument(made(payload.acmeAccount)) }),
  }),
  list({
    path: 'eab',
    operation: ListAcmeEabKeys,
    variables: ({ mount }) => ({ mount }),
    values: 'keys',
    place: 'kid',
    whole: true,
    answer: ({ keys }) =>
      keysAnswer(
        keys.map(({ kid }) => kid),
        Object.fromEntries(
          keys.map(({ kid, directory, createdAt }) => [
            kid,
            { key_type: 'hs', acme_directory: directory, created_on: withoutFraction(createdAt) },
          ]),
        ),
      ),
  }),
  remove({
    path: 'eab/:key_id',
    operation: DeleteAcmeEabKey,
    variables: ({ mount, params }) => ({ input: { mount, kid: params.key_id } }),
    answer: nothing,
  }),
];
