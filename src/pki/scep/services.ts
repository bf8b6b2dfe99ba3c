import type { Audit } from '../../identity/audit/audit.js';
import type { SignIns } from '../../identity/auth-methods/sign-ins.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { usualDeadlineMs } from '../../platform/jobs/job-kind.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import type { ServedCrls } from '../crls/served-crls.js';
import type { CertificateMaking } from '../issuance/certificate-making.js';
import type { AuthorityReader } from '../issuers/authority.js';
import { RsaDecryptions } from '../keys/rsa-decryptions.js';
import type { RoleStore } from '../roles/role.store.js';
import { ScepApprovals } from './approvals.js';
import { cleanScepAgainMs, ScepCleaning, scepCleaningJobKind } from './cleaning.job.js';
import { Enrolment } from './enrolment.js';
import { ScepPlaces } from './place.js';
import { ScepQueries } from './queries.js';
import { ScepConfiguration } from './scep-configuration.js';
import { ScepServer } from './scep-server.js';
import { Signers } from './signers.js';
import { TransactionStore } from './transaction.store.js';

export interface ScepDeps {
  readonly database: Database;
  readonly authorities: AuthorityReader;
  readonly access: MountAccess;
  readonly changes: AuthorityChanges;
  readonly roleStore: RoleStore;
  readonly making: CertificateMaking;
  readonly served: ServedCrls;
  readonly signIns: SignIns;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly jobs: JobStore;
}

/** The part of SCEP that the rest of the certificate authority sees. */
export interface ScepServices {
  readonly scep: ScepServer;
  readonly scepConfiguration: ScepConfiguration;
  readonly scepApprovals: ScepApprovals;
}

/** Assembles SCEP. */
export function createScep(deps: ScepDeps) {
  const { jobs, clock } = deps;
  const store = new TransactionStore(deps);
  const places = new ScepPlaces({ ...deps, roles: deps.roleStore });
  const enrolment = new Enrolment({ ...deps, store, signers: new Signers(deps) });
  const queries = new ScepQueries({ ...deps, store });
  const cleaning = new ScepCleaning(deps);
  const decryptions = new RsaDecryptions();
  const services: ScepServices = {
    scep: new ScepServer({ places, enrolment, queries, decryptions, clock }),
    scepConfiguration: new ScepConfiguration(deps),
    scepApprovals: new ScepApprovals({ ...deps, places, store }),
  };
  return {
    services,
    /** For the runner of the certificate authority. */
    jobKinds: {
      [scepCleaningJobKind]: {
        run: (_job, signal) => cleaning.run(signal),
        deadlineMs: usualDeadlineMs,
        recurs: { atMostMs: cleanScepAgainMs, atStart: 'as planned' },
      },
    } satisfies Record<string, JobKind>,
    async start(): Promise<void> {
      await jobs.ensure({ kind: scepCleaningJobKind, subject: 'all', dueAt: clock.now() });
    },
    close: () => decryptions.close(),
  };
}
