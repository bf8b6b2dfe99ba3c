import { isRecord } from '../../../../platform/is-record.js';
import { problem } from '../../../../platform/problems.js';
import { found, made } from '../../found.js';
import { list, read, remove, write } from '../route.js';
import type { VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import { keysAnswer, nothing } from './answers.js';
import {
  ConfigureCmp,
  CreateCmpSecret,
  DeleteCmpSecret,
  ListCmpSecrets,
  ReadCmpConfig,
  ReadCmpSecret,
} from '../generated/operations.js';
import type { CmpConfigFieldsFragment, CmpSecretFieldsFragment } from '../generated/operations.js';

const withoutFraction = (time: string): string => time.replace(/\.\d+Z$/, 'Z');

const configDocument = (config: CmpConfigFieldsFragment) => {
  const { cert } = config.authenticators;
  const { certRole } = cert ?? {};
  return {
    enabled: config.enabled,
    default_mount: config.defaultMount,
    default_path_policy: config.defaultPathPolicy,
    authenticators: cert
      ? { cert: { accessor: cert.accessor, ...(typeof certRole === 'string' && { cert_role: certRole }) } }
      : {},
    enable_sentinel_parsing: config.enableSentinelParsing,
    audit_fields: config.auditFields,
    disabled_validations: config.disabledValidations,
    last_updated: typeof config.updatedAt === 'string' ? withoutFraction(config.updatedAt) : '',
  };
};

const refused = (message: string) => problem('INVALID_INPUT', message, ['authenticators']);

/** Vault names methods by their kinds. @throws INVALID_INPUT for any kind but `cert`, and for what that does not have */
export function authenticatorsOf(sent: unknown) {
  // Terraform's provider has it as a list of one.
  const given: unknown = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent;
  if (!isRecord(given)) throw refused('authenticators must be a map of auth methods');
  const other = Object.keys(given).find((name) => name !== 'cert');
  if (other !== undefined)
    throw refused(`authenticators: CMPv2 knows only the key cert, not ${JSON.stringify(other.slice(0, 100))}`);
  const cert: unknown = given['cert'];
  if (cert === undefined || cert === null) return {};
  if (!isRecord(cert)) throw refused('authenticators: cert must be a map with accessor and cert_role');
  const unknown = Object.keys(cert).find((name) => name !== 'accessor' && name !== 'cert_role');
  if (unknown !== undefined)
    throw refused(`authenticators: cert knows accessor and cert_role, not ${JSON.stringify(unknown.slice(0, 100))}`);
  const { accessor = '', cert_role: certRole = '' } = cert;
  if (typeof accessor !== 'string' || typeof certRole !== 'string')
    throw refused('authenticators: accessor and cert_role of cert must be texts');
  if (accessor === '' && certRole === '') return {};
  return { cert: { accessor, ...(certRole !== '' && { certRole }) } };
}

const secretDocument = (secret: CmpSecretFieldsFragment) => ({
  reference: secret.reference,
  role: secret.role ?? '',
  max_uses: secret.maxUses,
  uses: secret.uses,
  registration_authority: secret.registrationAuthority,
  created_on: withoutFraction(secret.createdAt),
  expires_on: withoutFraction(secret.expiresAt),
});

/** How certificates are obtained by CMP (Vault API, PKI: "CMPv2"); its protocol is no REST. */
export const cmpConfigRoutes: readonly VaultRoute[] = [
  read({
    path: 'config/cmp',
    operation: ReadCmpConfig,
    variables: ({ mount }) => ({ mount }),
    answer: ({ cmpConfig }) => ({ data: configDocument(found(cmpConfig)) }),
  }),
  write({
    path: 'config/cmp',
    operation: ConfigureCmp,
    fields: {
      enabled: weak.flag,
      default_mount: weak.flag,
      default_path_policy: weak.text,
      authenticators: weak.any,
      enable_sentinel_parsing: weak.flag,
      audit_fields: weak.list,
      disabled_validations: weak.list,
    },
    variables: ({ mount, fields: { authenticators, ...fields } }) => ({
      input: {
        mount,
        ...fields,
        ...(authenticators !== undefined && { authenticators: authenticatorsOf(authenticators) }),
      },
    }),
    answer: ({ payload }) => ({ data: configDocument(made(payload.cmpConfig)), warnings: payload.warnings }),
  }),
  list({
    path: 'cmp/secrets',
    operation: ListCmpSecrets,
    variables: ({ mount }) => ({ mount }),
    pages: 'cmpSecrets',
    answer: ({ cmpSecrets: { nodes } }) =>
      keysAnswer(
        nodes.map(({ reference }) => reference),
        Object.fromEntries(nodes.map((secret) => [secret.reference, secretDocument(secret)])),
      ),
  }),
  write({
    path: 'cmp/secrets',
    operation: CreateCmpSecret,
    fields: {
      reference: weak.text,
      secret: weak.text,
      role: weak.text,
      max_uses: weak.whole,
      ttl: weak.duration,
      registration_authority: weak.flag,
    },
    variables: ({ mount, fields }) => ({ input: { mount, ...fields } }),
    answer: ({ payload }) => {
      const secret = made(payload.newCmpSecret);
      return { data: { ...secretDocument(secret), secret: secret.secret } };
    },
  }),
  read({
    path: 'cmp/secrets/:reference',
    operation: ReadCmpSecret,
    variables: ({ mount, params }) => ({ mount, reference: params.reference }),
    answer: ({ cmpSecret }) => ({ data: secretDocument(found(cmpSecret)) }),
  }),
  remove({
    path: 'cmp/secrets/:reference',
    operation: DeleteCmpSecret,
    variables: ({ mount, params }) => ({ input: { mount, reference: params.reference } }),
    answer: nothing,
  }),
];
