import { ChangesMissing } from '../database/database.js';
import type { Database } from '../database/database.js';
import { makeRoomForWords, noRoomForWords } from '../database/words.js';
import { randomLetters } from '../ids.js';
import { outageOf } from '../outage.js';
import type { ObjectStore } from '../objects/object-store.js';

/** Milliseconds between two checks. At each check, a server records that it is running, and reads which others are. */
const lookEveryMs = 1_000;
/**
 * Where all have agreed, a server records only at one of so many checks that it is running, and asks then whether there is a new one: what that says of itself may
 * not be heard, as through a pooler of transactions. At one of `look` it reads which others are, or as soon as there is a new one; where there is no other,
 * nobody can have ended. Others count its silence by their own checks.
 */
const quiet = { beat: 3, beatAlone: 4, look: 16, lookAlone: 64 } as const;
/**
 * A server that did not record anything for this many checks is forgotten: it was killed, or cannot reach the database. So a quiet one may be late by three
 * seconds, also for those whom the word of a new one does not reach.
 */
const looksUntilForgotten = 6;
/** After this many checks, a missing note is considered to be in another store. */
const looksUntilDoubted = 3;
/**
 * A server that others forgot has a new note, which they have not looked for yet. After this many checks each of them has, or is forgotten itself: a note that
 * is still missing then is told of.
 */
const looksUntilTold = quiet.look + 3;
/** Locked when agreeing, so that servers agree one after the other. */
const lockFact = 'installation.servers';

const beatAmongKnownSql = `UPDATE "ServerNode" SET "beat" = "beat" + 1
  WHERE "id" = ? AND NOT EXISTS (SELECT 1 FROM "ServerNode" WHERE "agreed" = false)`;

/** Where a new server says that it is there. */
const channel = 'trustate_servers';
const sayThere = { sql: `DO $there$ BEGIN PERFORM pg_notify('${channel}', ''); END $there$`, rows: [[]] };

const noteOf = (id: string): string => `server-${id}`;
const noteShape = /^server-([A-Za-z0-9]{16})$/;

export interface ServerNodesDeps {
  readonly database: Database;
  readonly store: Pick<ObjectStore, 'notes' | 'addNote' | 'removeNote'>;
  /** This server, for messages: host and process. */
  readonly name: string;
  /** What its ids begin with, so that others can be told of its end. */
  readonly run?: string;
  /** The same of servers that have certainly ended without saying so. There may be more of them at each check. */
  readonly ended?: readonly string[];
  /** Called once for a starting server with another store than this one, which has agreed. */
  readonly doubted: (name: string) => Promise<void>;
  /** Called with the reason of a failed check; once until a check succeeds. */
  readonly failed: (error: unknown) => void;
  readonly everyMs?: number;
}

/** A server that has agreed, and what is missing between it and this one. */
interface Doubt {
  readonly name: string;
  /** `ours`: it has not found this server's note in its store; `theirs`: this server does not find its note. */
  readonly note: 'ours' | 'theirs';
}

/** What prevents a server from agreeing, with the names of the checks of `/readyz`. */
export type InTheWay = 'servers' | 'writes';

interface OtherNode {
  readonly id: string;
  readonly name: string;
  readonly beat: bigint;
  readonly agreed: boolean;
}

/**
 * The servers of one database prove to each other that they have the same object store. Each server has a row, and writes a note with the name of the row into
 * its store. A server that finds another server's note in its own store confirms it. A server agrees, and starts its work, when every server that agreed before
 * has confirmed its note and it has found theirs. Servers that agreed before are never in doubt: the new server waits.
 */
export class ServerNodes {
  /** A new id after others forgot this server: what they know about the old id is no longer valid. */
  #id = '';
  /** By id: the last beat, and the number of checks since it changed. */
  readonly #beats = new Map<string, { readonly beat: bigint; readonly silent: number }>();
  readonly #confirmed = new Set<string>();
  /** By id: how often a note was not found. */
  readonly #missed = new Map<string, number>();
  /** Checks in succession in which this server did not agree under its present id. */
  #disagreed = 0;
  #agreed = false;
  /** How many checks may pass before others are read, and of how many one records that this server is running. */
  #quiet = 0;
  #beatEvery: number = quiet.beat;
  /** How often a new server has said that it is there. */
  #words = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #looking: Promise<void> | null = null;
  #beating: Promise<unknown> | null = null;
  #troubled = false;

  constructor(private readonly deps: ServerNodesDeps) {}

  /**
   * Resolves when this server has agreed with all other running servers; immediately if there are none. It continues to check until it is closed.
   * @param waits called after each check without agreement, with the number of checks, the reason, and what prevents it: other servers, or a database that
   * cannot be written
   */
  async agree(waits: (looks: number, why: string, inTheWay: InTheWay) => Promise<void>): Promise<void> {
    for (let looks = 1; ; looks += 1) {
      const doubts = await this.#lookWithRoom();
      if (this.#agreed) break;
      await (doubts === null
        ? waits(looks, noRoom, 'writes')
        : waits(looks, reasonOf(this.deps.name, doubts), 'servers'));
      await new Promise((resolve) => setTimeout(resolve, this.deps.everyMs ?? lookEveryMs));
    }
    await this.#removeOldNotes();
    this.#goOn();
  }

  /** A check; `null` if the database has no space to record it, which is waited for. */
  async #lookWithRoom(): Promise<readonly Doubt[] | null> {
    try {
      return await this.look();
    } catch (error) {
      if (outageOf(error) !== 'full') throw error;
      return null;
    }
  }

  get agreed(): boolean {
    return this.#agreed;
  }

  /** Records that this server is running, confirms others, and agrees if it has not yet. @returns what prevents that */
  async look(): Promise<readonly Doubt[]> {
    // The first check, or others forgot this server.
    if (!(await this.#beat())) await this.#register();
    if (!this.#agreed) await this.#sayThere();
    const words = this.#words;
    const others = await this.#livingOthers();
    const isQuiet = this.#agreed && this.#words === words && others.every(({ agreed }) => agreed);
    const isAlone = others.length === 0;
    this.#quiet = isQuiet ? (isAlone ? quiet.lookAlone : quiet.look) - 1 : 0;
    this.#beatEvery = isAlone ? quiet.beatAlone : quiet.beat;
    const doubtful = others.filter(({ id, agreed }) => !agreed && !this.#confirmed.has(id));
    if (this.#agreed && doubtful.length === 0) return [];
    if (!this.#agreed) await this.deps.store.addNote(noteOf(this.#id));
    const notes = new Set(await this.deps.store.notes());
    for (const other of doubtful) await (notes.has(noteOf(other.id)) ? this.#confirm(other.id) : this.#miss(other));
    return this.#agreed ? [] : this.#doubts(others, notes);
  }

  /** So others do not have to wait until they forget it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.#looking, this.#beating, this.#stopListening?.()]);
    try {
      await this.deps.database.client.serverNode.deleteMany({ where: { id: this.#id } });
      await this.deps.store.removeNote(noteOf(this.#id));
    } catch (error) {
      this.deps.failed(error);
    }
  }

  /** @returns whether others know this server */
  async #beat(): Promise<boolean> {
    const said = await this.deps.database.client.serverNode.updateMany({
      where: { id: this.#id },
      data: { beat: { increment: 1 } },
    });
    return said.count > 0;
  }

  /** The row is written before the note: a note without a row belongs to a server that has ended. */
  async #register(): Promise<void> {
    this.#agreed = false;
    this.#disagreed = 0;
    const { run = '' } = this.deps;
    this.#id = run + randomLetters(16 - run.length);
    await this.deps.database.client.serverNode.create({ data: { id: this.#id, name: this.deps.name } });
  }

  /** With each check until it has agreed: the word may be lost on the way, or find no room. */
  async #sayThere(): Promise<void> {
    const { database } = this.deps;
    if (database.provider !== 'postgresql') return;
    await database.writeSql([sayThere]).catch(async (error: unknown) => {
      if (!noRoomForWords(error)) throw error;
      await makeRoomForWords(database);
    });
  }

  /** Servers whose beat increases. Servers that were silent for long are removed. */
  async #livingOthers(): Promise<readonly OtherNode[]> {
    const { client } = this.deps.database;
    const rows = await client.serverNode.findMany({ where: { id: { not: this.#id } }, orderBy: { id: 'asc' } });
    const living: OtherNode[] = [];
    for (const row of rows) {
      const seen = this.#beats.get(row.id);
      const silent = seen?.beat === row.beat ? seen.silent + 1 : 0;
      this.#beats.set(row.id, { beat: row.beat, silent });
      if (silent < looksUntilForgotten && !this.#hasEnded(row)) living.push(row);
      else await this.#forget(row);
    }
    const there = new Set(rows.map(({ id }) => id));
    for (const id of this.#beats.keys()) {
      if (there.has(id)) continue;
      this.#beats.delete(id);
      this.#confirmed.delete(id);
      this.#missed.delete(id);
    }
    return living;
  }

  #hasEnded({ id }: OtherNode): boolean {
    return this.deps.ended?.some((run) => id.startsWith(run)) === true;
  }

  async #forget({ id, beat }: OtherNode): Promise<void> {
    const { count } = await this.deps.database.client.serverNode.deleteMany({ where: { id, beat } });
    if (count > 0) await this.deps.store.removeNote(noteOf(id));
  }

  async #confirm(id: string): Promise<void> {
    const sighting = { nodeId: id, witnessId: this.#id };
    await this.deps.database.transaction(async (tx) => {
      // It may have stopped in the meantime.
      if ((await tx.serverNode.count({ where: { id } })) === 0) return;
      await tx.serverNodeSighting.upsert({
        where: { nodeId_witnessId: sighting },
        create: sighting,
        update: sighting,
      });
    });
    this.#confirmed.add(id);
  }

  async #miss({ id, name }: OtherNode): Promise<void> {
    const looks = (this.#missed.get(id) ?? 0) + 1;
    this.#missed.set(id, looks);
    if (this.#agreed && looks === looksUntilDoubted) await this.deps.doubted(name);
  }

  async #doubts(others: readonly OtherNode[], notes: ReadonlySet<string>): Promise<readonly Doubt[]> {
    const rows = await this.deps.database.client.serverNodeSighting.findMany({ where: { nodeId: this.#id } });
    const witnesses = new Set(rows.map(({ witnessId }) => witnessId));
    const settled = others.filter(({ agreed }) => agreed);
    const doubts = settled.flatMap(({ id, name }): Doubt[] => [
      ...(witnesses.has(id) ? [] : [{ name, note: 'ours' as const }]),
      ...(notes.has(noteOf(id)) ? [] : [{ name, note: 'theirs' as const }]),
    ]);
    if (doubts.length === 0) this.#agreed = await this.#settle(settled.map(({ id }) => id));
    return doubts;
  }

  /** @returns false if another server has agreed in the meantime, or others forgot this one */
  async #settle(judged: readonly string[]): Promise<boolean> {
    return this.deps.database.transaction(async (tx) => {
      const lock = { key: lockFact, value: '' };
      await tx.installationFact.upsert({ where: { key: lockFact }, create: lock, update: lock });
      const unknown = { agreed: true, id: { notIn: [...judged, this.#id] } };
      if ((await tx.serverNode.count({ where: unknown })) > 0) return false;
      const { count } = await tx.serverNode.updateMany({ where: { id: this.#id }, data: { agreed: true } });
      return count === 1;
    });
  }

  /** Notes of servers that were killed. */
  async #removeOldNotes(): Promise<void> {
    const notes = await this.deps.store.notes();
    const rows = await this.deps.database.client.serverNode.findMany({ select: { id: true } });
    const there = new Set(rows.map(({ id }) => noteOf(id)));
    for (const note of notes) if (noteShape.test(note) && !there.has(note)) await this.deps.store.removeNote(note);
  }

  /** A store that hangs delays the checks, but not the record that this server is running. */
  #goOn(): void {
    this.#stopListening = this.deps.database.listen(channel, () => {
      this.#words += 1;
      this.#quiet = 0;
    });
    this.#timer = setInterval(() => {
      if (this.#quiet > 0) this.#stayQuiet();
      else if (this.#looking === null) {
        this.#looking = this.#lookAgain().finally(() => {
          this.#looking = null;
        });
      } else this.#beatBeside();
    }, this.deps.everyMs ?? lookEveryMs).unref();
  }

  #stayQuiet(): void {
    this.#quiet -= 1;
    if (this.#quiet % this.#beatEvery === this.#beatEvery - 1) this.#beatBeside();
  }

  /** Records that this server is running, where nobody is new. @returns whether it did */
  async #beatAmongKnown(): Promise<boolean> {
    try {
      await this.deps.database.writeSql([{ sql: beatAmongKnownSql, rows: [[this.#id]], changes: 1 }]);
      return true;
    } catch (error) {
      if (error instanceof ChangesMissing) return false;
      throw error;
    }
  }

  /** A check follows where others forgot this server, somebody is new, or this fails, and reports why. */
  #beatBeside(): void {
    this.#beating ??= (this.#quiet > 0 ? this.#beatAmongKnown() : this.#beat())
      .catch(() => false)
      .then((mayBeQuiet) => {
        if (!mayBeQuiet) this.#quiet = 0;
      })
      .finally(() => {
        this.#beating = null;
      });
  }

  /** Reports a problem when it begins. */
  async #lookAgain(): Promise<void> {
    let trouble: unknown = null;
    try {
      const doubts = await this.look();
      this.#disagreed = this.#agreed ? 0 : this.#disagreed + 1;
      // Others forgot this server and have agreed without it.
      if (doubts.length > 0 && this.#disagreed >= looksUntilTold) trouble = new Error(reasonOf(this.deps.name, doubts));
    } catch (error) {
      trouble = error;
    }
    if (trouble !== null && !this.#troubled) this.deps.failed(trouble);
    this.#troubled = trouble !== null;
  }
}

/** A message for the operator. */
const noRoom = 'The database cannot be written: its disk is full. This server starts when there is room.';

/** A message for the operator: which server does not see whose note, and what to do. */
function reasonOf(own: string, doubts: readonly Doubt[]): string {
  if (doubts.length === 0) return 'Another server of this database starts at the same time.';
  const sentences = doubts.map(({ name, note }) =>
    note === 'ours'
      ? `The server ${name} does not find in its object store what this server, ${own}, wrote into its own.`
      : `This server, ${own}, does not find in its object store what the server ${name} wrote into its own.`,
  );
  return `${sentences.join(' ')} All servers of a database need the same object store: set TRUSTATE_OBJECT_STORE of each to the same bucket, or to the same folder of a shared file system. Where it is the same, a server that cannot read it now, as /readyz of each says, finds nothing there.`;
}
