import { problem } from '../../../../platform/problems.js';
import { isRecord } from '../../../../platform/is-record.js';
import { found, made } from '../../found.js';
import { read, write } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { ConfigureScep, ReadScepConfig } from '../generated/operations.js';
import type { ScepConfigFieldsFragment } from '../generated/operations.js';

type Kind = 'cert' | 'scep';
const kinds: readonly Kind[] = ['cert', 'scep'];

const configDocument = ({ authenticators, ...config }: ScepConfigFieldsFragment) => ({
  data: {
    enabled: config.enabled,
    default_path_policy: config.defaultPathPolicy,
    allowed_encryption_algorithms: config.allowedEncryptionAlgorithms,
    allowed_digest_algorithms: config.allowedDigestAlgorithms,
    restrict_ca_chain_to_issuer: config.restrictCaChainToIssuer,
    authenticators: Object.fromEntries(
      kinds.flatMap((kind) => {
        const one = authenticators[kind];
        if (!one) return [];
        // As it was given: terraform compares it with what it wrote.
        return [[kind, { accessor: one.accessor, ...(one.role !== null && { [`${kind}_role`]: one.role }) }]];
      }),
    ),
    external_validation: {},
    log_level: config.logLevel,
    require_approval: config.requireApproval,
    last_updated: config.updatedAt ?? '',
  },
});

const refused = (message: string) => problem('INVALID_INPUT', message, ['authenticators']);

/** `{"scep": {"accessor": "…", "scep_role": "…"}}`, or a list with one of these as terraform's provider writes it. @throws INVALID_INPUT */
function authenticatorsOf(given: unknown) {
  const value: unknown = Array.isArray(given) && given.length < 2 ? (given[0] ?? {}) : given;
  if (!isRecord(value)) throw refused('authenticators must be an object of the auth methods cert and scep');
  const other = Object.keys(value).find((key) => !kinds.some((kind) => kind === key));
  if (other !== undefined) throw refused(`authenticators: "${other.slice(0, 50)}" is neither cert nor scep`);
  const of = (kind: Kind) => {
    const one = value[kind];
    if (one === undefined || one === null) return {};
    if (!isRecord(one)) throw refused(`authenticators: ${kind} must be an object`);
    const { accessor, [`${kind}_role`]: role, ...more } = one;
    const [unknown] = Object.keys(more);
    if (unknown !== undefined) throw refused(`authenticators: ${kind} has no field "${unknown.slice(0, 50)}"`);
    if (typeof accessor !== 'string' || accessor === '') throw refused(`authenticators: ${kind} must have an accessor`);
    if (role !== undefined && typeof role !== 'string') throw refused(`authenticators: ${kind}_role must be a text`);
    return { [kind]: { accessor, ...(role !== undefined && { role }) } };
  };
  return { ...of('cert'), ...of('scep') };
}

/** @throws INVALID_INPUT: nobody is asked elsewhere */
function requireNoValidation(given: unknown): void {
  const value: unknown = Array.isArray(given) && given.length < 2 ? (given[0] ?? {}) : given;
  if (value === undefined || value === null || value === '') return;
  if (isRecord(value) && Object.keys(value).length === 0) return;
  throw problem(
    'INVALID_INPUT',
    'external_validation is not supported: challenges are judged by the auth method scep, and no other service is asked',
    ['externalValidation'],
  );
}

/** How certificates are obtained by SCEP (Vault API, PKI: "SCEP"); its protocol is no REST. */
export const scepConfigRoutes: readonly VaultRoute[] = [
  read({
    path: 'config/scep',
    operation: ReadScepConfig,
    variables: ({ mount }) => ({ mount }),
    answer: ({ scepConfig }) => configDocument(found(scepConfig)),
  }),
  write({
    path: 'config/scep',
    operation: ConfigureScep,
    fields: {
      enabled: weak.flag,
      default_path_policy: weak.text,
      allowed_encryption_algorithms: weak.list,
      allowed_digest_algorithms: weak.list,
      restrict_ca_chain_to_issuer: weak.flag,
      authenticators: weak.any,
      external_validation: weak.any,
      log_level: weak.text,
      require_approval: weak.flag,
    },
    variables: ({ mount, fields: { authenticators, externalValidation, ...fields } }) => {
      requireNoValidation(externalValidation);
      const given = authenticators === undefined ? {} : { authenticators: authenticatorsOf(authenticators) };
      return { input: { mount, ...fields, ...given } };
    },
    answer: ({ payload }) => configDocument(made(payload.scepConfig)),
  }),
];
