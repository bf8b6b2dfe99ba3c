import type { Audit } from '../identity/audit/audit.js';
import type { SignIns } from '../identity/auth-methods/sign-ins.js';
import type { Caller } from '../identity/caller.js';
import { classWith } from '../platform/class-with.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { usualDeadlineMs } from '../platform/jobs/job-kind.js';
import { JobRunner } from '../platform/jobs/job-runner.js';
import { JobStore } from '../platform/jobs/job.store.js';
import type { Log } from '../platform/log/log.js';
import { CataloguedEvents } from '../platform/events/event-catalogue.js';
import type { EventFeed } from '../platform/events/event-feed.js';
import type { OutboundGate } from '../platform/outbound/outbound-gate.js';
import { Tokens } from '../platform/pkcs11/tokens.js';
import type { AskedTokens } from '../platform/pkcs11/tokens.js';
import type { Seal } from '../platform/seal/seal.js';
import { MountAccess } from './access.js';
import type { PathPolicies } from './access.js';
import { AuthorityChanges } from './changes.js';
import { MountConfig } from './config/mount-config.js';
import type { PkiScope, PkiServices } from './context.js';
import { FoundById } from './by-id.js';
import { VisibleAuthorities } from './visible.js';
import { pkiLists } from './lists.js';
import type { PkiLists } from './lists.js';
import { createAcme } from './acme/services.js';
import { createCmp } from './cmp/services.js';
import type { Attempts } from '../identity/auth-methods/attempts.js';
import type { AcmeSettings } from './acme/services.js';
import { createEst } from './est/services.js';
import { createScep } from './scep/services.js';
import { createIssuance } from './issuance/services.js';
import { Authorities } from './issuers/authorities.js';
import { Imports } from './issuers/imports.js';
import { Intermediates } from './issuers/intermediates.js';
import { Issuers } from './issuers/issuers.js';
import { Roots } from './issuers/roots.js';
import type { AskedWindows } from './events/asked-windows.js';
import { ExpiryAnnouncements, expiryJobKind, longestExpiryWaitMs } from './events/expiry.job.js';
import { PkiEventRooms } from './events/pki-event-rooms.js';
import { KeyPool } from './keys/key-pool.js';
import { Keys } from './keys/keys.js';
import { ManagedKeyStore } from './managed-keys/managed-key.store.js';
import { ManagedKeys } from './managed-keys/managed-keys.js';
import { ManagedTokens } from './managed-keys/managed-tokens.js';
import { pkiLoaders } from './loaders.js';
import type { PkiLoaders } from './loaders.js';
import { Mounts } from './mounts/mounts.js';
import type { CertificateCounts } from './tidy/stored-counts.js';
import { createTidy } from './tidy/services.js';
import type { TokenEnds } from './revocation/lease-end.job.js';
import { createRevocation } from './revocation/services.js';

export interface PkiServiceDeps {
  readonly database: Database;
  readonly policies: PathPolicies;
  readonly audit: Audit;
  readonly feed: EventFeed;
  /** For how many days before their expiry certificates are reported. */
  readonly expiryDays: readonly number[];
  /** What single mounts are reported in addition; nothing if it is left out. */
  readonly askedWindows?: () => Promise<AskedWindows>;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly outbound: OutboundGate;
  /** The tokens of managed keys; none if it is left out. */
  readonly pkcs11?: AskedTokens;
  readonly log: Log;
  readonly tokenEnds: TokenEnds;
  /** Who sends requests of protocols that have their own way to say so. */
  readonly signIns: SignIns;
  /** Counts who sends none of the secrets that are known. */
  readonly attempts: Attempts;
  /** Whether large CRLs are stored whole, for servers of 0.1.0 that serve them too; in parts otherwise. */
  readonly wholeCrls?: boolean;
  /** RSA keys that are generated at the same time, at a low priority; one a core if it is left out. */
  readonly keyThreads?: number;
  /** Where proofs of ACME are looked for; ports 80 and 443 otherwise. */
  readonly acmeSettings?: AcmeSettings;
}

/** The assembled certificate authority. */
export interface PkiService {
  readonly services: PkiServices;
  /** Creates the part of each request. */
  readonly scope: () => PkiScope;
  /** Runs due background work after the start. */
  readonly jobs: JobRunner;
  /** The same for tidying. */
  readonly tidying: JobRunner;
  /** What mounts store that publish it, by their path. */
  storedCounts(): Promise<ReadonlyMap<string, CertificateCounts>>;
  /** Listens to each failure to remove parts of former CRLs. */
  onPartsLeft(listener: () => void): void;
  /** Creates the first mount at an installation's first start, and starts the background work. */
  start(): Promise<void>;
  close(): Promise<void>;
}

type ScopeDeps = PkiServiceDeps & { readonly services: PkiServices; readonly authorities: Authorities };

/** What is made of a request is made at its first use: most need no loader. */
function requestScopes(deps: ScopeDeps): () => PkiScope {
  const { services } = deps;
  const { certificates } = services;
  const stores = {
    ...deps,
    roles: services.roleStore,
    celRoles: services.celRoleStore,
    managedKeys: services.managedKeyStore,
  };
  const loadAnew = () => pkiLoaders(stores);
  class Scope extends classWith({ ...services, loadAnew }) implements PkiScope {
    #load: PkiLoaders | undefined;
    #lists: PkiLists | undefined;
    #visible: VisibleAuthorities | undefined;

    get load(): PkiLoaders {
      return (this.#load ??= loadAnew());
    }

    get lists(): PkiLists {
      return (this.#lists ??= pkiLists({ ...deps, certificates, load: this.load }));
    }

    get visibleTo(): (caller: Caller) => VisibleAuthorities {
      const made = (caller: Caller) => new VisibleAuthorities({ ...deps, load: this.load, lists: this.lists }, caller);
      return (caller) => (this.#visible ??= made(caller));
    }

    get byId(): (caller: Caller) => FoundById {
      return (caller) => new FoundById({ ...deps, certificates, load: this.load }, caller);
    }
  }
  return () => new Scope();
}

export function createPkiService(deps: PkiServiceDeps): PkiService {
  const { database, seal, clock, log } = deps;
  const pkcs11 = deps.pkcs11 ?? new Tokens({ libraries: new Map(), packages: null, timeout: 10_000 });
  const managedKeyStore = new ManagedKeyStore({ database, seal });
  const inTokens = new ManagedTokens({ store: managedKeyStore, tokens: pkcs11, clock });
  const managedKeys = new ManagedKeys({ ...deps, tokens: pkcs11, store: managedKeyStore, inTokens });
  const authorities = new Authorities({ database, seal, managedKeys });
  const access = new MountAccess({ policies: deps.policies, authorities });
  const changes = new AuthorityChanges(deps);
  const shared = { ...deps, authorities, access, changes, managedKeys };
  const mounts = new Mounts(shared);
  const jobs = new JobStore({ database, clock });
  const wake = () => {
    runner.wake();
  };
  const failed = (error: unknown) => {
    log.error({ err: error }, 'work in the background failed');
  };
  const keyPool = new KeyPool({ failed, ...(deps.keyThreads !== undefined && { threads: deps.keyThreads }) });
  const issuance = createIssuance({ ...shared, keys: keyPool, jobs, wake, failed });
  const revocation = createRevocation({ ...shared, jobs, wake, failed, stored: issuance.stored });
  const tidy = createTidy({ ...shared, jobs, crls: revocation.services.crls });
  const acme = createAcme({
    ...shared,
    jobs,
    making: issuance.making,
    roleStore: issuance.services.roleStore,
    revocations: revocation.services.revocations,
    settings: deps.acmeSettings,
    externalPolicy: issuance.externalPolicy,
  });
  const est = createEst({
    ...shared,
    making: issuance.making,
    keys: keyPool,
    roleStore: issuance.services.roleStore,
  });
  const scep = createScep({
    ...shared,
    jobs,
    making: issuance.making,
    roleStore: issuance.services.roleStore,
    served: revocation.services.servedCrls,
  });
  const cmp = createCmp({
    ...shared,
    jobs,
    failed,
    making: issuance.making,
    roleStore: issuance.services.roleStore,
    revocations: revocation.services.revocations,
    documents: revocation.services.publicDocuments,
  });
  const expiry = new ExpiryAnnouncements({
    ...deps,
    days: deps.expiryDays,
    ...(deps.askedWindows && { asked: deps.askedWindows }),
  });
  const runner: JobRunner = new JobRunner({
    store: jobs,
    clock,
    log,
    kinds: {
      ...revocation.jobKinds,
      ...issuance.jobKinds,
      ...acme.jobKinds,
      ...scep.jobKinds,
      ...cmp.jobKinds,
      [expiryJobKind]: {
        run: (_job, signal) => expiry.run(signal),
        deadlineMs: usualDeadlineMs,
        recurs: { atMostMs: longestExpiryWaitMs, atStart: 'due' },
      },
    },
  });
  const services: PkiServices = {
    authorities,
    mounts,
    managedKeys,
    managedKeyStore,
    keys: new Keys({ ...shared, keyPool }),
    issuers: new Issuers({ ...shared, crls: revocation.services.crls, scoped: revocation.services.scopedCrls }),
    roots: new Roots({ ...shared, keyPool }),
    intermediates: new Intermediates({ ...shared, keyPool }),
    imports: new Imports(shared),
    mountConfig: new MountConfig({ ...shared, crls: revocation.services.crls }),
    events: new CataloguedEvents({ feed: deps.feed, rooms: new PkiEventRooms(shared) }),
    tidies: tidy.tidies,
    ...issuance.services,
    ...revocation.services,
    ...acme.services,
    ...est,
    ...scep.services,
    ...cmp.services,
  };
  return {
    services,
    scope: requestScopes({ ...deps, services, authorities }),
    jobs: runner,
    tidying: tidy.runner,
    storedCounts: () => tidy.published(),
    onPartsLeft: (listener) => {
      revocation.removals.listen(listener);
    },
    async start() {
      await mounts.firstStart();
      await revocation.start();
      await issuance.start();
      await jobs.ensure({ kind: expiryJobKind, subject: 'all', dueAt: clock.now() });
      await tidy.start();
      await acme.start();
      await scep.start();
      await cmp.start();
      runner.start();
      tidy.runner.start();
    },
    async close() {
      await acme.close();
      await Promise.all([runner.close(), tidy.runner.close()]);
      issuance.close();
      await scep.close();
      await revocation.close();
    },
  };
}
