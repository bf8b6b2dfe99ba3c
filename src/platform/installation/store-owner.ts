import type { Database } from '../database/database.js';
import { isObjectId } from '../objects/object-id.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OperatorError } from '../operator-error.js';
import {
  installationsIn,
  newInstallationId,
  noteOfInstallation,
  noteOfTurn,
  readRecord,
  recordText,
  relationOf,
  turnAfter,
  turnsBefore,
  turnsIn,
} from './store-record.js';
import type { Relation, StoreRecord } from './store-record.js';

/** The name of the fact that stores which store belongs to the database. */
export const storeFact = 'installation.store';

/** How many objects are checked in a store that has no note yet. */
const sampleSize = 100;

export interface StoreOwnerDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  /** The name from the settings, for messages. */
  readonly storeName: string;
  /** Whether the database was never used. */
  readonly isNew: () => Promise<boolean>;
  /** Ids of the objects that rows refer to. */
  readonly named: () => AsyncIterable<string>;
}

interface Look {
  readonly record: StoreRecord | null;
  readonly notes: readonly string[];
  readonly relation: Relation;
}

/**
 * Makes sure that database and object store belong together: the sweep removes objects that the rows of the database do not refer to, so it must never use
 * another database's rows.
 */
export class StoreOwner {
  constructor(private readonly deps: StoreOwnerDeps) {}

  /**
   * Checks at a start that the store belongs to this database. A new database takes an empty store. A database from before stores had notes takes the store
   * that contains the objects of its rows.
   * @returns `older-database` if the store was used with a later state of the database: nothing is swept then
   * @throws OperatorError if they do not belong together
   */
  async claim(): Promise<'ours' | 'older-database'> {
    const seen = await this.#look();
    const { record, relation } = seen.record ? seen : await this.#begin(seen.notes);
    if (record && relation === 'unwritten') {
      await this.#finish(record);
      return 'ours';
    }
    if (relation === 'ours' || relation === 'older-database') return relation;
    throw this.#refusal(relation);
  }

  /** The present relation between both; `unmarked` for a database that has no store yet. Changes nothing. */
  async relation(): Promise<Relation> {
    return (await this.#look()).relation;
  }

  /**
   * For commands that read the whole store: in another one they find nothing, and say that all is well.
   * @throws OperatorError if they do not belong together. Changes nothing
   */
  async require(): Promise<void> {
    const { record, relation } = await this.#look();
    if (relation === 'ours' || relation === 'older-database' || relation === 'unwritten') return;
    if (record !== null || !(await this.#holdsWhatRowsName())) throw this.#refusal(relation);
  }

  /** Takes the next turn in the database and the store. If this is interrupted or overtaken, the next one can continue. */
  async turn(): Promise<void> {
    const seen = await this.#read();
    if (!seen) throw new Error('a database that has no store takes no turns');
    const planned = seen.next ? seen : { ...seen, next: turnAfter(seen.turn) };
    if (planned === seen || (await this.#replace(seen, planned))) await this.#finish(planned);
  }

  /** Makes the store this database's own, whatever it was before, because the operator says so. The times of unreferenced objects start again. */
  async adopt(): Promise<{ readonly id: string; readonly before: readonly string[] }> {
    const { store, database } = this.deps;
    const notes = await store.notes();
    const seen = await this.#read();
    const id = seen?.id ?? newInstallationId();
    const next = turnAfter(...turnsIn(notes), seen?.turn ?? null, seen?.next ?? null);
    const value = recordText({ id, turn: null, next });
    await database.client.installationFact.upsert({
      where: { key: storeFact },
      create: { key: storeFact, value },
      update: { value },
    });
    await database.client.unnamedObject.deleteMany({});
    const others = installationsIn(notes).filter((other) => other !== id);
    for (const other of others) await store.removeNote(noteOfInstallation(other));
    await this.#finish({ id, turn: null, next });
    return { id, before: others };
  }

  async #read(): Promise<StoreRecord | null> {
    const fact = await this.deps.database.client.installationFact.findUnique({ where: { key: storeFact } });
    return fact && readRecord(fact.value);
  }

  /** The state of database and store at one moment: others may take turns at the same time. */
  async #look(): Promise<Look> {
    for (;;) {
      const record = await this.#read();
      const notes = await this.deps.store.notes();
      const after = await this.#read();
      if (!record || !after) {
        if (!after) return { record: null, notes, relation: 'unmarked' };
      } else if (recordText(record) === recordText(after)) {
        return { record, notes, relation: relationOf(record, notes) };
      }
    }
  }

  /** For a database that has no store yet. @throws OperatorError */
  async #begin(notes: readonly string[]): Promise<Look> {
    if (installationsIn(notes).length > 0) throw this.#refusal('foreign');
    if (await this.deps.isNew()) {
      if (await holdsObjects(this.deps.store)) throw storeNotEmpty(this.deps.storeName);
    } else if (!(await this.#holdsWhatRowsName())) {
      throw this.#refusal('unmarked');
    }
    const value = recordText({ id: newInstallationId(), turn: null, next: turnAfter(null) });
    await this.deps.database.transaction((tx) =>
      // If several servers start at once, the first one decides. The update is necessary, so that the database itself guarantees this.
      tx.installationFact.upsert({
        where: { key: storeFact },
        create: { key: storeFact, value },
        update: { key: storeFact },
      }),
    );
    return this.#look();
  }

  /** Brings first the store and then the record to the record's next turn. */
  async #finish(record: StoreRecord): Promise<void> {
    const { store } = this.deps;
    const { id, next } = record;
    if (!next) return;
    await store.addNote(noteOfTurn(next));
    if (record.turn === null) await store.addNote(noteOfInstallation(id));
    if (!(await this.#replace(record, { id, turn: next, next: null }))) return;
    for (const over of turnsBefore(next, await store.notes())) await store.removeNote(noteOfTurn(over));
  }

  /** @returns false if another server was faster: that one takes the turn */
  async #replace(seen: StoreRecord, record: StoreRecord): Promise<boolean> {
    const { count } = await this.deps.database.client.installationFact.updateMany({
      where: { key: storeFact, value: recordText(seen) },
      data: { value: recordText(record) },
    });
    return count === 1;
  }

  /** Only a sample: `doctor` checks all objects. */
  async #holdsWhatRowsName(): Promise<boolean> {
    let looked = 0;
    for await (const id of this.deps.named()) {
      if (!isObjectId(id)) continue;
      const stored = await this.deps.store.open(id, 1);
      if (stored) {
        await stored.close();
        return true;
      }
      looked += 1;
      if (looked === sampleSize) break;
    }
    return looked === 0;
  }

  #refusal(relation: Exclude<Relation, 'ours' | 'older-database'>): OperatorError {
    const { storeName } = this.deps;
    const what = {
      foreign: `The object store ${storeName} belongs to another installation than the database`,
      unmarked: `The object store ${storeName} does not hold the objects of the database`,
      unwritten: `The object store ${storeName} is not assigned to the database yet`,
      'older-store': `The object store ${storeName} is an older copy of the one that holds the objects of the database`,
    }[relation];
    return new OperatorError(
      `${what}: set TRUSTATE_OBJECT_STORE and TRUSTATE_DATABASE_URL to a pair that belongs together. Every server of a database needs the same store. To make these two belong together from now on, run "trustate objects adopt".`,
    );
  }
}

/** Whether a store contains any object. */
export async function holdsObjects(store: ObjectStore): Promise<boolean> {
  for await (const object of store.list()) return isObjectId(object.id);
  return false;
}

/** The refusal of a new database next to a store with objects. */
export function storeNotEmpty(storeName: string): OperatorError {
  return new OperatorError(
    `The object store ${storeName} is in use, but the database is new: no row would refer to the objects. Restore the database that belongs to them, or set TRUSTATE_OBJECT_STORE to an empty store. To continue with this database and this store, run "trustate objects adopt".`,
  );
}
