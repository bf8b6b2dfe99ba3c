import { fieldName, parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** What a tidy may do. Each is off unless it is asked for, with what it does for readers of the API. */
export const tidyTasks = {
  tidyCertStore: 'Removes certificates that expired, once the safety buffer has passed since.',
  tidyRevokedCerts:
    'Removes revocations of certificates that expired, once the safety buffer has passed since, and the certificates. What a CRL still holds leaves it first, unless CRLs are rebuilt by time: then it stays until they have done so.',
  tidyInvalidCerts: 'Removes stored certificates that cannot be read.',
  tidyRevokedCertIssuerAssociations: 'Counts revocations whose issuer is no longer in the mount.',
  tidyExpiredIssuers:
    'Deletes issuers that expired, once their safety buffer has passed since. Keys stay, and so do the default issuer and issuers of which a certificate that is revoked has not expired.',
  tidyMoveLegacyCaBundle: 'For storage of Vault before 1.11, which does not exist here: does nothing.',
  tidyRevocationQueue:
    'Removes requests to revoke a certificate of another mount that were asked of this one and that nobody confirmed.',
  tidyCrossClusterRevokedCerts:
    'For revocations of other clusters, which are not kept here: does nothing. Revocations of other mounts are theirs, and `tidyRevokedCerts` removes them there.',
  tidyAcme:
    'Removes ACME orders, those with a certificate once the safety buffer has passed since it expired. Then accounts without orders: those that nobody uses are revoked first, and removed later. Keys for accounts that nobody made go, too.',
  tidyCertMetadata: 'Removes metadata of certificates that expired, once the safety buffer has passed since.',
  tidyCmpv2NonceStore:
    'Removes what is kept of transactions of CMP so that their messages are not taken twice, once they are too old to be taken.',
} as const;
export type TidyTask = keyof typeof tidyTasks;

const isTask = (name: string): name is TidyTask => Object.hasOwn(tidyTasks, name);
const tidyTaskNames: readonly TidyTask[] = Object.keys(tidyTasks).filter(isTask);

/** Seconds that must have passed. */
export const tidyBuffers = {
  safetyBuffer: 'How long a certificate must have expired.',
  issuerSafetyBuffer: 'How long an issuer must have expired.',
  revocationQueueSafetyBuffer: 'How old a request to revoke a certificate of another mount must be.',
  acmeAccountSafetyBuffer:
    'How long an ACME account must have been unused to be revoked, and deactivated or revoked to be removed; how old a key for an account that nobody made must be.',
} as const;
export type TidyBuffer = keyof typeof tidyBuffers;
const isBuffer = (name: string): name is TidyBuffer => Object.hasOwn(tidyBuffers, name);
const tidyBufferNames: readonly TidyBuffer[] = Object.keys(tidyBuffers).filter(isBuffer);

/** What one run is asked for (Vault API, PKI: "Tidy"). */
export type TidyParameters = Readonly<Record<TidyTask, boolean>> &
  Readonly<Record<TidyBuffer, number>> & {
    /** Seconds for those that were revoked; null for those of `safetyBuffer`. */
    readonly revokedSafetyBuffer: number | null;
    /** Milliseconds to wait for each object that was looked at. */
    readonly pauseMilliseconds: number;
    /** Objects that are read at once. */
    readonly pageSize: number;
  };

/** `config/auto-tidy`. Durations are seconds. */
export interface AutoTidyConfig extends TidyParameters {
  readonly enabled: boolean;
  /** From the end of a run to the beginning of the next; 0 for none. */
  readonly intervalDuration: number;
  readonly minStartupBackoffDuration: number;
  readonly maxStartupBackoffDuration: number;
  readonly maintainStoredCertificateCounts: boolean;
  readonly publishStoredCertificateCountMetrics: boolean;
}

const hour = 3600;

export const defaultTidyParameters: TidyParameters = {
  tidyCertStore: false,
  tidyRevokedCerts: false,
  tidyInvalidCerts: false,
  tidyRevokedCertIssuerAssociations: false,
  tidyExpiredIssuers: false,
  tidyMoveLegacyCaBundle: false,
  tidyRevocationQueue: false,
  tidyCrossClusterRevokedCerts: false,
  tidyAcme: false,
  tidyCertMetadata: false,
  tidyCmpv2NonceStore: false,
  safetyBuffer: 72 * hour,
  revokedSafetyBuffer: null,
  issuerSafetyBuffer: 365 * 24 * hour,
  revocationQueueSafetyBuffer: 48 * hour,
  acmeAccountSafetyBuffer: 30 * 24 * hour,
  pauseMilliseconds: 0,
  pageSize: 1000,
};

export const defaultAutoTidyConfig: AutoTidyConfig = {
  ...defaultTidyParameters,
  enabled: false,
  intervalDuration: 12 * hour,
  minStartupBackoffDuration: 5 * 60,
  maxStartupBackoffDuration: 15 * 60,
  maintainStoredCertificateCounts: false,
  publishStoredCertificateCountMetrics: false,
};

/** A page of as many is read in a moment, and names no more in memory than a list may have. */
const [leastPage, mostPage] = [5, 10_000];
/** Longer than a certificate may be valid that somebody tidies. */
const longestBuffer = 100 * 365 * 24 * hour;
const longestPauseMs = 60_000;

export const anyTask = (parameters: TidyParameters): boolean => tidyTaskNames.some((task) => parameters[task]);

/** The names of the tasks in REST, for messages. */
export const allTasks: Said = tidyTaskNames.reduce<Said>(
  (said, task, index) => (index === 0 ? worded`${fieldName(task)}` : worded`${said} / ${fieldName(task)}`),
  '',
);

export interface ParameterFault {
  readonly field: string;
  readonly message: Said;
}

const fault = (field: string, message: Said): ParameterFault => ({ field, message });

/** What is wrong with the parameters of a run; undefined if nothing is. */
export function tidyParametersFault(parameters: TidyParameters): ParameterFault | undefined {
  const { revokedSafetyBuffer, pauseMilliseconds, pageSize } = parameters;
  for (const field of tidyBufferNames)
    if (parameters[field] < 1) return fault(field, worded`${fieldName(field)} must be greater than zero`);
  if (revokedSafetyBuffer !== null && revokedSafetyBuffer < 1)
    return fault('revokedSafetyBuffer', worded`${parameter('revoked_safety_buffer')} must be greater than zero`);
  const longest = Math.max(...tidyBufferNames.map((field) => parameters[field]), revokedSafetyBuffer ?? 0);
  if (longest > longestBuffer)
    return fault('safetyBuffer', worded`a safety buffer must be at most ${longestBuffer} seconds`);
  if (pauseMilliseconds < 0)
    return fault('pauseMilliseconds', worded`received invalid, negative ${parameter('pause_duration')}`);
  if (pauseMilliseconds > longestPauseMs)
    return fault('pauseMilliseconds', worded`${parameter('pause_duration')} must be at most a minute`);
  if (pageSize < leastPage || pageSize > mostPage)
    return fault('pageSize', worded`${parameter('page_size')} must be at least ${leastPage} and at most ${mostPage}`);
  return undefined;
}

/** The same of the automatic configuration. */
export function autoTidyFault(config: AutoTidyConfig): ParameterFault | undefined {
  const { enabled, intervalDuration, minStartupBackoffDuration: least, maxStartupBackoffDuration: most } = config;
  if (intervalDuration < 0 || intervalDuration > longestBuffer)
    return fault(
      'intervalDuration',
      worded`given ${parameter('interval_duration')} must be greater than or equal to zero seconds`,
    );
  if (least < 1)
    return fault(
      'minStartupBackoffDuration',
      worded`${parameter('min_startup_backoff_duration')} must be at least 1 second`,
    );
  if (most < 1 || most > longestBuffer)
    return fault(
      'maxStartupBackoffDuration',
      worded`${parameter('max_startup_backoff_duration')} must be at least 1 second`,
    );
  if (least > most)
    return fault(
      'maxStartupBackoffDuration',
      worded`${parameter('max_startup_backoff_duration')} must be greater or equal to ${parameter('min_startup_backoff_duration')}`,
    );
  const wrong = tidyParametersFault(config);
  if (wrong) return wrong;
  if (enabled && !anyTask(config))
    return fault(
      'enabled',
      worded`Auto-tidy enabled but no tidy operations were requested. Enable at least one tidy operation to be run (${allTasks}).`,
    );
  if (config.publishStoredCertificateCountMetrics && !config.maintainStoredCertificateCounts)
    return fault(
      'publishStoredCertificateCountMetrics',
      worded`Can not publish a running storage metrics count to metrics without first maintaining that count.  Enable \`${parameter('maintain_stored_certificate_counts')}\` to enable \`${parameter('publish_stored_certificate_count_metrics')}\`.`,
    );
  return undefined;
}
