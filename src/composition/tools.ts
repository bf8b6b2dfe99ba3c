import { finished } from 'node:stream/promises';
import type { Config } from '../settings/config.js';
import { createIdentity } from '../identity/module.js';
import type { Identity } from '../identity/module.js';
import type {
  MigrationAdministration,
  OrganizationAdministration,
  TokenAdministration,
  Tools,
} from '../operator/administration.js';
import type { Check } from '../operator/doctor.js';
import { objectCheck } from '../operator/doctor.js';
import { databaseFile } from '../operator/files.js';
import { holdInstallation } from '../operator/held-installation.js';
import type { AgreedClock } from '../platform/agreed-clock.js';
import { systemClock } from '../platform/clock.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { databaseStatus, migrateDatabase } from '../platform/database/database.js';
import { OperatorError } from '../platform/operator-error.js';
import { isAbsence, ProblemError } from '../platform/problems.js';
import { isObjectId } from '../platform/objects/object-id.js';
import { openReachable } from '../platform/objects/open-object-store.js';
import { SealedObjects } from '../platform/objects/sealed-objects.js';
import { SmallObjects } from '../platform/objects/small-objects.js';
import { openSeal } from '../platform/seal/master-key.js';
import { namedObjects, whoNames } from '../state/backing-data/named-objects.js';
import { agreedClock } from './agreed-time.js';
import { auditCheck } from './audit-check.js';
import { auditAdministration } from './audit-administration.js';
import { crlCheck } from './crl-check.js';
import { crlPartsCheck } from './crl-parts-check.js';
import { openExisting, openOrMake } from './existing-database.js';
import { masterKeyCheck } from './master-key-check.js';
import { objectAdministration } from './object-administration.js';
import { onceMigrated } from './once-migrated.js';
import { runningChecks } from './running-checks.js';
import { sealAdministration } from './seal-administration.js';
import { onlyThere, sealSettings } from './seal-settings.js';
import { storageCheck } from './storage-check.js';
import { sweepCheck } from './sweep-check.js';
import { tokenCheck } from './token-check.js';

/** What all commands except `serve` use. Each part opens what it needs on use: `migrate status` must not migrate. */
export function openTools(config: Config): Promise<Tools> {
  let opened: Promise<Database> | undefined;
  const database = () => (opened ??= openExisting(config));
  let agreed: Promise<AgreedClock> | undefined;
  const clock = async () => {
    const shared = await database();
    if (shared.provider === 'sqlite') return systemClock;
    return (agreed ??= agreedClock(shared, { warn: () => undefined }));
  };
  return Promise.resolve({
    tokens: tokenAdministration(database, clock),
    organizations: organizationAdministration(database, clock),
    migrations: migrationAdministration(config),
    objects: objectAdministration(config, database, () => (opened ??= openOrMake(config))),
    seal: sealAdministration(config, database),
    audit: auditAdministration(database, config.auditExport ?? null),
    checks: (deep) => [
      migrationCheck(config),
      masterKeyCheck(config, database),
      ...runningChecks(config, database, clock),
      presentObjects(config, database, deep),
      crlCheck(config, database, clock),
      crlPartsCheck(config, database, deep === null ? 'stored' : 'read'),
      sweepCheck(config, database),
      storageCheck(config, database),
      auditCheck(config, database),
      tokenCheck(config, database),
    ],
    close: async () => {
      if (agreed) await (await agreed).close();
      if (opened) await (await opened).close();
    },
  });
}

function tokenAdministration(database: () => Promise<Database>, clock: () => Promise<Clock>): TokenAdministration {
  const localTokens = async () =>
    createIdentity({ database: await database(), clock: await clock(), failed: () => undefined }).localTokens;
  return {
    create: async (request) => (await localTokens()).create(request),
    list: async () => (await localTokens()).list(),
    revoke: async (id) => (await localTokens()).revoke(id),
  };
}

function organizationAdministration(
  database: () => Promise<Database>,
  clock: () => Promise<Clock>,
): OrganizationAdministration {
  const identity = async () =>
    createIdentity({ database: await database(), clock: await clock(), failed: () => undefined });
  const named = async <T>(organization: string, work: (parts: Identity) => Promise<T>): Promise<T> => {
    try {
      return await work(await identity());
    } catch (error) {
      if (isAbsence(error)) throw new OperatorError(`There is no organization ${organization}.`);
      throw error instanceof ProblemError ? new OperatorError(error.problems[0].message) : error;
    }
  };
  return {
    plan: (name) => named(name, async ({ directory }) => (await directory.organization(name)).plan),
    setPlan: (name, plan) =>
      named(name, async ({ organizations }) => void (await organizations.setPlanLocally(name, plan))),
  };
}

function migrationAdministration(config: Config): MigrationAdministration {
  const url = config.databaseUrl;
  return {
    async status() {
      const { applied, pending } = await databaseStatus({ url });
      return { applied, pending: pending.map(({ name }) => name) };
    },
    async apply() {
      // A server of another version may be using the embedded database.
      const folder = databaseFile(config) === null ? null : holdInstallation(config);
      try {
        return (await migrateDatabase({ url })).map(({ name }) => name);
      } finally {
        folder?.close();
      }
    },
  };
}

function migrationCheck(config: Config): Check {
  return {
    name: 'migrations',
    async look() {
      const { applied, pending } = await databaseStatus({ url: config.databaseUrl });
      if (pending.length === 0) return { verdict: 'ok', detail: `${applied.length} applied, none pending` };
      return { verdict: 'warning', detail: `${pending.length} pending; the next start applies them` };
    },
  };
}

function presentObjects(
  config: Config,
  database: () => Promise<Database>,
  deep: ((line: string) => void) | null,
): Check {
  return onceMigrated(config, {
    name: 'objects',
    async look() {
      const seal = await openSeal(sealSettings(config), onlyThere);
      const store = await openReachable(config.objectStore);
      const small = { database: await database(), clock: systemClock, mostBytes: config.smallContent };
      const contents = new SmallObjects({ ...small, store });
      const objects = new SealedObjects({ store: contents, seal });
      const all = () => namedObjects(database);
      const fault = async (id: string) => {
        if (!isObjectId(id)) return 'is the id of no object';
        if ((await objects.stat(id)) === null) return 'is missing';
        if (deep === null) return null;
        const { content } = await objects.read(id);
        // To its end: damage is detected there at the latest, and nothing is kept.
        content.resume();
        await finished(content);
        return null;
      };
      const namedBy = async (id: string) => whoNames(await database(), id);
      try {
        return await objectCheck({ all, fault, namedBy }, deep ?? undefined).look();
      } finally {
        store.close();
      }
    },
  });
}
