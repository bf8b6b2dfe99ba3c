import { hostname } from 'node:os';
import type { Clock } from '../clock.js';
import { isUniqueViolation } from '../database/conflicts.js';
import type { Database } from '../database/database.js';
import { randomLetters } from '../ids.js';
import { OperatorError } from '../operator-error.js';
import type { Seal } from './seal.js';
import { countColumn } from './sealed-columns.js';
import { sealedColumns } from './sealed-places.js';

/** The first key of the installation. Before the record existed, the last key was stored here. */
const factKey = 'seal.key-id';
/** How often a server records that it is running, in milliseconds, and how long that is considered valid. */
const sayEveryMs = 60_000;
const believedMs = 3 * sayEveryMs;

/** A master key that something may be sealed with. */
export interface RecordedKey {
  readonly id: string;
  /** When a server last started to seal with it, or was found to seal with it. */
  readonly notedAt: Date;
}

/** A running server. */
export interface SealingServer {
  /** Host and process. */
  readonly name: string;
  /** Ids of its master keys; it seals with the first one. */
  readonly keyIds: readonly string[];
  readonly heardAt: Date;
}

/**
 * Which master keys anything may be sealed with. A key is recorded before anything is sealed with it, and removed when nothing is sealed with it any more. So a
 * start that lacks a key can report it without reading a million objects. It also records which keys the running servers have.
 */
export class SealRecord {
  constructor(private readonly deps: { readonly database: Database; readonly clock: Clock }) {}

  keys(): Promise<readonly RecordedKey[]> {
    return this.deps.database.client.sealKey.findMany({ orderBy: { id: 'asc' } });
  }

  /** Servers that were active recently; a killed one remains for some minutes. */
  async servers(): Promise<readonly SealingServer[]> {
    const since = new Date(this.deps.clock.now().getTime() - believedMs);
    const rows = await this.deps.database.client.sealServer.findMany({
      where: { heardAt: { gt: since } },
      orderBy: { name: 'asc' },
    });
    return rows.map(({ name, keyIds, heardAt }) => ({ name, keyIds: keyIds.split(' '), heardAt }));
  }

  /** Whether anything was ever sealed here: a new key would be useless then. @returns the ids of the needed keys */
  async needed(): Promise<readonly string[]> {
    const first = await this.#firstKey();
    const recorded = (await this.keys()).map(({ id }) => id);
    return recorded.length > 0 || first === null ? recorded : [first];
  }

  /**
   * Must be called before anything is sealed: records the key that is used from now on.
   * @param later takes the update of a key that is recorded already; it can wait while nothing can be written
   * @throws OperatorError with the names of missing keys
   */
  async begin(
    seal: Seal,
    later: (step: () => Promise<unknown>) => Promise<void> = async (step) => void (await step()),
  ): Promise<void> {
    const first = (await this.#firstKey()) ?? (await this.#claim(seal));
    const recorded = await this.keys();
    const needed = recorded.length > 0 ? recorded.map(({ id }) => id) : await this.#keysOfBefore(seal, first);
    requireKeys(seal, needed);
    const note = () => this.note(...(recorded.length > 0 ? [] : needed), seal.keyId);
    await (recorded.some(({ id }) => id === seal.keyId) ? later(note) : note());
  }

  /** Records that something may be sealed with these keys. */
  async note(...ids: readonly string[]): Promise<void> {
    const notedAt = this.deps.clock.now();
    const { sealKey } = this.deps.database.client;
    for (const id of ids) await sealKey.upsert({ where: { id }, create: { id, notedAt }, update: { notedAt } });
  }

  /** Removes keys with which nothing is sealed any more, unless a server has started to use one since. @returns the removed ones */
  async retire(keys: readonly RecordedKey[]): Promise<readonly string[]> {
    const gone: string[] = [];
    for (const { id, notedAt } of keys) {
      const { count } = await this.deps.database.client.sealKey.deleteMany({ where: { id, notedAt } });
      if (count > 0) gone.push(id);
    }
    return gone;
  }

  /**
   * Records repeatedly that this server is running, from its start until it is closed.
   * @param only whether no other process can be running on an embedded database
   */
  announcement(
    seal: Seal,
    failed: (error: unknown) => void,
    only: boolean,
  ): { readonly start: () => Promise<void>; readonly close: () => Promise<void> } {
    const { client, provider } = this.deps.database;
    const id = randomLetters(16);
    let heardAt = new Date(0);
    const say = async () => {
      heardAt = await this.#say(id, seal, heardAt);
    };
    let saying = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    return {
      start: async () => {
        // The embedded database has only this server: what is left is of one that has ended.
        if (provider === 'sqlite' && only) await client.sealServer.deleteMany({});
        await say();
        timer = setInterval(() => {
          saying = say().catch(failed);
        }, sayEveryMs).unref();
      },
      close: async () => {
        clearInterval(timer);
        await saying;
        await client.sealServer.deleteMany({ where: { id } }).catch(failed);
      },
    };
  }

  /** @param before when this server last recorded it @returns when it recorded it now */
  async #say(id: string, seal: Seal, before: Date): Promise<Date> {
    const { client } = this.deps.database;
    const now = this.deps.clock.now();
    const about = { name: `${hostname()} (process ${process.pid})`, keyIds: seal.keyIds.join(' '), heardAt: now };
    await client.sealServer.upsert({ where: { id }, create: { id, ...about }, update: about });
    await client.sealServer.deleteMany({ where: { heardAt: { lt: new Date(now.getTime() - 10 * believedMs) } } });
    // Nobody counted on this server until now. Whoever did not find it among the servers finds its key recorded again, and does not retire it.
    const unheardOf = now.getTime() - before.getTime() >= believedMs;
    // In case it was retired nevertheless.
    const noted = await client.sealKey.findUnique({ where: { id: seal.keyId } });
    if (unheardOf || noted === null) await this.note(seal.keyId);
    return now;
  }

  async #firstKey(): Promise<string | null> {
    const fact = await this.deps.database.client.installationFact.findUnique({ where: { key: factKey } });
    return fact?.value ?? null;
  }

  /** If two servers start at the same time on an empty database, one sets the first key, and the other needs it. */
  async #claim(seal: Seal): Promise<string> {
    const { client } = this.deps.database;
    try {
      await client.installationFact.create({ data: { key: factKey, value: seal.keyId } });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    return (await this.#firstKey()) ?? seal.keyId;
  }

  /** For a database from before the record: the keys of its columns are looked up once, and any configured key may be needed for objects. */
  async #keysOfBefore(seal: Seal, first: string): Promise<readonly string[]> {
    const found = new Set([first, ...seal.keyIds]);
    for (const column of sealedColumns) {
      for (const id of (await countColumn(this.deps.database, column)).keys()) found.add(id);
    }
    return [...found];
  }
}

/** Those of the needed keys that a seal does not have. */
export const lackingIn = (seal: Seal, needed: readonly string[]): readonly string[] =>
  needed.filter((id) => !seal.opens(id));

/** @throws OperatorError */
function requireKeys(seal: Seal, needed: readonly string[]): void {
  const missing = lackingIn(seal, needed);
  if (missing.length > 0) throw missingKeys(missing);
}

function missingKeys(missing: readonly string[]): OperatorError {
  const [keys, are] = missing.length > 1 ? ['keys', 'are'] : ['key', 'is'];
  return new OperatorError(
    `The database is sealed under the master ${keys} ${missing.join(' and ')}, which ${are} not configured: set TRUSTATE_SEAL_KEY or TRUSTATE_SEAL_KEY_FILE, or restore the seal key file. An earlier key can be removed when "trustate seal rotate" says so.`,
  );
}
