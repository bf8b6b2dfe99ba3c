import { list, mergePatch, read, remove, write } from '../route.js';
import type { VaultRequest, VaultRoute } from '../route.js';
import { asWritten, weak } from '../weak.js';
import type { WeakValues } from '../weak.js';
import { keysAnswer } from './answers.js';
import {
  csrAnswer,
  importAnswer,
  issuerAnswer,
  keyAnswer,
  lackingWarnings,
  managedAnswer,
  rootAnswer,
} from './authority.document.js';
import { problem } from '../../../../platform/problems.js';
import type { ImportWay, IssuerUsage, LeafNotAfterBehavior, UpdateIssuerMutation } from '../generated/operations.js';
import { csrFields, keyFields, rootFields } from '../../../../pki/policy/parameters/index.js';
import { weakParameters } from '../weak-parameters.js';
import { issuerTable } from './authority.fields.js';
import {
  CrossSignIntermediate,
  DeleteIssuer,
  DeleteKey,
  DeleteRoot,
  GenerateIntermediate,
  GenerateKey,
  GenerateRoot,
  ImportIssuers,
  ImportKey,
  ListIssuers,
  ListKeys,
  ReadIssuer,
  ReadKey,
  ReplaceRoot,
  RevokeIssuer,
  RotateRoot,
  UpdateIssuer,
  UpdateKey,
} from '../generated/operations.js';
import { AsWritten } from '../../../../platform/graphql/as-written.js';
import { found, made } from '../../found.js';

/** If it was not sent. */
const noText = new AsWritten('');

const rootTable = weakParameters(rootFields);
const csrTable = weakParameters(csrFields);

const updatedAnswer = ({ payload }: UpdateIssuerMutation, { dialect }: Pick<VaultRequest, 'dialect'>) => {
  const issuer = made(payload.issuer);
  const { warnings = [] } = lackingWarnings(issuer.urls);
  return { ...issuerAnswer(issuer, dialect), warnings: [...payload.warnings, ...warnings] };
};

interface Warned {
  readonly warnings: readonly string[];
}
interface Referred {
  readonly ref: string;
}
interface Typed {
  readonly type: string;
}

const sources = new Map<string, 'INTERNAL' | 'EXPORTED' | 'EXISTING' | 'KMS'>([
  ['internal', 'INTERNAL'],
  ['exported', 'EXPORTED'],
  ['existing', 'EXISTING'],
  ['kms', 'KMS'],
]);

/** With OpenBao's text, quotes included. */
const unknownSource = 'the "exported" path parameter must be "internal", "existing", exported" or "kms"';

/** @throws INVALID_INPUT */
function sourceOf({ type }: Typed, unknown = unknownSource) {
  const source = sources.get(type);
  if (source) return source;
  throw problem('INVALID_INPUT', unknown, ['type']);
}

const onMount = ({ mount }: VaultRequest) => ({ mount });
const referred = ({ mount, params }: VaultRequest<object, Referred>) => ({ mount, reference: params.ref });
const input = <Fields extends object>({ mount, fields }: VaultRequest<Fields>) => ({ input: { mount, ...fields } });
const typed = <Fields extends object>({ mount, params, fields }: VaultRequest<Fields, Typed>) => ({
  input: { mount, type: sourceOf(params), ...fields },
});
const issuerOf = (request: VaultRequest<object, Referred>) => ({ issuer: { named: referred(request) } });
const keyOf = (request: VaultRequest<object, Referred>) => ({ key: { named: referred(request) } });
/** No result is an empty response; warnings are a response with empty data. */
const warned = ({ warnings }: Warned) => (warnings.length > 0 ? { data: null, warnings } : null);

/** The specification requires a name of its callers. */
const unnamed = ({ dialect }: Pick<VaultRequest, 'dialect'>) => ({ withoutCommonName: dialect === 'vault' });

/** For an operation with two paths, policies are checked for the one that was called. */
const generated =
  (underIssuers: boolean) =>
  <Fields extends object>({ mount, params, fields }: VaultRequest<Fields, Typed>) => ({
    input: { mount, type: sourceOf(params), ...fields, underIssuers },
  });

const rootRoute = (path: 'root/generate/:type' | 'issuers/generate/root/:type', underIssuers: boolean) =>
  write({
    path,
    operation: GenerateRoot,
    fields: rootTable,
    variables: generated(underIssuers),
    answer: rootAnswer,
  });

const intermediateRoute = (
  path: 'intermediate/generate/:type' | 'issuers/generate/intermediate/:type',
  underIssuers: boolean,
) =>
  write({
    path,
    operation: GenerateIntermediate,
    fields: csrTable,
    variables: (request) => ({ input: { ...generated(underIssuers)(request).input, ...unnamed(request) } }),
    answer: csrAnswer,
  });

const importRoute = (path: string, way: ImportWay, field: 'pem_bundle' | 'certificate') =>
  write({
    path,
    operation: ImportIssuers,
    fields: { [field]: asWritten(weak.pem) },
    variables: ({ mount, fields }) => ({
      input: { mount, way, pemBundle: Object.values(fields).find((each) => each instanceof AsWritten) ?? noText },
    }),
    answer: ({ payload }) => importAnswer(payload),
  });

type WholeIssuer = Required<WeakValues<typeof issuerTable>>;

/** Writing an issuer replaces it: absent fields get their defaults. */
const wholeIssuer: WholeIssuer = {
  issuerName: '',
  manualChain: [],
  leafNotAfterBehavior: 'err',
  usage: ['read-only', 'issuing-certificates', 'crl-signing', 'ocsp-signing'],
  revocationSignatureAlgorithm: '',
  issuingCertificates: [],
  crlDistributionPoints: [],
  deltaCrlDistributionPoints: [],
  ocspServers: [],
  enableAiaUrlTemplating: false,
};

const preset = <Value>(value: Value | null | undefined, byDefault: Value) => (value === null ? byDefault : value);

/** In a merge patch, null sets the default. Absent fields do not change. */
function patched(fields: WeakValues<typeof issuerTable, null>): {
  readonly [Name in keyof WholeIssuer]: WholeIssuer[Name] | undefined;
} {
  return {
    issuerName: preset(fields.issuerName, wholeIssuer.issuerName),
    manualChain: preset(fields.manualChain, wholeIssuer.manualChain),
    leafNotAfterBehavior: preset(fields.leafNotAfterBehavior, wholeIssuer.leafNotAfterBehavior),
    usage: preset(fields.usage, wholeIssuer.usage),
    revocationSignatureAlgorithm: preset(fields.revocationSignatureAlgorithm, wholeIssuer.revocationSignatureAlgorithm),
    issuingCertificates: preset(fields.issuingCertificates, wholeIssuer.issuingCertificates),
    crlDistributionPoints: preset(fields.crlDistributionPoints, wholeIssuer.crlDistributionPoints),
    deltaCrlDistributionPoints: preset(fields.deltaCrlDistributionPoints, wholeIssuer.deltaCrlDistributionPoints),
    ocspServers: preset(fields.ocspServers, wholeIssuer.ocspServers),
    enableAiaUrlTemplating: preset(fields.enableAiaUrlTemplating, wholeIssuer.enableAiaUrlTemplating),
  };
}

const usages = {
  'read-only': 'READ_ONLY',
  'issuing-certificates': 'ISSUING_CERTIFICATES',
  'crl-signing': 'CRL_SIGNING',
  'ocsp-signing': 'OCSP_SIGNING',
} as const satisfies Record<string, IssuerUsage>;
const behaviors = {
  err: 'ERR',
  truncate: 'TRUNCATE',
  permit: 'PERMIT',
  always_enforce_err: 'ALWAYS_ENFORCE_ERR',
} as const satisfies Record<string, LeafNotAfterBehavior>;

const isWordOf = <Words extends object>(words: Words, word: string): word is keyof Words & string =>
  Object.hasOwn(words, word);

function usageOf(word: string): IssuerUsage {
  if (!isWordOf(usages, word)) throw problem('INVALID_INPUT', `unknown name for usage: ${word}`, ['usage']);
  return usages[word];
}

function behaviorOf(word: string): LeafNotAfterBehavior {
  if (isWordOf(behaviors, word)) return behaviors[word];
  const known = Object.keys(behaviors).map((each) => `\`${each}\``);
  const several = `${known.slice(0, -1).join(', ')}, and ${known.at(-1) ?? ''}`;
  const message = `Unknown value for field \`leaf_not_after_behavior\`. Possible values are ${several}.`;
  throw problem('INVALID_INPUT', message, ['leafNotAfterBehavior']);
}

interface IssuerWords {
  readonly usage: readonly string[] | undefined;
  readonly leafNotAfterBehavior: string | undefined;
}

/** Words in the form of the operation. @throws INVALID_INPUT for unknown ones */
const worded = <Fields extends IssuerWords>({ usage, leafNotAfterBehavior, ...rest }: Fields) => ({
  ...rest,
  usage: usage?.map(usageOf),
  leafNotAfterBehavior: leafNotAfterBehavior === undefined ? undefined : behaviorOf(leafNotAfterBehavior),
});

const issuerRoutes: readonly VaultRoute[] = [
  list({
    path: 'issuers',
    operation: ListIssuers,
    variables: onMount,
    anonymous: true,
    pages: 'issuers',
    answer: ({ issuers: { nodes } }) =>
      keysAnswer(
        nodes.map(({ uuid }) => uuid),
        Object.fromEntries(
          nodes.map((issuer) => [
            issuer.uuid,
            {
              issuer_name: issuer.name ?? '',
              is_default: issuer.isDefault,
              serial_number: issuer.serialNumber,
              key_id: issuer.key?.uuid ?? '',
            },
          ]),
        ),
      ),
  }),
  read({
    path: 'issuer/:ref',
    operation: ReadIssuer,
    variables: referred,
    answer: ({ issuer }, { dialect }) => issuerAnswer(found(issuer), dialect),
  }),
  write({
    path: 'issuer/:ref',
    operation: UpdateIssuer,
    fields: issuerTable,
    variables: (request) => ({ input: { ...issuerOf(request), ...worded({ ...wholeIssuer, ...request.fields }) } }),
    answer: updatedAnswer,
  }),
  mergePatch({
    path: 'issuer/:ref',
    operation: UpdateIssuer,
    fields: issuerTable,
    variables: (request) => ({ input: { ...issuerOf(request), asPatch: true, ...worded(patched(request.fields)) } }),
    answer: updatedAnswer,
  }),
  remove({
    path: 'issuer/:ref',
    operation: DeleteIssuer,
    variables: (request) => ({ input: issuerOf(request) }),
    answer: ({ payload }) => warned(payload),
  }),
  write({
    path: 'issuer/:ref/revoke',
    operation: RevokeIssuer,
    variables: (request) => ({ input: issuerOf(request) }),
    answer: ({ payload }, { dialect }) => ({
      ...issuerAnswer(made(payload.issuer), dialect),
      warnings: payload.warnings,
    }),
  }),
];

/** In OpenBao's words, as they are. */
const nameDeleted = (uuid: string): string =>
  `Name successfully deleted, you will now need to reference this key by it's Id: ${uuid}`;

const keyRoutes: readonly VaultRoute[] = [
  list({
    path: 'keys',
    operation: ListKeys,
    variables: onMount,
    pages: 'issuerKeys',
    answer: ({ issuerKeys: { nodes } }) =>
      keysAnswer(
        nodes.map(({ uuid }) => uuid),
        Object.fromEntries(
          nodes.map(({ uuid, name, isDefault, managedKeyName, managedKeyUuid }) => [
            uuid,
            { key_name: name ?? '', is_default: isDefault, ...managedAnswer({ managedKeyName, managedKeyUuid }) },
          ]),
        ),
      ),
  }),
  write({
    path: 'keys/generate/:type',
    operation: GenerateKey,
    fields: weakParameters(keyFields),
    variables: ({ mount, params, fields }) => ({
      input: { mount, type: sourceOf(params, `unknown type of key: ${JSON.stringify(params.type)}`), ...fields },
    }),
    answer: ({ payload }) => {
      const { privateKey } = payload;
      const { data } = keyAnswer(made(payload.issuerKey));
      return { data: { ...data, ...(privateKey !== null && { private_key: privateKey }) } };
    },
  }),
  write({
    path: 'keys/import',
    operation: ImportKey,
    fields: { pem_bundle: asWritten(weak.pem), key_name: weak.trimmed },
    variables: ({ mount, fields: { pemBundle, keyName } }) => ({
      input: { mount, pemBundle: pemBundle ?? noText, ...(keyName && { keyName }) },
    }),
    answer: ({ payload }) => ({
      ...keyAnswer(made(payload.issuerKey)),
      warnings: payload.isNew === false ? ['Key already imported, use key/ endpoint to update name.'] : [],
    }),
  }),
  read({
    path: 'key/:ref',
    operation: ReadKey,
    variables: referred,
    answer: ({ issuerKey }) => keyAnswer(found(issuerKey)),
  }),
  write({
    path: 'key/:ref',
    operation: UpdateKey,
    fields: { key_name: weak.trimmed },
    variables: (request) => ({ input: { ...keyOf(request), keyName: request.fields.keyName ?? '' } }),
    answer: ({ payload }) => {
      const key = made(payload.issuerKey);
      return { ...keyAnswer(key), warnings: key.name === null ? [nameDeleted(key.uuid)] : [] };
    },
  }),
  remove({
    path: 'key/:ref',
    operation: DeleteKey,
    variables: (request) => ({ input: keyOf(request) }),
    answer: ({ payload }) => warned(payload),
  }),
];

/** Issuers and keys: create, import, read, change, delete. */
export const authorityRoutes: readonly VaultRoute[] = [
  rootRoute('root/generate/:type', false),
  rootRoute('issuers/generate/root/:type', true),
  write({
    path: 'root/rotate/:type',
    operation: RotateRoot,
    fields: rootTable,
    variables: typed,
    answer: rootAnswer,
  }),
  write({
    path: 'root/replace',
    operation: ReplaceRoot,
    fields: { default: weak.trimmed },
    variables: input,
    answer: ({ payload: { issuer, defaultFollowsLatestIssuer } }) => ({
      data: { default: made(issuer).uuid, default_follows_latest_issuer: defaultFollowsLatestIssuer },
    }),
  }),
  remove({
    path: 'root',
    operation: DeleteRoot,
    variables: input,
    answer: ({ payload }) => warned(payload),
  }),
  intermediateRoute('intermediate/generate/:type', false),
  intermediateRoute('issuers/generate/intermediate/:type', true),
  write({
    path: 'intermediate/cross-sign',
    operation: CrossSignIntermediate,
    fields: csrTable,
    variables: (request) => ({ input: { ...input(request).input, ...unnamed(request) } }),
    answer: csrAnswer,
  }),
  importRoute('intermediate/set-signed', 'SIGNED', 'certificate'),
  importRoute('config/ca', 'CA', 'pem_bundle'),
  importRoute('issuers/import/bundle', 'BUNDLE', 'pem_bundle'),
  importRoute('issuers/import/cert', 'CERTIFICATES', 'pem_bundle'),
  ...issuerRoutes,
  ...keyRoutes,
];
