import { hostname } from 'node:os';
import type { Config } from '../settings/config.js';
import { openWaitingRoom } from '../gateway/http/waiting-room.js';
import type { WaitingRoom } from '../gateway/http/waiting-room.js';
import type { Database } from '../platform/database/database.js';
import { ServerNodes } from '../platform/installation/server-nodes.js';
import type { InTheWay } from '../platform/installation/server-nodes.js';
import type { StoreOwner } from '../platform/installation/store-owner.js';
import { cannotListen } from '../platform/listening.js';
import type { Log } from '../platform/log/log.js';
import type { ObjectStore } from '../platform/objects/object-store.js';
import type { ServingPlace } from '../platform/processes/serving-place.js';

/** Checks, one second apart, after which a server logs that it waits, and between two such lines. */
const looksUntilTold = 3;
const looksUntilToldAgain = 60;

/** Lines of the log. */
const waitsFor: Readonly<Record<InTheWay, string>> = {
  servers: 'not ready: waiting for the other servers of this database',
  writes: 'not ready: waiting until the database can be written',
};

interface AgreeingDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly owner: StoreOwner;
  readonly log: Log;
  /** `first`: nobody answers at the addresses yet. */
  readonly place: Pick<ServingPlace, 'first' | 'run' | 'ended'>;
}

/**
 * Waits until all servers of the database are known to have one object store; meanwhile it reports the reason in the log and over HTTP. An embedded database
 * has only one server.
 * @throws OperatorError if it cannot listen
 */
export async function agreeOnStore(
  config: Config,
  { database, store, owner, log, place }: AgreeingDeps,
): Promise<{ close(): Promise<void> }> {
  if (database.provider === 'sqlite') return { close: () => Promise.resolve() };
  const nodes = new ServerNodes({
    database,
    store,
    name: `${hostname()} (process ${process.pid})`,
    run: place.run,
    ended: place.ended,
    // With a new turn, the other store is an older copy: whatever happens to this server, no server continues with that store.
    doubted: async (server) => {
      log.warn({ server, objectStore: config.objectStore }, 'a starting server has a different object store: it waits');
      if ((await owner.relation()) === 'ours') await owner.turn();
    },
    failed: (error) => {
      log.error({ err: error }, 'the servers of this database could not be compared');
    },
  });
  let room: WaitingRoom | null = null;
  let reason = '';
  let check: InTheWay = 'servers';
  try {
    await nodes.agree(async (looks, why, inTheWay) => {
      check = inTheWay;
      const news = why !== reason;
      reason = why;
      if (looks < looksUntilTold) return;
      if (news || looks === looksUntilTold || looks % looksUntilToldAgain === 0) {
        log.warn({ objectStore: config.objectStore, reason }, waitsFor[inTheWay]);
      }
      if (place.first) room ??= await waitingRoom(config, () => ({ check, reason }));
    });
    return nodes;
  } catch (error) {
    await nodes.close();
    throw error;
  } finally {
    // Assigned in the callback, which the compiler does not see.
    await (room as WaitingRoom | null)?.close();
  }
}

/** @returns null if there is no plain HTTP */
async function waitingRoom(
  { host, httpPort }: Config,
  why: Parameters<typeof openWaitingRoom>[1],
): Promise<WaitingRoom | null> {
  if (httpPort === null) return null;
  try {
    return await openWaitingRoom({ host, port: httpPort }, why);
  } catch (error) {
    throw cannotListen(error, { host, port: httpPort, variable: 'TRUSTATE_HTTP_PORT' });
  }
}
