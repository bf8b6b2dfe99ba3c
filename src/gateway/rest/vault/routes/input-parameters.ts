import type { Asked, Parameter } from '../../../../identity/policies/parameters.js';
import { formatTime } from '../../../../pki/policy/time.js';
import { pkiRoutes } from '../routes.js';
import { parameterOf } from '../parameters.js';
import { weak } from '../weak.js';
import type { WeakTable } from '../weak.js';
import { snake } from '../../../../platform/wording.js';
import { isRecord } from '../../../../platform/is-record.js';

/** How the input of a GraphQL field corresponds to the parameters of its REST call. */
export interface InputTable {
  /** The fields of the call. */
  readonly fields: WeakTable;
  /** The parts that the call has in its path. */
  readonly place: readonly string[];
  /** Inputs within the input whose fields also belong to the call. */
  readonly within?: readonly string[];
  /** Values that the call sends, and that the field implies. */
  readonly meant?: Readonly<Record<string, string>>;
  /** The input in the form of the call, if its body contains what the input has as a reference. */
  readonly said?: (input: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Names that differ from those of the call in camel case. */
  readonly named?: (input: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
}

const routes = [...pkiRoutes.system, ...pkiRoutes.mount];

/** The table of the call that writes to a path. */
function as(path: string, place: readonly string[], more: Omit<InputTable, 'fields' | 'place'> = {}): InputTable {
  const route = routes.find((each) => each.verb === 'update' && each.path === path);
  if (!route) throw new Error(`nothing is written to ${path}`);
  return { fields: route.fields, place, ...more };
}

const issuing = ['mount', 'role', 'issuerRef'];
const externally = ['mount', 'issuerRef', 'policy'];
const making = ['mount', 'type', 'underIssuers'];

/** A mount that is named by its id has no path among the parameters. */
const moved = ({ mount, path, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...rest,
  ...(isRecord(mount) && typeof mount['path'] === 'string' ? { from: mount['path'] } : { mount }),
  to: path,
});

/** A token is named by one of two parameters. */
const named = ({ token, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...rest,
  ...(isRecord(token) ? token : { token }),
});
/** Some parameters of a role for tokens have names of their own. */
const prefixed = () => ({
  period: 'token_period',
  explicitMaxTtl: 'token_explicit_max_ttl',
  numUses: 'token_num_uses',
  noDefaultPolicy: 'token_no_default_policy',
  type: 'token_type',
  boundCidrs: 'token_bound_cidrs',
});

/** What a role of a method to sign in gives has names of its own too. */
const ofSignIn = () => ({
  ...prefixed(),
  policies: 'token_policies',
  ttl: 'token_ttl',
  maxTtl: 'token_max_ttl',
  strictlyBindIp: 'token_strictly_bind_ip',
});
/** Users, certificates and machines are written by one field. */
const roleOfMethod = [
  'auth/*method/users/:name',
  'auth/*method/certs/:name',
  'auth/*method/role/:name',
].reduce<WeakTable>((fields, path) => ({ ...fields, ...as(path, []).fields }), {});
/** Auth methods are named as they are in the configuration. */
const asAuthenticators = ({ authenticators, ...rest }: Readonly<Record<string, unknown>>) => {
  if (!isRecord(authenticators) || !isRecord(authenticators['cert']))
    return { ...rest, ...(authenticators !== undefined && { authenticators }) };
  const { accessor, certRole } = authenticators['cert'];
  return { ...rest, authenticators: { cert: { accessor, ...(certRole !== undefined && { cert_role: certRole }) } } };
};

/** The parts of a program are one parameter. */
const asProgram = ({ variables, expression, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...rest,
  celProgram: { variables, expression },
});
/** What a program reads are the parameters themselves. */
const asRequested = ({ request, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...(isRecord(request) && request),
  ...rest,
});

/** Pauses are shorter than the seconds of other durations. */
const paused = ({ pauseMilliseconds, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...rest,
  ...(typeof pauseMilliseconds === 'number' && { pauseDuration: `${pauseMilliseconds}ms` }),
});

/** Labels are a list here, and an object there; of authenticators, the parts have names of their own. */
const asEst = ({ labelToPathPolicy, authenticators, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...rest,
  ...(Array.isArray(labelToPathPolicy) && {
    labelToPathPolicy: Object.fromEntries(
      labelToPathPolicy.filter(isRecord).map(({ label, pathPolicy }) => [String(label), pathPolicy]),
    ),
  }),
  ...(isRecord(authenticators) && {
    authenticators: Object.fromEntries(
      Object.entries(authenticators)
        .filter(([, settings]) => isRecord(settings))
        .map(([kind, settings]) => [kind, withSnake(settings)]),
    ),
  }),
});
const withSnake = (settings: unknown) =>
  isRecord(settings)
    ? Object.fromEntries(Object.entries(settings).map(([name, value]) => [snake(name), value]))
    : settings;

const anyToken = { token: weak.text, accessor: weak.text };

/**
 * The mapping from GraphQL to the names of parameters in policies: every root field that needs `update` or `patch`. A test compares it with the contract, and
 * lists inputs without a name here: rules that check parameters refuse those.
 */
export const inputTables: Readonly<Record<string, InputTable>> = {
  createMount: as('sys/mounts/*path', ['path'], { meant: { type: 'pki' } }),
  tuneMount: as('sys/mounts/*path/tune', ['mount'], { within: ['tuning'] }),
  moveMount: { fields: { from: weak.mountPath, to: weak.mountPath }, place: [], said: moved },
  writeManagedKey: as('sys/managed-keys/pkcs11/:name', ['name'], { named: () => ({ tokenKeyId: 'key_id' }) }),
  testManagedKey: as('sys/managed-keys/pkcs11/:name/test/sign', ['name']),
  configureUrls: as('config/urls', ['mount']),
  configureCluster: as('config/cluster', ['mount']),
  configureCrl: as('config/crl', ['mount']),
  configureIssuers: as('config/issuers', ['mount']),
  configureKeys: as('config/keys', ['mount']),

  updateIssuer: as('issuer/:ref', ['issuer', 'asPatch']),
  revokeIssuer: as('issuer/:ref/revoke', ['issuer']),
  generateRoot: as('root/generate/:type', making),
  rotateRoot: as('root/rotate/:type', ['mount', 'type']),
  replaceRoot: as('root/replace', ['mount']),
  generateIntermediate: as('intermediate/generate/:type', [...making, 'withoutCommonName']),
  crossSignIntermediate: as('intermediate/cross-sign', ['mount', 'withoutCommonName']),
  importIssuers: {
    fields: { pem_bundle: weak.pem, certificate: weak.pem },
    place: ['mount', 'way'],
    named: ({ way }) => (way === 'signed' ? { pemBundle: 'certificate' } : {}),
  },
  generateKey: as('keys/generate/:type', ['mount', 'type']),
  importKey: as('keys/import', ['mount']),
  updateKey: as('key/:ref', ['key']),

  createRole: as('roles/:name', ['mount', 'name']),
  updateRole: as('roles/:name', ['role']),
  issueCertificate: as('issue/:role', issuing),
  // Also a dry run of `sign`.
  explainIssuance: { fields: { ...as('sign/:role', []).fields, ...as('issue/:role', []).fields }, place: issuing },
  signCertificate: as('sign/:role', issuing),
  createCelRole: { fields: { cel_program: weak.any }, place: ['mount', 'name'], said: asProgram },
  updateCelRole: { fields: { cel_program: weak.any }, place: ['role'], said: asProgram },
  // A program reads what it likes: parameters without a name here have none in policies, whose rules about parameters refuse them then.
  issueByCelRole: { ...as('cel/issue/:role', ['mount', 'role']), said: asRequested },
  signByCelRole: { ...as('cel/sign/:role', ['mount', 'role']), said: asRequested },
  explainCelIssuance: { ...as('cel/sign/:role', ['mount', 'role']), said: asRequested },
  startTidy: { ...as('tidy', ['mount']), said: paused },
  cancelTidy: as('tidy-cancel', ['mount']),
  configureAutoTidy: { ...as('config/auto-tidy', ['mount']), said: paused },
  configureExternalPolicy: {
    ...as('config/external-policy', ['mount']),
    named: () => ({ clientCertificateBundle: 'vault_client_cert_bundle' }),
  },
  issueByExternalPolicy: { ...as('external-policy/issue/:policy?', externally), said: asRequested },
  signByExternalPolicy: { ...as('external-policy/sign/:policy?', externally), said: asRequested },
  signIntermediateByExternalPolicy: {
    ...as('external-policy/sign-intermediate/:policy?', externally),
    said: asRequested,
  },
  configureAcme: as('config/acme', ['mount']),
  changeAcmeAccountStatus: as('acme/mgmt/account/keyid/:keyid', ['mount', 'accountId']),
  configureEst: { ...as('config/est', ['mount']), said: asEst },
  configureScep: as('config/scep', ['mount']),
  approveScepTransaction: { fields: {}, place: ['mount', 'requestId'] },
  refuseScepTransaction: { fields: { reason: weak.text }, place: ['mount', 'requestId'] },
  configureCmp: { ...as('config/cmp', ['mount']), said: asAuthenticators },
  createCmpSecret: as('cmp/secrets', ['mount']),
  createAcmeEabKey: { fields: {}, place: ['mount', 'issuerRef', 'role'] },
  signVerbatim: as('sign-verbatim/:role?', issuing),
  signIntermediate: as('root/sign-intermediate', ['mount', 'issuerRef', 'withoutCommonName']),
  signSelfIssued: as('root/sign-self-issued', ['mount', 'issuerRef']),

  revokeCertificate: as('revoke', ['mount']),
  dismissRevocationRequest: as('revoke', ['mount']),
  revokeCertificateWithKey: as('revoke-with-key', ['mount']),
  lease: as('sys/leases/lookup', []),
  leaseToRenew: as('sys/leases/renew', []),
  revokeLease: as('sys/leases/revoke', []),
  revokeLeases: { fields: { prefix: weak.text, sync: weak.flag }, place: ['force'] },
  resignCrls: as('issuer/:ref/resign-crls', ['issuer']),
  signRevocationList: as('issuer/:ref/sign-revocation-list', ['issuer']),
  delegateOcsp: { fields: {}, place: ['issuer'] },

  writePolicy: as('sys/policies/acl/:name', ['name']),
  createServiceToken: as('auth/token/create', ['role']),
  writeTokenRole: as('auth/token/roles/:role_name', ['name'], { named: prefixed }),
  enableAuthMethod: as('sys/auth/*path', ['path']),
  tuneAuthMethod: as('sys/auth/*path/tune', ['path'], { within: ['tuning'] }),
  configureCertAuth: as('auth/*method/config', ['path']),
  writeAuthRole: {
    fields: roleOfMethod,
    place: ['method', 'name', 'methodType'],
    within: ['terms', 'certificateRule'],
    named: ofSignIn,
  },
  setAuthPassword: as('auth/*method/users/:name/password', ['method', 'name', 'methodType']),
  setAuthPolicies: as('auth/*method/users/:name/policies', ['method', 'name', 'methodType'], { named: ofSignIn }),
  createAuthChallenge: as('auth/*method/role/:name/challenge', ['method', 'name', 'methodType']),
  createOrphanToken: as('auth/token/create-orphan', []),
  wrapData: { fields: { data: weak.any, ttl: weak.duration }, place: [] },
  unwrapAnswer: as('sys/wrapping/unwrap', []),
  rewrapAnswer: as('sys/wrapping/rewrap', []),
  renewOwnToken: as('auth/token/renew-self', []),
  revokeOwnToken: as('auth/token/revoke-self', []),
  serviceToken: { fields: anyToken, place: [], said: named },
  renewServiceToken: { fields: { ...anyToken, increment: weak.signedDuration }, place: [], said: named },
  revokeServiceToken: { fields: anyToken, place: [], said: named },
  revokeTokenAlone: as('auth/token/revoke-orphan', []),
  pathCapabilities: { fields: { ...anyToken, paths: weak.list }, place: [], said: named },
};

/** The parameters of a field, with the names of its REST call; `null` if one has no name. */
export function inputParameters(table: InputTable, args: Readonly<Record<string, unknown>>): Asked {
  const given = isRecord(args['input']) ? args['input'] : args;
  const input = table.said?.(given) ?? given;
  const names = table.named?.(input) ?? {};
  const parameters: Parameter[] = Object.entries(table.meant ?? {}).map(([name, value]) => ({ name, value }));
  for (const [field, value] of flattened(input, table.within ?? [])) {
    if (value === undefined || table.place.includes(field)) continue;
    const name = Object.hasOwn(names, field) ? (names[field] ?? field) : snake(field);
    const kind = Object.hasOwn(table.fields, name) ? table.fields[name] : undefined;
    if (!kind) return null;
    parameters.push(parameterOf(name, asSent(value), kind));
  }
  return parameters;
}

/** In the form of JSON, with times as REST callers write them. */
function asSent(value: unknown): unknown {
  if (value instanceof Date) return formatTime(value);
  return typeof value === 'bigint' ? Number(value) : value;
}

const flattened = (input: Readonly<Record<string, unknown>>, within: readonly string[]) =>
  Object.entries(input).flatMap(([name, value]) =>
    within.includes(name) && isRecord(value) ? Object.entries(value) : [[name, value] as const],
  );
