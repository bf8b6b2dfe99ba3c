import type { Audit } from '../../identity/audit/audit.js';
import type { Attempts } from '../../identity/auth-methods/attempts.js';
import { HashingTurns } from '../../identity/auth-methods/hashing-turns.js';
import type { SignIns } from '../../identity/auth-methods/sign-ins.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';
import { usualDeadlineMs } from '../../platform/jobs/job-kind.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { MountAccess, PathPolicies } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import type { CertificateMaking } from '../issuance/certificate-making.js';
import type { AuthorityReader } from '../issuers/authority.js';
import type { PublicDocuments } from '../revocation/public-documents.js';
import type { Revocations } from '../revocation/revocations.js';
import type { RoleStore } from '../roles/role.store.js';
import { CmpCleaning, cmpCleanAgainMs, cmpCleaningJobKind } from './cleaning.job.js';
import { CmpConfiguration } from './cmp-configuration.js';
import { CmpRevocation } from './cmp-revocation.js';
import { CmpServer } from './cmp-server.js';
import { CmpConfirmations } from './confirmations.js';
import { CmpEnrolment } from './enrolment.js';
import { CmpInformation } from './information.js';
import { CmpNonces } from './nonces.js';
import { Places } from './places.js';
import { CmpReplies } from './replies.js';
import { CmpRights } from './rights.js';
import { CmpSecrets } from './secrets.js';
import { Senders } from './senders.js';
import { TransactionStore } from './transaction.store.js';

export interface CmpDeps {
  readonly database: Database;
  readonly authorities: AuthorityReader;
  readonly access: MountAccess;
  readonly policies: PathPolicies;
  readonly changes: AuthorityChanges;
  readonly roleStore: RoleStore;
  readonly making: CertificateMaking;
  readonly revocations: Revocations;
  readonly documents: PublicDocuments;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly jobs: JobStore;
  readonly signIns: SignIns;
  readonly attempts: Attempts;
  readonly failed: (error: unknown) => void;
}

/** The part of CMP that the rest of the certificate authority sees. */
export interface CmpServices {
  readonly cmp: CmpServer;
  readonly cmpConfiguration: CmpConfiguration;
  readonly cmpSecrets: CmpSecrets;
}

/** Assembles CMP. */
export function createCmp(deps: CmpDeps) {
  const { jobs, clock } = deps;
  const places = new Places({ ...deps, roles: deps.roleStore });
  const secrets = new CmpSecrets(deps);
  const transactions = new TransactionStore(deps);
  const senders = new Senders({ ...deps, secrets, turns: new HashingTurns() });
  const rights = new CmpRights({ senders, transactions });
  const cleaning = new CmpCleaning(deps);
  const shared = { ...deps, places, secrets, transactions, senders, rights };
  const services: CmpServices = {
    cmp: new CmpServer({
      ...shared,
      nonces: new CmpNonces(deps),
      enrolment: new CmpEnrolment(shared),
      confirmations: new CmpConfirmations(shared),
      revocation: new CmpRevocation(shared),
      information: new CmpInformation(shared),
      replies: new CmpReplies({ places, clock }),
      failed: (error) => {
        deps.failed(error);
        return 'the server could not do it; try again later';
      },
    }),
    cmpConfiguration: new CmpConfiguration(deps),
    cmpSecrets: secrets,
  };
  return {
    services,
    cleaning,
    /** For the runner of the certificate authority. */
    jobKinds: {
      [cmpCleaningJobKind]: {
        run: (_job, signal) => cleaning.run(signal),
        deadlineMs: usualDeadlineMs,
        recurs: { atMostMs: cmpCleanAgainMs, atStart: 'as planned' },
      },
    } satisfies Record<string, JobKind>,
    async start(): Promise<void> {
      await jobs.ensure({ kind: cmpCleaningJobKind, subject: 'all', dueAt: clock.now() });
    },
  };
}
