import { hostname } from 'node:os';
import type { Clock } from '../clock.js';
import { isUniqueViolation } from '../database/conflicts.js';
import type { Database } from '../database/database.js';
import { randomLetters } from '../ids.js';
import { OperatorError } from '../operator-error.js';
import type { Seal } from './seal.js';
import { countColumn } from './sealed-columns.js';
import { sealedColumns } from './sealed-places.js';

/** The first key of the installation; one of before the record noted the last one here. */
const factKey = 'seal.key-id';
/** How often a server says that it runs, in milliseconds, and for how long it is believed. */
const sayEveryMs = 60_000;
const believedMs = 3 * sayEveryMs;

/** A master key that something may be sealed with. */
export interface RecordedKey {
  readonly id: string;
  /** When a server last began to seal with it, or was found to. */
  readonly notedAt: Date;
}

/** A server that runs. */
export interface SealingServer {
  /** Host and process. */
  readonly name: string;
  /** Ids of the master keys that it has, the one that it seals with first. */
  readonly keyIds: readonly string[];
  readonly heardAt: Date;
}

/**
 * Which master keys anything may be sealed with: each is noted before the first thing is sealed with it, and goes when nothing is any more. So a start that
 * lacks one says so, without looking at a million things. And which keys the servers that run have.
 */
export class SealRecord {
  constructor(private readonly deps: { readonly database: Database; readonly clock: Clock }) {}

  keys(): Promise<readonly RecordedKey[]> {
    return this.deps.database.client.sealKey.findMany({ orderBy: { id: 'asc' } });
  }

  /** Servers that were heard of lately; one that was killed is among them for minutes. */
  async servers(): Promise<readonly SealingServer[]> {
    const since = new Date(this.deps.clock.now().getTime() - believedMs);
    const rows = await this.deps.database.client.sealServer.findMany({
      where: { heardAt: { gt: since } },
      orderBy: { name: 'asc' },
    });
    return rows.map(({ name, keyIds, heardAt }) => ({ name, keyIds: keyIds.split(' '), heardAt }));
  }

  /** Whether anything was ever sealed here: then a new key is of no use. @returns what is needed */
  async needed(): Promise<readonly string[]> {
    const first = await this.#firstKey();
    const recorded = (await this.keys()).map(({ id }) => id);
    return recorded.length > 0 || first === null ? recorded : [first];
  }

  /**
   * To be called before anything is sealed: notes the key that it is sealed with from now on.
   * @param later takes the note of a key that is noted already, which can wait where nothing can be written
   * @throws OperatorError naming the keys that are missing
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

  /** Says that something may be sealed with these. */
  async note(...ids: readonly string[]): Promise<void> {
    const notedAt = this.deps.clock.now();
    const { sealKey } = this.deps.database.client;
    for (const id of ids) await sealKey.upsert({ where: { id }, create: { id, notedAt }, update: { notedAt } });
  }

  /** Nothing is sealed with these any more, unless a server has begun to since. @returns those that are gone */
  async retire(keys: readonly RecordedKey[]): Promise<readonly string[]> {
    const gone: string[] = [];
    for (const { id, notedAt } of keys) {
      const { count } = await this.deps.database.client.sealKey.deleteMany({ where: { id, notedAt } });
      if (count > 0) gone.push(id);
    }
    return gone;
  }

  /** Says that this server runs, from its start again and again until it is closed. */
  announcement(
    seal: Seal,
    failed: (error: unknown) => void,
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
        // The embedded database has one server, which is this one.
        if (provider === 'sqlite') await client.sealServer.deleteMany({});
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

  /** @param before when this server last said so @returns when it said so now */
  async #say(id: string, seal: Seal, before: Date): Promise<Date> {
    const { client } = this.deps.database;
    const now = this.deps.clock.now();
    const about = { name: `${hostname()} (process ${process.pid})`, keyIds: seal.keyIds.join(' '), heardAt: now };
    await client.sealServer.upsert({ where: { id }, create: { id, ...about }, update: about });
    await client.sealServer.deleteMany({ where: { heardAt: { lt: new Date(now.getTime() - 10 * believedMs) } } });
    // Nobody counted with it until now: who has not found it among the servers finds its key noted anew, and does not retire that.
    const unheardOf = now.getTime() - before.getTime() >= believedMs;
    // Should it have been retired all the same.
    const noted = await client.sealKey.findUnique({ where: { id: seal.keyId } });
    if (unheardOf || noted === null) await this.note(seal.keyId);
    return now;
  }

  async #firstKey(): Promise<string | null> {
    const fact = await this.deps.database.client.installationFact.findUnique({ where: { key: factKey } });
    return fact?.value ?? null;
  }

  /** Of two servers that start together on an empty database one has the first key, and the other needs it. */
  async #claim(seal: Seal): Promise<string> {
    const { client } = this.deps.database;
    try {
      await client.installationFact.create({ data: { key: factKey, value: seal.keyId } });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    return (await this.#firstKey()) ?? seal.keyId;
  }

  /** A database of before the record: what its columns are sealed with is looked up once, and any key that is configured may be needed for objects. */
  async #keysOfBefore(seal: Seal, first: string): Promise<readonly string[]> {
    const found = new Set([first, ...seal.keyIds]);
    for (const column of sealedColumns) {
      for (const id of (await countColumn(this.deps.database, column)).keys()) found.add(id);
    }
    return [...found];
  }
}

/** @throws OperatorError */
function requireKeys(seal: Seal, needed: readonly string[]): void {
  const missing = needed.filter((id) => !seal.opens(id));
  if (missing.length > 0) throw missingKeys(missing);
}

export function missingKeys(missing: readonly string[]): OperatorError {
  const [keys, are] = missing.length > 1 ? ['keys', 'are'] : ['key', 'is'];
  return new OperatorError(
    `The database is sealed under the master ${keys} ${missing.join(' and ')}, which ${are} not configured: set TRUSTATE_SEAL_KEY or TRUSTATE_SEAL_KEY_FILE, or restore the seal key file. An earlier key can be removed when "trustate seal rotate" says so.`,
  );
}
