import { invalidInput } from '../../../../platform/problems.js';
import { found, made } from '../../found.js';
import { secondsOf } from '../../seconds.js';
import { list, plain, read, remove, write } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import type { WeakValues } from '../weak.js';
import { keysAnswer, nothing } from './answers.js';
import { authOf } from './token.document.js';
import {
  ConfigureCertAuth,
  CreateAuthChallenge,
  DeleteAuthRole,
  ListAuthRoles,
  ReadAuthRole,
  ReadCertAuthConfig,
  SetAuthPassword,
  SetAuthPolicies,
  SignIn,
  SignInWithCertificate,
  WriteAuthRole,
} from '../generated/operations.js';
import type { AuthMethodType, AuthRoleFieldsFragment, SignInTokenType } from '../generated/operations.js';

/** What every role gives, with Vault's names. */
const termsFields = {
  token_policies: weak.policyNames,
  token_ttl: weak.duration,
  token_max_ttl: weak.duration,
  token_explicit_max_ttl: weak.duration,
  token_period: weak.duration,
  token_num_uses: weak.whole,
  token_no_default_policy: weak.flag,
  token_type: weak.text,
  token_bound_cidrs: weak.networks,
  token_strictly_bind_ip: weak.flag,
  // Older names.
  policies: weak.policyNames,
  ttl: weak.duration,
  max_ttl: weak.duration,
  period: weak.duration,
  bound_cidrs: weak.networks,
} as const;

const older = {
  policies: 'token_policies',
  ttl: 'token_ttl',
  max_ttl: 'token_max_ttl',
  period: 'token_period',
  bound_cidrs: 'token_bound_cidrs',
} as const;

const types = new Map<string, SignInTokenType>([
  ['', 'DEFAULT'],
  ['default', 'DEFAULT'],
  ['default-service', 'DEFAULT'],
  ['service', 'SERVICE'],
  ['batch', 'BATCH'],
]);

function typeOf(text: string | undefined): SignInTokenType | undefined {
  if (text === undefined) return undefined;
  const type = types.get(text);
  if (type) return type;
  throw invalidInput('token_type', `invalid 'token_type' value "${text}"`);
}

const termsOf = (given: WeakValues<typeof termsFields>) => ({
  policies: given.tokenPolicies ?? given.policies,
  ttl: given.tokenTtl ?? given.ttl,
  maxTtl: given.tokenMaxTtl ?? given.maxTtl,
  explicitMaxTtl: given.tokenExplicitMaxTtl,
  period: given.tokenPeriod ?? given.period,
  numUses: given.tokenNumUses,
  noDefaultPolicy: given.tokenNoDefaultPolicy,
  type: typeOf(given.tokenType),
  boundCidrs: given.tokenBoundCidrs ?? given.boundCidrs,
  strictlyBindIp: given.tokenStrictlyBindIp,
});

const termsDocument = ({ terms }: AuthRoleFieldsFragment) => ({
  token_bound_cidrs: terms.boundCidrs,
  token_explicit_max_ttl: secondsOf(terms.explicitMaxTtl),
  token_max_ttl: secondsOf(terms.maxTtl),
  token_no_default_policy: terms.noDefaultPolicy,
  token_num_uses: terms.numUses,
  token_period: secondsOf(terms.period),
  token_policies: terms.policies,
  token_strictly_bind_ip: terms.strictlyBindIp,
  token_ttl: secondsOf(terms.ttl),
  token_type: terms.type.toLowerCase(),
});

/** By their older names too, as roles of tokens are shown: whichever wrote them, where they say something. */
function olderDocument({ terms }: AuthRoleFieldsFragment) {
  const seconds = { ttl: terms.ttl, max_ttl: terms.maxTtl, period: terms.period };
  const spans = Object.entries(seconds).map(([name, span]) => [name, secondsOf(span)] as const);
  return {
    ...(terms.policies.length > 0 && { policies: terms.policies }),
    ...Object.fromEntries(spans.filter(([, span]) => span > 0)),
    ...(terms.boundCidrs.length > 0 && { bound_cidrs: terms.boundCidrs }),
  };
}

const ruleFields = {
  certificate: weak.text,
  display_name: weak.text,
  allowed_names: weak.limits,
  allowed_common_names: weak.limits,
  allowed_dns_sans: weak.limits,
  allowed_email_sans: weak.limits,
  allowed_uri_sans: weak.limits,
  allowed_organizational_units: weak.limits,
  required_extensions: weak.limits,
  allowed_metadata_extensions: weak.list,
  // Not supported, so they must not be ignored silently.
  ocsp_enabled: weak.flag,
  ocsp_ca_certificates: weak.text,
  ocsp_servers_override: weak.list,
  ocsp_fail_open: weak.flag,
  ocsp_query_all_servers: weak.flag,
} as const;

function ruleOf({ certificate, displayName, ...given }: WeakValues<typeof ruleFields>) {
  if (given.ocspEnabled === true)
    throw invalidInput(
      'ocsp_enabled',
      'other authorities are not asked by OCSP; what this server has revoked is always refused',
    );
  return {
    certificate,
    displayName,
    allowedNames: given.allowedNames,
    allowedCommonNames: given.allowedCommonNames,
    allowedDnsSans: given.allowedDnsSans,
    allowedEmailSans: given.allowedEmailSans,
    allowedUriSans: given.allowedUriSans,
    allowedOrganizationalUnits: given.allowedOrganizationalUnits,
    requiredExtensions: given.requiredExtensions,
    allowedMetadataExtensions: given.allowedMetadataExtensions,
  };
}

/** As OpenBao shows a list without items. */
const orNull = (items: readonly string[]) => (items.length > 0 ? items : null);

function certificateDocument(role: AuthRoleFieldsFragment) {
  const rule = found(role.certificateRule);
  return {
    certificate: rule.certificate,
    display_name: rule.displayName === '' ? role.name : rule.displayName,
    allowed_names: orNull(rule.allowedNames),
    allowed_common_names: orNull(rule.allowedCommonNames),
    allowed_dns_sans: orNull(rule.allowedDnsSans),
    allowed_email_sans: orNull(rule.allowedEmailSans),
    allowed_uri_sans: orNull(rule.allowedUriSans),
    allowed_organizational_units: orNull(rule.allowedOrganizationalUnits),
    required_extensions: orNull(rule.requiredExtensions),
    allowed_metadata_extensions: orNull(rule.allowedMetadataExtensions),
    ocsp_ca_certificates: '',
    ocsp_enabled: false,
    ocsp_fail_open: false,
    ocsp_query_all_servers: false,
    ocsp_servers_override: null,
    ...termsDocument(role),
    ...olderDocument(role),
  };
}

interface AtRole {
  readonly method: string;
  readonly name: string;
}
const atRole = ({ params: { method, name } }: { readonly params: AtRole }, methodType: AuthMethodType) => ({
  method,
  name,
  methodType,
});
const typesOf = { users: 'USERPASS', certs: 'CERT', role: 'SCEP' } as const;

/** Lists, readings and deletions are the same for each kind of role. */
const common = (
  folder: 'users' | 'certs' | 'role',
  document: (role: AuthRoleFieldsFragment) => Readonly<Record<string, unknown>>,
): readonly VaultRoute[] => [
  list({
    path: `auth/*method/${folder}`,
    operation: ListAuthRoles,
    values: 'names',
    variables: ({ params }) => ({ method: params.method, methodType: typesOf[folder] }),
    answer: ({ names }) => keysAnswer(names),
  }),
  read({
    path: `auth/*method/${folder}/:name`,
    operation: ReadAuthRole,
    variables: (request) => atRole(request, typesOf[folder]),
    answer: ({ authRole }) => ({ data: document(found(authRole)) }),
  }),
  remove({
    path: `auth/*method/${folder}/:name`,
    operation: DeleteAuthRole,
    variables: (request) => ({ input: atRole(request, typesOf[folder]) }),
    answer: nothing,
  }),
];

const passwordFields = { password: weak.text, password_hash: weak.text } as const;

/** @throws INVALID_INPUT */
function requirePassword({ password, passwordHash }: WeakValues<typeof passwordFields>): void {
  if (!passwordHash) return;
  if (password) throw invalidInput('password_hash', 'only one of password or password_hash may be provided');
  throw invalidInput(
    'password_hash',
    'password_hash is not supported: send the password, of which this server makes its own hash',
  );
}

const anonymous = { anonymous: true } as const;

/** Methods to sign in: who may, and how. */
export const signInRoutes: readonly VaultRoute[] = [
  ...common('users', (role) => ({ ...termsDocument(role), ...olderDocument(role) })),
  write({
    path: 'auth/*method/users/:name',
    operation: WriteAuthRole,
    fields: { ...termsFields, ...passwordFields },
    parameterNames: older,
    variables: (request) => {
      requirePassword(request.fields);
      return {
        input: { ...atRole(request, 'USERPASS'), password: request.fields.password, terms: termsOf(request.fields) },
      };
    },
    answer: nothing,
  }),
  write({
    path: 'auth/*method/users/:name/password',
    operation: SetAuthPassword,
    fields: passwordFields,
    variables: (request) => {
      requirePassword(request.fields);
      return { input: { ...atRole(request, 'USERPASS'), password: request.fields.password ?? '' } };
    },
    answer: nothing,
  }),
  write({
    path: 'auth/*method/users/:name/policies',
    operation: SetAuthPolicies,
    fields: { token_policies: weak.policyNames, policies: weak.policyNames },
    parameterNames: { policies: 'token_policies' },
    variables: (request) => {
      const { tokenPolicies, policies } = request.fields;
      return { input: { ...atRole(request, 'USERPASS'), policies: tokenPolicies ?? policies } };
    },
    answer: nothing,
  }),
  write({
    path: 'auth/*method/login/:name',
    operation: SignIn,
    fields: { password: weak.text },
    variables: ({ params: { method, name }, fields }) => ({ input: { method, name, password: fields.password ?? '' } }),
    answer: ({ payload }) => {
      const { token, text } = made(payload.issued);
      return { auth: authOf(token, text), warnings: payload.warnings };
    },
    ...anonymous,
  }),
  ...common('certs', certificateDocument),
  write({
    path: 'auth/*method/certs/:name',
    operation: WriteAuthRole,
    fields: { ...termsFields, ...ruleFields, lease: weak.duration },
    parameterNames: { ...older, lease: 'token_ttl' },
    variables: (request) => {
      const { fields } = request;
      const { ttl = fields.lease } = fields;
      return {
        input: {
          ...atRole(request, 'CERT'),

          certificateRule: ruleOf(fields),
          terms: termsOf({ ...fields, ...(ttl !== undefined && { ttl }) }),
        },
      };
    },
    answer: nothing,
  }),
  ...(['read', 'update', 'delete'] as const).map((verb) =>
    plain(verb, 'auth/*method/crls/:name', () => {
      throw invalidInput(
        'name',
        'lists of revoked certificates of other authorities are not kept; what this server has revoked is always refused',
      );
    }),
  ),
  read({
    path: 'auth/*method/config',
    operation: ReadCertAuthConfig,
    variables: ({ params }) => ({ path: params.method }),
    answer: ({ certAuthConfig }) => {
      const { disableBinding, enableIdentityAliasMetadata } = found(certAuthConfig);
      return {
        data: {
          disable_binding: disableBinding,
          enable_identity_alias_metadata: enableIdentityAliasMetadata,
          ocsp_cache_size: 0,
        },
      };
    },
  }),
  write({
    path: 'auth/*method/config',
    operation: ConfigureCertAuth,
    fields: { disable_binding: weak.flag, enable_identity_alias_metadata: weak.flag, ocsp_cache_size: weak.whole },
    variables: ({ params, fields: { disableBinding, enableIdentityAliasMetadata } }) => ({
      input: { path: params.method, disableBinding, enableIdentityAliasMetadata },
    }),
    answer: nothing,
  }),
  write({
    path: 'auth/*method/login',
    operation: SignInWithCertificate,
    fields: { name: weak.text },
    variables: ({ params, fields: { name } }) => ({
      input: { method: params.method, role: name === undefined || name === '' ? null : name },
    }),
    answer: ({ payload }) => {
      const { token, text } = made(payload.issued);
      return { auth: authOf(token, text), warnings: payload.warnings };
    },
    ...anonymous,
  }),
  ...common('role', (role) => ({
    // terraform's provider reads the name back from here: without it, each plan makes the role anew.
    name: role.name,
    auth_type: 'static-challenge',
    display_name: role.displayName === '' ? role.name : role.displayName,
    ...termsDocument(role),
  })),
  write({
    path: 'auth/*method/role/:name',
    operation: WriteAuthRole,
    fields: { ...termsFields, auth_type: weak.text, challenge: weak.text, display_name: weak.text },
    parameterNames: older,
    variables: (request) => {
      const { authType = '', challenge, displayName } = request.fields;
      if (authType !== '' && authType !== 'static-challenge')
        throw invalidInput('auth_type', `auth_type "${authType}" is not supported: "static-challenge" is`);
      return { input: { ...atRole(request, 'SCEP'), challenge, displayName, terms: termsOf(request.fields) } };
    },
    answer: nothing,
  }),
  write({
    path: 'auth/*method/role/:name/challenge',
    operation: CreateAuthChallenge,
    fields: { ttl: weak.duration },
    variables: (request) => ({ input: { ...atRole(request, 'SCEP'), ttl: request.fields.ttl } }),
    answer: ({ payload }) => {
      const { challenge, expiresAt } = made(payload.authChallenge);
      return { data: { challenge, expires_at: expiresAt } };
    },
  }),
];
