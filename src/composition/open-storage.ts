import { agreedClock } from './agreed-time.js';
import { sealSettings } from './seal-settings.js';
import { agreeOnStore } from './server-nodes.js';
import type { Starting } from './starting.js';
import { olderDatabase, refuseLostDatabase, storeOwner } from './store-owner.js';
import { databaseFile, objectFolder } from '../operator/files.js';
import { holdInstallation } from '../operator/held-installation.js';
import { systemClock } from '../platform/clock.js';
import { openDatabase, providerOf } from '../platform/database/database.js';
import type { Database, DatabaseOptions } from '../platform/database/database.js';
import { DiskReserve } from '../platform/database/sqlite/reserve.js';
import { JobStore } from '../platform/jobs/job.store.js';
import { openReachable } from '../platform/objects/open-object-store.js';
import { SealedObjects } from '../platform/objects/sealed-objects.js';
import { SmallObjects } from '../platform/objects/small-objects.js';
import { outageOf } from '../platform/outage.js';
import { tighten } from '../platform/private-files.js';
import { openSeal } from '../platform/seal/master-key.js';
import { SealRecord } from '../platform/seal/seal-record.js';
import { StartingWork, keepsFromWriting } from '../platform/starting-work.js';
import { openTracing } from '../platform/tracing/open-tracing.js';
import { statementSpans } from '../platform/tracing/statement-spans.js';
import { followWork } from '../platform/work/work.js';

/**
 * Opens what everything else stands on: the data folder, the object store, the database, the seal. Whose they are is agreed on before anything is written.
 * @param begun hears of the steps of the start as soon as there are some: a start that fails ends them before it closes what they use
 */
export async function openStorage(
  { config, log, place, open, failed }: Starting,
  begun: (steps: StartingWork) => void,
) {
  const { siblings, first } = place;
  const tracing = await openTracing(process.env, log);
  if (tracing) open.add(tracing);
  // Statements of SQLite run in this process, one at a time: there is nothing to cancel, and following calls costs time in every request.
  if (tracing || providerOf(config.databaseUrl) === 'postgresql') followWork();
  // Several processes have one that has locked it for all.
  const folder = siblings.of > 1 ? { path: config.dataDir } : open.add(holdInstallation(config));
  const places = { dataFolder: folder.path, database: databaseFile(config), objects: objectFolder(config) };
  const store = open.add(await openReachable(config.objectStore));
  await refuseLostDatabase(config, store);
  const reserve = places.database === null ? null : new DiskReserve(`${places.database}-reserve`);
  const database = await openWithRoom(reserve, {
    url: config.databaseUrl,
    silenceMs: config.databaseTimeout,
    siblings,
    lockHeld: () => {
      log.warn('the database is locked by another program that writes to its file: waiting for it');
    },
    onMigrated: (names) => {
      log.info({ migrations: names }, 'database migrated');
    },
  });
  if (first) for (const line of tighten(places)) log.warn(line);
  // Closed after the database, which frees space then.
  if (reserve) open.add(reserve);
  open.add(database);
  const steps = new StartingWork({ log, waits: keepsFromWriting(database.provider) });
  begun(steps);
  const later = (step: () => Promise<unknown>) => steps.take(step);
  if (tracing) database.onStatement(statementSpans(database.provider));
  const clock = database.provider === 'postgresql' ? open.add(await agreedClock(database, log)) : systemClock;
  if (database.provider === 'sqlite') {
    const jobs = new JobStore({ database, clock });
    for (const ended of first ? [null] : place.predecessors) await later(() => jobs.release(ended));
  }
  const sealed = new SealRecord({ database, clock });
  const seal = await openSeal(sealSettings(config), { sealedUnder: await sealed.needed(), make: true });
  await sealed.begin(seal, later);
  const owner = storeOwner(config, database, store);
  await owner.claim();
  // Before a turn is taken, and before any work begins.
  open.add(await agreeOnStore(config, { database, store, owner, log, place }));
  // In the meantime another server may have shown that this store is a copy.
  const relation = await owner.claim();
  if (first) {
    if (relation === 'ours') await later(() => owner.turn());
    else log.warn(olderDatabase);
  }
  const contents = new SmallObjects({ database, store, clock, mostBytes: config.smallContent });
  const objects = new SealedObjects({ store: contents, seal });
  const announcement = open.add(sealed.announcement(seal, failed, first));
  await later(() => announcement.start());
  return { folder, store, reserve, database, steps, later, clock, seal, owner, objects };
}

export type OpenStorage = Awaited<ReturnType<typeof openStorage>>;

/** Even reading an embedded database needs space for a file next to it: if there is none, the reserve is released. */
async function openWithRoom(reserve: DiskReserve | null, options: DatabaseOptions): Promise<Database> {
  try {
    return await openDatabase(options);
  } catch (error) {
    if (outageOf(error) === null || reserve?.release() !== true) throw error;
    return openDatabase(options);
  }
}
