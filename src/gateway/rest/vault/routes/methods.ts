import { isRecord } from '../../../../platform/is-record.js';
import { problem } from '../../../../platform/problems.js';
import { found } from '../../found.js';
import { secondsOf } from '../../seconds.js';
import { plain, read, remove, write } from '../route.js';
import type { VaultRoute } from '../route.js';
import { readWeakly } from '../request.js';
import { weak } from '../weak.js';
import type { WeakValues } from '../weak.js';
import { nothing } from './answers.js';
import {
  DisableAuthMethod,
  EnableAuthMethod,
  ListAuthMethods,
  ReadAuthMethod,
  ReadAuthMethodTuning,
  TuneAuthMethod,
} from '../generated/operations.js';
import type { AuthMethodFieldsFragment, AuthMethodTokenType, ListingVisibility } from '../generated/operations.js';

/** Seconds that every token may live, and lives by default, as src/identity/tokens/token-lifetime.ts has it. */
const systemTtl = 768 * 3_600;

const unversioned = {
  local: false,
  seal_wrap: false,
  external_entropy_access: false,
  plugin_version: '',
  running_plugin_version: '',
  running_sha256: '',
  uuid: '',
};

/** The one way to sign in that is always there, and always the same. */
const tokens = {
  ...unversioned,
  type: 'token',
  description: 'token based credentials',
  accessor: 'auth_token_trustate',
  config: { default_lease_ttl: 0, max_lease_ttl: 0, force_no_cache: false, token_type: 'default-service' },
  options: null,
};

const tunedTokens = {
  description: tokens.description,
  default_lease_ttl: systemTtl,
  max_lease_ttl: systemTtl,
  force_no_cache: false,
  token_type: tokens.config.token_type,
};

const refuse = (message: string, field: string): never => {
  throw problem('INVALID_INPUT', message, [field]);
};

const onTop = { dataOnTop: true };

const words = (name: string) => name.toLowerCase().replaceAll('_', '-');
/** What is shown only if it was tuned. */
const shown = ({ listingVisibility, ...tuning }: AuthMethodFieldsFragment['tuning']) => ({
  ...(listingVisibility !== 'DEFAULT' && { listing_visibility: words(listingVisibility) }),
  ...Object.fromEntries(
    Object.entries({
      audit_non_hmac_request_keys: tuning.auditNonHmacRequestKeys,
      audit_non_hmac_response_keys: tuning.auditNonHmacResponseKeys,
      passthrough_request_headers: tuning.passthroughRequestHeaders,
      allowed_response_headers: tuning.allowedResponseHeaders,
    }).filter(([, items]) => items.length > 0),
  ),
});

function methodDocument({ type, description, accessor, tuning }: AuthMethodFieldsFragment) {
  return {
    ...unversioned,
    deprecation_status: 'supported',
    type: words(type),
    description,
    accessor,
    local: tuning.local,
    seal_wrap: tuning.sealWrap,
    options: {},
    config: {
      default_lease_ttl: secondsOf(tuning.defaultLeaseTtl),
      max_lease_ttl: secondsOf(tuning.maxLeaseTtl),
      force_no_cache: tuning.forceNoCache,
      token_type: words(tuning.tokenType),
      ...shown(tuning),
    },
  };
}

const tuningDocument = ({ description, tuning }: AuthMethodFieldsFragment) => ({
  description,
  default_lease_ttl: secondsOf(tuning.defaultLeaseTtl) || systemTtl,
  max_lease_ttl: secondsOf(tuning.maxLeaseTtl) || systemTtl,
  force_no_cache: tuning.forceNoCache,
  token_type: words(tuning.tokenType),
  ...shown(tuning),
});

const tunable = {
  default_lease_ttl: weak.text,
  max_lease_ttl: weak.text,
  token_type: weak.text,
  listing_visibility: weak.text,
  force_no_cache: weak.flag,
  audit_non_hmac_request_keys: weak.list,
  audit_non_hmac_response_keys: weak.list,
  passthrough_request_headers: weak.list,
  allowed_response_headers: weak.list,
} as const;

const tokenTypes = new Map<string, AuthMethodTokenType>([
  ['default-service', 'DEFAULT_SERVICE'],
  ['default-batch', 'DEFAULT_BATCH'],
  ['service', 'SERVICE'],
  ['batch', 'BATCH'],
]);

const visibilities = new Map<string, ListingVisibility>([
  ['', 'DEFAULT'],
  ['unauth', 'UNAUTH'],
  ['hidden', 'HIDDEN'],
]);

/** @throws INVALID_INPUT */
function named<T>(values: ReadonlyMap<string, T>, text: string | undefined, message: string, field: string) {
  if (text === undefined || (text === '' && !values.has(''))) return undefined;
  return values.get(text) ?? refuse(message, field);
}

/** `system` is the lifetime of every token. The command lines send an empty text for a flag that was not given: nothing changes. @throws INVALID_INPUT */
function ttlOf(text: string | undefined, field: string): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (text === 'system') return 0;
  return weak.duration.read(text) ?? refuse(`unable to parse ${field} of ${text}`, field);
}

function tuningOf(given: WeakValues<typeof tunable>) {
  return {
    defaultLeaseTtl: ttlOf(given.defaultLeaseTtl, 'default_lease_ttl'),
    maxLeaseTtl: ttlOf(given.maxLeaseTtl, 'max_lease_ttl'),
    tokenType: named(tokenTypes, given.tokenType, "invalid value for 'token_type'", 'token_type'),
    listingVisibility: named(
      visibilities,
      given.listingVisibility,
      `invalid listing_visibility ${given.listingVisibility ?? ''}`,
      'listing_visibility',
    ),
    forceNoCache: given.forceNoCache,
    auditNonHmacRequestKeys: given.auditNonHmacRequestKeys,
    auditNonHmacResponseKeys: given.auditNonHmacResponseKeys,
    passthroughRequestHeaders: given.passthroughRequestHeaders,
    allowedResponseHeaders: given.allowedResponseHeaders,
  };
}

/** Also below sys/mounts, where clients read and tune methods. */
const readAt = (path: 'sys/auth/*path' | 'sys/mounts/auth/*path'): VaultRoute =>
  read({
    path,
    operation: ReadAuthMethod,
    asksElsewhere: true,
    variables: ({ params }) => ({ path: params.path }),
    answer: ({ authMethod }) => ({ data: methodDocument(found(authMethod)) }),
    ...onTop,
  });

const tuningAt = (path: 'sys/auth/*path/tune' | 'sys/mounts/auth/*path/tune'): readonly VaultRoute[] => [
  read({
    path,
    operation: ReadAuthMethodTuning,
    asksElsewhere: true,
    variables: ({ params }) => ({ path: params.path }),
    answer: ({ tunedAuthMethod }) => ({ data: tuningDocument(found(tunedAuthMethod)) }),
    ...onTop,
  }),
  write({
    path,
    operation: TuneAuthMethod,
    asksElsewhere: true,
    fields: { ...tunable, description: weak.text },
    variables: ({ params, fields: { description, ...given } }) => ({
      input: { path: params.path, description, tuning: tuningOf(given) },
    }),
    answer: nothing,
  }),
];

const tokensAt = (path: 'sys/auth/token' | 'sys/mounts/auth/token'): readonly VaultRoute[] => [
  plain('read', path, () => ({ data: tokens }), onTop),
  plain('read', `${path}/tune`, () => ({ data: tunedTokens }), onTop),
  plain('update', `${path}/tune`, () => refuse('the lifetimes of tokens cannot be tuned', 'path')),
];

/** Ways to sign in, and audit devices: what a client may read of them, and why it may not change those. */
export const methodRoutes: readonly VaultRoute[] = [
  read({
    path: 'sys/auth',
    operation: ListAuthMethods,
    pages: 'methods',
    variables: () => ({}),
    answer: ({ methods }) => ({
      data: {
        'token/': tokens,
        ...Object.fromEntries(methods.nodes.map((method) => [`${method.path}/`, methodDocument(method)])),
      },
    }),
    ...onTop,
  }),
  ...tokensAt('sys/auth/token'),
  ...tokensAt('sys/mounts/auth/token'),
  readAt('sys/auth/*path'),
  readAt('sys/mounts/auth/*path'),
  ...tuningAt('sys/auth/*path/tune'),
  ...tuningAt('sys/mounts/auth/*path/tune'),
  plain('update', 'sys/mounts/auth/*path', ({ params }) => refuse(`cannot mount "auth/${params.path}/"`, 'path')),
  plain('delete', 'sys/mounts/auth/*path', () => refuse('cannot unmount below "auth/": use sys/auth', 'path')),
  write({
    path: 'sys/auth/*path',
    operation: EnableAuthMethod,
    fields: {
      type: weak.text,
      description: weak.text,
      config: weak.any,
      local: weak.flag,
      seal_wrap: weak.flag,
      options: weak.map,
    },
    variables: ({ params, fields }) => {
      const { type = '', description, config = {}, local, sealWrap, options = {} } = fields;
      if (!isRecord(config)) return refuse('unable to convert given auth config information', 'config');
      if (options['version']) return refuse(`auth method "${type}" does not allow setting a version`, 'options');
      const { values } = readWeakly(tunable, config, { params: {}, keepNull: false });
      return {
        input: { path: params.path, type, description, tuning: { ...tuningOf(values), local, sealWrap } },
      };
    },
    answer: nothing,
  }),
  plain('delete', 'sys/auth/token', () => refuse('token credential backend cannot be disabled', 'path')),
  remove({
    path: 'sys/auth/*path',
    operation: DisableAuthMethod,
    variables: ({ params }) => ({ input: { path: params.path } }),
    answer: nothing,
  }),
  plain('read', 'sys/audit', () => ({ data: {} })),
  {
    ...plain('update', 'sys/audit/*path', () =>
      refuse(
        'cannot enable audit device via API; use declarative, config-based audit device management instead',
        'path',
      ),
    ),
    fields: { type: weak.text, description: weak.text, options: weak.map, local: weak.flag },
  },
  plain('delete', 'sys/audit/*path', () => null),
];
