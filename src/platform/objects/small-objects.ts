import type { Clock } from '../clock.js';
import { bytes, date, text } from '../database/columns.js';
import type { Database, SqlWrite } from '../database/database.js';
import { isObjectId } from './object-id.js';
import type { ObjectId } from './object-id.js';
import type { ObjectStore, StoredObject, StoredObjectName } from './object-store.js';
import { collected, ofSize } from './pipeline.js';

/** Rows that are listed together: the ids of some 1,000, without their content. */
const listedTogether = 1_000;

type Rows = Pick<Database, 'readSql' | 'writeSql' | 'client'>;

/**
 * Keeps small objects in rows of the database, and all others in a store. A file costs two syncs of the disk, its own and that of its folder; rows share one
 * with everything that is committed at the same moment, and a copy of the database has them.
 *
 * What is small is decided when an object is written. All are found, whatever was small then.
 */
export class SmallObjects implements ObjectStore {
  constructor(
    private readonly deps: {
      readonly database: Rows;
      /** For the others. */
      readonly store: ObjectStore;
      readonly clock: Clock;
      /** Bytes, as they are stored, of the largest object that becomes a row; 0 if none does. */
      readonly mostBytes: number;
    },
  ) {}

  async put(id: ObjectId, content: AsyncIterable<Buffer>, rows?: SqlWrite[]): Promise<void> {
    const { store, clock, mostBytes } = this.deps;
    if (mostBytes === 0) return store.put(id, content);
    const pieces = content[Symbol.asyncIterator]();
    const { begun, complete } = await beginning(pieces, mostBytes);
    if (complete) {
      const row = [id, clock.now(), Buffer.concat(begun)];
      if (rows) rows.push({ sql: insertSql, rows: [row] });
      else await this.#write(insertSql, row);
      return;
    }
    await store.put(id, resumed(begun, pieces));
    await this.#write(deleteSql, [id]);
  }

  async replace(id: ObjectId, content: AsyncIterable<Buffer>, size: number): Promise<boolean> {
    if ((await this.#row(id)) === null) return this.deps.store.replace(id, content, size);
    const whole = Buffer.concat(await collected(ofSize(size, content)));
    const { count } = await this.deps.database.client.smallObject.updateMany({
      where: { id },
      data: { content: Uint8Array.from(whole) },
    });
    return count > 0;
  }

  async open(id: ObjectId, tailBytes: number): Promise<StoredObject | null> {
    const content = await this.#row(id);
    return content === null ? this.deps.store.open(id, tailBytes) : new KeptObject(content, tailBytes);
  }

  async delete(id: ObjectId): Promise<void> {
    const { count } = await this.deps.database.client.smallObject.deleteMany({ where: { id } });
    if (count === 0) await this.deps.store.delete(id);
  }

  async *list(): AsyncIterable<StoredObjectName> {
    for (let after = '', more = true; more;) {
      const rows = await this.deps.database.readSql(listSql, [after, listedTogether]);
      for (const row of rows) {
        const id = (after = text(row['id']));
        if (isObjectId(id)) yield { id, writtenAt: date(row['writtenAt']) };
      }
      more = rows.length === listedTogether;
    }
    yield* this.deps.store.list();
  }

  temporary(): AsyncIterable<string> {
    return this.deps.store.temporary();
  }

  removeTemporary(name: string): Promise<void> {
    return this.deps.store.removeTemporary(name);
  }

  notes(): Promise<string[]> {
    return this.deps.store.notes();
  }

  addNote(name: string): Promise<void> {
    return this.deps.store.addNote(name);
  }

  removeNote(name: string): Promise<void> {
    return this.deps.store.removeNote(name);
  }

  ping(): Promise<void> {
    return this.deps.store.ping();
  }

  close(): void {
    this.deps.store.close();
  }

  async #row(id: ObjectId): Promise<Buffer | null> {
    const [row] = await this.deps.database.readSql('SELECT "content" FROM "SmallObject" WHERE "id" = ?', [id]);
    if (!row) return null;
    const { buffer, byteOffset, byteLength } = bytes(row['content']);
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  async #write(sql: string, row: readonly (string | Buffer | Date)[]): Promise<void> {
    await this.deps.database.writeSql([{ sql, rows: [row] }]);
  }
}

const insertSql = `INSERT INTO "SmallObject" ("id", "writtenAt", "content") VALUES (?, ?, ?)
  ON CONFLICT ("id") DO UPDATE SET "writtenAt" = excluded."writtenAt", "content" = excluded."content"`;
const deleteSql = 'DELETE FROM "SmallObject" WHERE "id" = ?';
const listSql = 'SELECT "id", "writtenAt" FROM "SmallObject" WHERE "id" > ? ORDER BY "id" LIMIT ?';

/** An object that is in memory as a whole. */
class KeptObject implements StoredObject {
  readonly size: number;
  readonly tail: Buffer;

  constructor(
    private readonly content: Buffer,
    tailBytes: number,
  ) {
    this.size = content.length;
    this.tail = content.subarray(Math.max(0, content.length - tailBytes));
  }

  async *read(start: number, end: number): AsyncGenerator<Buffer> {
    await Promise.resolve();
    yield this.content.subarray(start, end);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Reads content until it ends or has more than `most` bytes. */
async function beginning(pieces: AsyncIterator<Buffer>, most: number) {
  const begun: Buffer[] = [];
  for (let size = 0; size <= most;) {
    const next = await pieces.next();
    if (next.done) return { begun, complete: true };
    begun.push(next.value);
    size += next.value.length;
  }
  return { begun, complete: false };
}

async function* resumed(begun: readonly Buffer[], pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  let ended = false;
  try {
    yield* begun;
    for (;;) {
      const next = await pieces.next();
      if (next.done) break;
      yield next.value;
    }
    ended = true;
  } finally {
    // A store that fails takes no more of the content, whose source is then closed.
    if (!ended) await pieces.return?.();
  }
}
