import type { Audit } from '../../identity/audit/audit.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { usualDeadlineMs } from '../../platform/jobs/job-kind.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import type { Log } from '../../platform/log/log.js';
import type { OutboundGate } from '../../platform/outbound/outbound-gate.js';
import type { Seal } from '../../platform/seal/seal.js';
import { CertificatesMetadata } from '../certificates/certificate-metadata.js';
import { CertificateMetadataStore } from '../certificates/certificate-metadata.store.js';
import { CertificateStore } from '../certificates/certificate.store.js';
import { CertificateWriter } from '../certificates/certificate-writer.js';
import { Certificates } from '../certificates/certificates.js';
import { lookAgainMs, NameIndex, nameIndexJobKind } from '../certificates/name-index.job.js';
import { CelIssuance } from '../cel-roles/cel-issuance.js';
import { CelRoleStore } from '../cel-roles/cel-role.store.js';
import { CelRoles } from '../cel-roles/cel-roles.js';
import { ExternalIssuance } from '../external-policy/external-issuance.js';
import { ExternalPolicies } from '../external-policy/external-policies.js';
import { ExternalPolicyStore } from '../external-policy/external-policy.store.js';
import { PolicyDecisions } from '../external-policy/policy-decisions.js';
import { PolicyService } from '../external-policy/policy-service.js';
import { ExpressionProcess } from '../expressions/expression-process.js';
import type { AuthorityChanges } from '../changes.js';
import type { AuthorityReader } from '../issuers/authority.js';
import type { MountAccess } from '../access.js';
import { keySpecOf, type Role } from '../policy/index.js';
import { RoleStore } from '../roles/role.store.js';
import { Roles } from '../roles/roles.js';
import { CertificateMaking } from './certificate-making.js';
import { CertificateIssuance } from './issuance.js';
import type { KeyPool } from '../keys/key-pool.js';
import { SelfIssuedSigning } from './self-issued.js';

export interface IssuanceDeps {
  readonly database: Database;
  readonly authorities: AuthorityReader;
  readonly access: MountAccess;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly changes: AuthorityChanges;
  readonly log: Pick<Log, 'warn'>;
  /** The way to external policy services. */
  readonly outbound: OutboundGate;
  readonly keys: KeyPool;
  readonly jobs: JobStore;
  /** Wakes the job runner. */
  readonly wake: () => void;
  /** Called when background work fails. */
  readonly failed: (error: unknown) => void;
}

/** The part of issuance that the rest of the certificate authority sees. */
export interface IssuanceServices {
  readonly roles: Roles;
  readonly roleStore: RoleStore;
  readonly certificates: Certificates;
  readonly certificatesMetadata: CertificatesMetadata;
  readonly issuance: CertificateIssuance;
  readonly celRoles: CelRoles;
  readonly celRoleStore: CelRoleStore;
  readonly celIssuance: CelIssuance;
  readonly externalPolicies: ExternalPolicies;
  readonly externalIssuance: ExternalIssuance;
  readonly selfIssued: SelfIssuedSigning;
}

/** Roles that are read at the start, for the kinds of key that they ask for: more will hardly ask for others, and are found out by the first who use them. */
const preparedFor = 1_000;

/** Assembles roles, issuance and stored certificates. */
export function createIssuance(deps: IssuanceDeps) {
  const { database, keys } = deps;
  const store = new RoleStore({ database });
  const nameIndex = new NameIndex(deps);
  const stored = (): void => {
    nameIndex.noticed();
  };
  const writer = new CertificateWriter({ database, stored });
  const expectKeys = (role: Role): void => {
    const spec = keySpecOf(role);
    if (spec) keys.expect(spec);
  };
  const making = new CertificateMaking({ ...deps, certificates: writer });
  const celStore = new CelRoleStore({ database });
  const expressions = new ExpressionProcess();
  const policies = new ExternalPolicyStore(deps);
  const policyService = new PolicyService({ ...deps, gate: deps.outbound, store: policies });
  const decisions = new PolicyDecisions({ ...deps, service: policyService });
  const services: IssuanceServices = {
    roles: new Roles({ ...deps, store, written: expectKeys }),
    roleStore: store,
    certificates: new Certificates({ ...deps, store: new CertificateStore({ database }) }),
    certificatesMetadata: new CertificatesMetadata({ ...deps, store: new CertificateMetadataStore(deps) }),
    issuance: new CertificateIssuance({ ...deps, roles: store, making, keys }),
    celRoles: new CelRoles({ ...deps, store: celStore, expressions }),
    celRoleStore: celStore,
    celIssuance: new CelIssuance({ ...deps, roles: celStore, expressions, making, keys }),
    externalPolicies: new ExternalPolicies({ ...deps, store: policies, expressions }),
    externalIssuance: new ExternalIssuance({ ...deps, policies, decisions, expressions, making, keys }),
    selfIssued: new SelfIssuedSigning(deps),
  };
  return {
    services,
    making,
    externalPolicy: { policies, decisions },
    keys,
    /** Called for every stored certificate. */
    stored,
    /** For the job runner. */
    jobKinds: {
      [nameIndexJobKind]: {
        run: (_job, signal) => nameIndex.run(signal),
        deadlineMs: usualDeadlineMs,
        recurs: { atMostMs: lookAgainMs, atStart: 'due' },
      },
    } satisfies Record<string, JobKind>,
    /** Generates keys for existing roles, and looks for work that a crash left. */
    async start(): Promise<void> {
      await nameIndex.schedule();
      for (const role of await store.some(preparedFor)) expectKeys(role);
    },
    close(): void {
      nameIndex.stop();
      keys.close();
      expressions.close();
      policyService.close();
    },
  };
}
