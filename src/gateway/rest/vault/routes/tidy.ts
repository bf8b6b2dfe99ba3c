import { formatMilliseconds, parseMilliseconds } from '../../../../platform/duration.js';
import { found, made } from '../../found.js';
import { secondsOf } from '../../seconds.js';
import { read, write } from '../route.js';
import type { VaultAnswer, VaultRoute } from '../route.js';
import { weak } from '../weak.js';
import type { WeakKind, WeakTable, WeakValues } from '../weak.js';
import { CancelTidy, ConfigureAutoTidy, ReadAutoTidy, ReadTidyStatus, StartTidy } from '../generated/operations.js';
import type {
  AutoTidyFieldsFragment,
  TidyParameterFieldsFragment,
  TidyStatusFieldsFragment,
} from '../generated/operations.js';

/** Seconds that are also written in smaller units, in milliseconds. */
const pause: WeakKind<number> = {
  read: parseMilliseconds,
  expected: 'a number of seconds, or a duration such as 1s or 10ms',
};

const parameterTable = {
  tidy_cert_store: weak.flag,
  tidy_revoked_certs: weak.flag,
  /** Its former name. */
  tidy_revocation_list: weak.flag,
  tidy_invalid_certs: weak.flag,
  tidy_revoked_cert_issuer_associations: weak.flag,
  tidy_expired_issuers: weak.flag,
  tidy_move_legacy_ca_bundle: weak.flag,
  tidy_revocation_queue: weak.flag,
  tidy_cross_cluster_revoked_certs: weak.flag,
  tidy_acme: weak.flag,
  tidy_cert_metadata: weak.flag,
  tidy_cmpv2_nonce_store: weak.flag,
  safety_buffer: weak.duration,
  revoked_safety_buffer: weak.duration,
  issuer_safety_buffer: weak.duration,
  revocation_queue_safety_buffer: weak.duration,
  acme_account_safety_buffer: weak.duration,
  pause_duration: pause,
  page_size: weak.whole,
} as const satisfies WeakTable;

const automaticTable = {
  enabled: weak.flag,
  interval_duration: weak.duration,
  min_startup_backoff_duration: weak.duration,
  max_startup_backoff_duration: weak.duration,
  ...parameterTable,
  maintain_stored_certificate_counts: weak.flag,
  publish_stored_certificate_count_metrics: weak.flag,
} as const satisfies WeakTable;

/** As the input has them. */
function given<Fields extends WeakValues<typeof parameterTable>>({
  tidyRevocationList,
  pauseDuration,
  ...fields
}: Fields) {
  const revoked = fields.tidyRevokedCerts === true || tidyRevocationList === true;
  return {
    ...fields,
    ...(pauseDuration !== undefined && { pauseMilliseconds: pauseDuration }),
    ...((fields.tidyRevokedCerts !== undefined || tidyRevocationList !== undefined) && { tidyRevokedCerts: revoked }),
  };
}

type Parameters = Omit<TidyParameterFieldsFragment, '__typename'> | Omit<AutoTidyFieldsFragment, '__typename'>;

/** As Vault and OpenBao show them, in the order of their documents. */
const parametersDocument = (parameters: Parameters) => ({
  tidy_cert_store: parameters.tidyCertStore,
  tidy_revoked_certs: parameters.tidyRevokedCerts,
  tidy_invalid_certs: parameters.tidyInvalidCerts,
  tidy_revoked_cert_issuer_associations: parameters.tidyRevokedCertIssuerAssociations,
  tidy_expired_issuers: parameters.tidyExpiredIssuers,
  tidy_move_legacy_ca_bundle: parameters.tidyMoveLegacyCaBundle,
  tidy_revocation_queue: parameters.tidyRevocationQueue,
  tidy_cross_cluster_revoked_certs: parameters.tidyCrossClusterRevokedCerts,
  tidy_acme: parameters.tidyAcme,
  tidy_cert_metadata: parameters.tidyCertMetadata,
  tidy_cmpv2_nonce_store: parameters.tidyCmpv2NonceStore,
  safety_buffer: secondsOf(parameters.safetyBuffer),
  revoked_safety_buffer: secondsOf(parameters.revokedSafetyBuffer ?? parameters.safetyBuffer),
  issuer_safety_buffer: secondsOf(parameters.issuerSafetyBuffer),
  revocation_queue_safety_buffer: secondsOf(parameters.revocationQueueSafetyBuffer),
  acme_account_safety_buffer: secondsOf(parameters.acmeAccountSafetyBuffer),
  pause_duration: formatMilliseconds(parameters.pauseMilliseconds),
  page_size: parameters.pageSize,
});

const automaticDocument = (config: AutoTidyFieldsFragment): VaultAnswer => ({
  data: {
    enabled: config.enabled,
    interval_duration: secondsOf(config.intervalDuration),
    min_startup_backoff_duration: secondsOf(config.minStartupBackoffDuration),
    max_startup_backoff_duration: secondsOf(config.maxStartupBackoffDuration),
    ...parametersDocument(config),
    maintain_stored_certificate_counts: config.maintainStoredCertificateCounts,
    publish_stored_certificate_count_metrics: config.publishStoredCertificateCountMetrics,
  },
});

const states = {
  INACTIVE: 'Inactive',
  RUNNING: 'Running',
  CANCELLING: 'Cancelling',
  FINISHED: 'Finished',
  ERROR: 'Error',
  CANCELLED: 'Cancelled',
} as const satisfies Readonly<Record<TidyStatusFieldsFragment['state'], string>>;

/** Before the first run everything about it is null. */
const parameterNames = Object.keys(parameterTable).filter((name) => name !== 'tidy_revocation_list');
const noParameters = Object.fromEntries(parameterNames.map((name) => [name, null]));

const statusDocument = (status: TidyStatusFieldsFragment) => ({
  ...(status.parameters ? parametersDocument(status.parameters) : noParameters),
  state: states[status.state],
  error: status.error,
  time_started: status.startedAt,
  time_finished: status.finishedAt,
  last_auto_tidy_finished: status.automaticEndedAt,
  message: status.message,
  cert_store_deleted_count: status.counts?.certStoreDeleted ?? null,
  revoked_cert_deleted_count: status.counts?.revokedCertDeleted ?? null,
  missing_issuer_cert_count: status.counts?.missingIssuerCert ?? null,
  revocation_queue_deleted_count: status.counts?.revocationQueueDeleted ?? null,
  cross_revoked_cert_deleted_count: status.counts?.crossRevokedCertDeleted ?? null,
  cert_metadata_deleted_count: status.counts?.certMetadataDeleted ?? null,
  cmpv2_nonce_deleted_count: status.counts?.cmpv2NonceDeleted ?? null,
  total_acme_account_count: status.counts?.acmeAccounts ?? null,
  acme_account_revoked_count: status.counts?.acmeAccountsRevoked ?? null,
  acme_account_deleted_count: status.counts?.acmeAccountsDeleted ?? null,
  acme_orders_deleted_count: status.counts?.acmeOrdersDeleted ?? null,
  current_cert_store_count: status.storedCertificateCount,
  current_revoked_cert_count: status.storedRevocationCount,
  internal_backend_uuid: status.mountId,
});

/** Tidying (Vault API, PKI: "Tidy" and "Set automatic tidy configuration"). */
export const tidyRoutes: readonly VaultRoute[] = [
  write({
    path: 'tidy',
    operation: StartTidy,
    fields: parameterTable,
    variables: ({ mount, fields }) => ({ input: { mount, ...given(fields) } }),
    answer: ({ payload }) => ({ data: null, warnings: payload.warnings, status: made(payload.started) ? 202 : 200 }),
  }),
  write({
    path: 'tidy-cancel',
    operation: CancelTidy,
    variables: ({ mount }) => ({ input: { mount } }),
    answer: ({ payload }) => ({
      data: payload.cancelled === true ? statusDocument(made(payload.tidyStatus)) : null,
      warnings: payload.warnings,
    }),
  }),
  read({
    path: 'tidy-status',
    operation: ReadTidyStatus,
    variables: ({ mount }) => ({ mount }),
    answer: ({ tidyStatus }) => ({ data: statusDocument(found(tidyStatus)) }),
  }),
  read({
    path: 'config/auto-tidy',
    operation: ReadAutoTidy,
    variables: ({ mount }) => ({ mount }),
    answer: ({ autoTidyConfig }) => automaticDocument(found(autoTidyConfig)),
  }),
  write({
    path: 'config/auto-tidy',
    operation: ConfigureAutoTidy,
    fields: automaticTable,
    variables: ({ mount, fields }) => ({ input: { mount, ...given(fields) } }),
    answer: ({ payload }) => automaticDocument(made(payload.autoTidyConfig)),
  }),
];
