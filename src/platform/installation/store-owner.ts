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

/** The fact that says which store is the database's. */
export const storeFact = 'installation.store';

/** Objects that are looked for in a store that has no note yet. */
const sampleSize = 100;

export interface StoreOwnerDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  /** As the operator named it, for messages. */
  readonly storeName: string;
  /** Whether nobody has used this database yet. */
  readonly isNew: () => Promise<boolean>;
  /** Ids of the objects that rows name. */
  readonly named: () => AsyncIterable<string>;
}

interface Look {
  readonly record: StoreRecord | null;
  readonly notes: readonly string[];
  readonly relation: Relation;
}

/** Keeps database and object store together: what is swept from a store goes by the rows of a database, and must not go by those of another. */
export class StoreOwner {
  constructor(private readonly deps: StoreOwnerDeps) {}

  /**
   * At a start: makes sure that the store is this database's own. A new database takes an empty store; one of before stores had notes takes the store that
   * holds what its rows name.
   * @returns `older-database` where the store has been used with a later state of the database: nothing is swept then
   * @throws OperatorError where they do not belong together
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

  /** How they stand to each other now; `unmarked` for a database that has no store yet. Changes nothing. */
  async relation(): Promise<Relation> {
    return (await this.#look()).relation;
  }

  /** Takes the next turn in database and store. Who is killed in between, or overtaken, leaves what the next one can go on from. */
  async turn(): Promise<void> {
    const seen = await this.#read();
    if (!seen) throw new Error('a database that has no store takes no turns');
    const planned = seen.next ? seen : { ...seen, next: turnAfter(seen.turn) };
    if (planned === seen || (await this.#replace(seen, planned))) await this.#finish(planned);
  }

  /** Makes the store this database's own, whatever it was before: the operator says so. What was found unnamed so far counts from now on. */
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

  /** What database and store say at one moment: others may take turns meanwhile. */
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
      // Of several servers that start at once, the first decides. Something is updated, so that the database itself sees to that.
      tx.installationFact.upsert({
        where: { key: storeFact },
        create: { key: storeFact, value },
        update: { key: storeFact },
      }),
    );
    return this.#look();
  }

  /** Brings the store to the record's next turn, and the record after it. */
  async #finish(record: StoreRecord): Promise<void> {
    const { store } = this.deps;
    const { id, next } = record;
    if (!next) return;
    await store.addNote(noteOfTurn(next));
    if (record.turn === null) await store.addNote(noteOfInstallation(id));
    if (!(await this.#replace(record, { id, turn: next, next: null }))) return;
    for (const over of turnsBefore(next, await store.notes())) await store.removeNote(noteOfTurn(over));
  }

  /** @returns false where somebody else was faster: they take the turn */
  async #replace(seen: StoreRecord, record: StoreRecord): Promise<boolean> {
    const { count } = await this.deps.database.client.installationFact.updateMany({
      where: { key: storeFact, value: recordText(seen) },
      data: { value: recordText(record) },
    });
    return count === 1;
  }

  /** Some of them: what is missing one by one is the doctor's business. */
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

/** Whether there is any object in a store. */
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
