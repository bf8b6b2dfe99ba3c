import type { Audit } from '../../identity/audit/audit.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';
import { usualDeadlineMs } from '../../platform/jobs/job-kind.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import type { Log } from '../../platform/log/log.js';
import type { OutboundGate } from '../../platform/outbound/outbound-gate.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import type { ExternalPolicyStore } from '../external-policy/external-policy.store.js';
import type { PolicyDecisions } from '../external-policy/policy-decisions.js';
import type { CertificateMaking } from '../issuance/certificate-making.js';
import type { AuthorityReader } from '../issuers/authority.js';
import type { Revocations } from '../revocation/revocations.js';
import type { RoleStore } from '../roles/role.store.js';
import { AccountStore } from './account.store.js';
import { Accounts } from './accounts.js';
import { AcmeConfiguration } from './acme-configuration.js';
import { AcmeRecords } from './acme-records.js';
import { AcmeRevocation } from './acme-revocation.js';
import { AcmeServer } from './acme-server.js';
import { Allowances, usualAllowances } from './allowances.js';
import type { HourlyAllowances } from './allowances.js';
import { AcmeCleaning, cleanAgainMs, cleaningJobKind } from './cleaning.job.js';
import { Directories } from './directory.js';
import { EabKeys } from './eab-keys.js';
import { Finalization } from './finalization.js';
import { Nonces } from './nonces.js';
import { Orders } from './orders.js';
import { OrdersByPolicy } from './orders-by-policy.js';
import { OrderStore } from './order.store.js';
import { RenewalInformation } from './renewal-information.js';
import { Replacements } from './replacements.js';
import { ValidationAttempts } from './validation-attempt.js';
import type { ValidationPorts } from './validation-attempt.js';
import { usualDelays, Validation } from './validation.job.js';
import { validationJobKind } from './validation.job-kind.js';

export interface AcmeDeps {
  readonly database: Database;
  readonly authorities: AuthorityReader;
  readonly access: MountAccess;
  readonly changes: AuthorityChanges;
  readonly roleStore: RoleStore;
  readonly making: CertificateMaking;
  readonly revocations: Revocations;
  readonly externalPolicy: { readonly policies: ExternalPolicyStore; readonly decisions: PolicyDecisions };
  readonly audit: Audit;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly log: Log;
  readonly jobs: JobStore;
  readonly outbound: OutboundGate;
  readonly settings?: AcmeSettings | undefined;
}

export interface AcmeSettings {
  readonly ports: ValidationPorts;
  /** Milliseconds before each further attempt to see a proof. */
  readonly delays?: readonly number[];
  readonly hourly?: HourlyAllowances;
}

/** The part of ACME that the rest of the certificate authority sees. */
export interface AcmeServices {
  readonly acme: AcmeServer;
  readonly acmeConfiguration: AcmeConfiguration;
  readonly eabKeys: EabKeys;
  readonly acmeRecords: AcmeRecords;
}

/** Proofs that are looked for at the same time: most of them wait for others. A stranger's thousand names whose hosts answer nothing take ten seconds each. */
const validatedAtOnce = 256;
/** Each of them has a turn at once, unless all are for one host. */
const limits = { atOnce: validatedAtOnce, perHost: 16, waiting: validatedAtOnce };
/** Milliseconds after which an attempt is given up that has not ended by itself. */
const attemptDeadlineMs = 60_000;

/** Assembles ACME. */
export function createAcme(deps: AcmeDeps) {
  const { jobs, clock, log, settings } = deps;
  const gate = deps.outbound.another(limits);
  const nonces = new Nonces(deps);
  const allowances = new Allowances({ ...deps, hourly: settings?.hourly ?? usualAllowances });
  const accountStore = new AccountStore(deps);
  const store = new OrderStore(deps);
  const eabKeys = new EabKeys(deps);
  const directories = new Directories({ ...deps, roles: deps.roleStore });
  const replacements = new Replacements({ ...deps, store });
  const attempts = new ValidationAttempts({ gate, ports: settings?.ports ?? { http: 80, tls: 443 } });
  const validation = new Validation({
    ...deps,
    orders: store,
    accounts: accountStore,
    attempts,
    delays: settings?.delays ?? usualDelays,
  });
  const kinds = {
    [validationJobKind]: {
      run: (job, signal) => validation.run(job, signal),
      deadlineMs: attemptDeadlineMs,
      recurs: null,
      planned: true,
    },
  } satisfies Record<string, JobKind>;
  // A host that does not answer keeps nothing else of the certificate authority waiting.
  const runner = new JobRunner({ store: jobs, clock, log, kinds, concurrency: validatedAtOnce });
  const wake = () => {
    runner.wake();
  };
  const byPolicy = new OrdersByPolicy({ ...deps, ...deps.externalPolicy, directories });
  const orders = new Orders({ ...deps, store, accountStore, directories, replacements, allowances, wake });
  const cleaning = new AcmeCleaning({ ...deps, nonces, allowances });
  const services: AcmeServices = {
    acme: new AcmeServer({
      directories,
      nonces,
      accountStore,
      orders,
      accounts: new Accounts({ ...deps, store: accountStore, eabKeys, allowances }),
      finalization: new Finalization({ ...deps, orders, store, directories, byPolicy }),
      revocation: new AcmeRevocation({ ...deps, orders: store }),
      renewal: new RenewalInformation({ replacements, orders: store, accounts: accountStore, directories, clock }),
    }),
    acmeConfiguration: new AcmeConfiguration({ ...deps, externalPolicies: deps.externalPolicy.policies, gate }),
    eabKeys,
    acmeRecords: new AcmeRecords(deps),
  };
  return {
    services,
    runner,
    /** For the runner of the certificate authority. */
    jobKinds: {
      [cleaningJobKind]: {
        run: (_job, signal) => cleaning.run(signal),
        deadlineMs: usualDeadlineMs,
        recurs: { atMostMs: cleanAgainMs, atStart: 'as planned' },
      },
    } satisfies Record<string, JobKind>,
    async start(): Promise<void> {
      await jobs.ensure({ kind: cleaningJobKind, subject: 'all', dueAt: clock.now() });
      runner.start();
    },
    async close(): Promise<void> {
      await runner.close();
      attempts.close();
      gate.close();
    },
  };
}
