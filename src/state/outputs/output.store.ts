import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Database, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import { stateVersionOutputTable } from '../../platform/database/generated/tables.js';
import { madeOfRows } from '../../platform/database/made-of-rows.js';
import type { StateVersionOutputRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import type { StateVersionId, StateVersionOutputId } from '../../platform/ids.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { StateVersionOutput } from './output.type.js';

/** The data of an output when it is stored; texts are JSON. */
export interface FoundOutput {
  readonly name: string;
  readonly sensitive: boolean;
  readonly type: string;
  readonly detailedType: string | null;
  /** `null` if it was too large to store: then `detailedType` is not stored either. */
  readonly value: string | null;
}

/** The same with the id that it is stored under. */
export interface IdentifiedOutput extends FoundOutput {
  readonly id: StateVersionOutputId;
}

/** Outputs in order of their names, each with an id: the existing one for its name, or a new one. */
export function identified(
  outputs: readonly FoundOutput[],
  known: ReadonlyMap<string, StateVersionOutputId> = new Map(),
): readonly IdentifiedOutput[] {
  return outputs
    .map((output) => ({ ...output, id: known.get(output.name) ?? ids.stateVersionOutput.make() }))
    .sort(byName);
}

/** An output with its hidden data. */
export interface StoredOutput extends StateVersionOutput {
  /** The sealed JSON text of a sensitive value. */
  readonly sealedValue: Uint8Array | null;
}

const purpose = 'state-output';

const shownReader = stateVersionOutputTable.without('sealedValue');

const shownSql = (count: number) =>
  `SELECT ${shownReader.selection('o')} FROM "StateVersionOutput" o WHERE o."id" IN (${Array.from({ length: count }, () => '?').join()})`;

const shownOf = madeOfRows((row) => shownFrom(shownReader.read(row)));

const mostTogether = 10_000;

/** Rows of one statement: it takes some milliseconds, and then others get the thread. */
export const rowsTogether = 250;

const stored = stateVersionOutputTable.names;

const listed = stored.map((name) => `"${name}"`).join();

/** Prisma's createMany takes several times as long as the database itself, all of it in this thread. */
function insertionOf(count: number, place: (position: number) => string): string {
  const values = Array.from(
    { length: count },
    (_row, row) => `(${stored.map((_name, column) => place(row * stored.length + column + 1)).join()})`,
  );
  return `INSERT INTO "StateVersionOutput" (${listed}) VALUES ${values.join()}`;
}

/** Outputs that are copied without being read. */
export interface CopiedOutputs {
  readonly outputIds: readonly StateVersionOutputId[];
  readonly writes: readonly SqlWrite[];
}

const sealedValues = z.array(z.tuple([z.string(), z.string()]));

/** What a copy has of its own. */
const anew = ['id', 'stateVersionId', 'sealedValue'] as const;
const same = stored.filter((name) => !anew.some((each) => each === name));
const copySql = `INSERT INTO "StateVersionOutput" (${[...anew, ...same].map((name) => `"${name}"`).join()})
  SELECT ${[...anew.map(() => '?'), ...same.map((name) => `o."${name}"`)].join()} FROM "StateVersionOutput" o WHERE o."id" = ?`;

/** Outputs of state versions. Values of sensitive ones are sealed and bound to their row. */
export class OutputStore {
  constructor(private readonly deps: { database: Database; seal: Seal }) {}

  async byId(id: StateVersionOutputId): Promise<StoredOutput | null> {
    const row = await this.deps.database.client.stateVersionOutput.findUnique({ where: { id } });
    return row && fromRow(row);
  }

  /** Several, in no order. */
  async byIds(wanted: readonly StateVersionOutputId[]): Promise<StoredOutput[]> {
    const where = { id: { in: [...wanted] } };
    return (await this.deps.database.client.stateVersionOutput.findMany({ where })).map(fromRow);
  }

  /** Several without the sealed values, in no order. One statement for as many as a response can have. */
  async shown(wanted: readonly StateVersionOutputId[]): Promise<StateVersionOutput[]> {
    const found: StateVersionOutput[] = [];
    for (let start = 0; start < wanted.length; start += mostTogether) {
      const some = wanted.slice(start, start + mostTogether);
      found.push(...shownOf(await this.deps.database.readSql(shownSql(some.length), some)));
    }
    return found;
  }

  /** JSON text of a value, also of a sensitive one; `null` if it was too large to store. */
  valueOf(output: StoredOutput): string | null {
    if (output.sealedValue === null) return output.valueJson;
    return this.deps.seal.unwrap(purpose, output.sealedValue, output.id).toString('utf8');
  }

  /**
   * Replaces the outputs of a version. An output keeps its id if its name existed before, because callers may use it.
   * @returns the ids in order of the names, for the version's row
   */
  async replace(
    tx: TransactionClient,
    stateVersionId: StateVersionId,
    outputs: readonly FoundOutput[],
  ): Promise<readonly StateVersionOutputId[]> {
    const known = new Map<string, StateVersionOutputId>();
    for await (const { id, name } of this.#rowsOf(tx, stateVersionId)) {
      known.set(name, ids.stateVersionOutput.require(id));
    }
    if (known.size > 0) await tx.stateVersionOutput.deleteMany({ where: { stateVersionId } });
    const named = identified(outputs, known);
    await this.insert(tx, stateVersionId, named);
    const outputIds = named.map(({ id }) => id);
    await tx.stateVersion.update({ where: { id: stateVersionId }, data: { outputIds: JSON.stringify(outputIds) } });
    return outputIds;
  }

  /** Stores the outputs of a version that had none; its row has their ids. */
  async insert(
    tx: TransactionClient,
    stateVersionId: StateVersionId,
    outputs: readonly IdentifiedOutput[],
  ): Promise<void> {
    for (let start = 0; start < outputs.length; start += rowsTogether) {
      const rows = outputs.slice(start, start + rowsTogether).map((output) => this.#row(stateVersionId, output));
      await tx.$executeRawUnsafe(
        this.#insertion(rows.length),
        ...rows.flatMap((row) => stored.map((name) => row[name])),
      );
      // Each statement runs in this thread on SQLite.
      if (start + rowsTogether < outputs.length) await nextTurn();
    }
  }

  /** The same for a few, as a statement of a batch. */
  insertion(stateVersionId: StateVersionId, outputs: readonly IdentifiedOutput[]): SqlWrite[] {
    if (outputs.length === 0) return [];
    const rows = outputs.map((output) => this.#row(stateVersionId, output));
    const sql = insertionOf(rows.length, () => '?');
    return [{ sql, rows: [rows.flatMap((row) => stored.map((name) => row[name]))] }];
  }

  /**
   * A statement that copies outputs to another version, each under a new id.
   * @param sealed JSON: ids and sealed values, in hex, of those that have any
   */
  copying(from: readonly StateVersionOutputId[], to: StateVersionId, sealed: string): CopiedOutputs {
    const values = new Map(sealedValues.parse(JSON.parse(sealed)));
    const ofId = (id: StateVersionOutputId) => values.get(id);
    const copies = from.map((id) => ({ id: ids.stateVersionOutput.make(), of: id, sealed: ofId(id) }));
    const rows = copies.map((copy) => [copy.id, to, this.#sealedAnew(copy), copy.of]);
    const writes = rows.length === 0 ? [] : [{ sql: copySql, rows, changes: 1 }];
    return { outputIds: copies.map(({ id }) => id), writes };
  }

  /** A sealed value is bound to its row. */
  #sealedAnew({ id, of, sealed }: { id: string; of: string; sealed: string | undefined }): Uint8Array | null {
    if (sealed === undefined) return null;
    return this.#seal(id, this.deps.seal.unwrap(purpose, Buffer.from(sealed, 'hex'), of).toString('utf8'));
  }

  /** The outputs of a version in the form to store for another. */
  async copyOf(tx: TransactionClient, stateVersionId: StateVersionId): Promise<FoundOutput[]> {
    const copies: FoundOutput[] = [];
    for await (const row of this.#rowsOf(tx, stateVersionId)) {
      const { name, sensitive, type, detailedType } = row;
      copies.push({ name, sensitive, type, detailedType, value: this.valueOf(fromRow(row)) });
    }
    return copies;
  }

  /** A few at a time: versions from before the limit may have any number. */
  async *#rowsOf(tx: TransactionClient, stateVersionId: StateVersionId): AsyncGenerator<StateVersionOutputRow> {
    // A name may be empty.
    for (let after: string | null = null; ;) {
      const rows: StateVersionOutputRow[] = await tx.stateVersionOutput.findMany({
        where: { stateVersionId, ...(after !== null && { name: { gt: after } }) },
        orderBy: { name: 'asc' },
        take: rowsTogether,
      });
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < rowsTogether) return;
      after = last.name;
      await nextTurn();
    }
  }

  #insertion(count: number): string {
    return insertionOf(count, this.deps.database.provider === 'postgresql' ? (position) => `$${position}` : () => '?');
  }

  #row(stateVersionId: StateVersionId, output: IdentifiedOutput): StateVersionOutputRow {
    const { id, name, sensitive, type, detailedType, value } = output;
    const sealedValue = sensitive && value !== null ? this.#seal(id, value) : null;
    return {
      ...{ id, stateVersionId, name, sensitive, type, sealedValue },
      value: sensitive ? null : value,
      // Clients that find no exact type read the state itself, in which the value is.
      detailedType: value === null ? null : detailedType,
    };
  }

  #seal(id: string, value: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.deps.seal.wrap(purpose, Buffer.from(value, 'utf8'), id));
  }
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function shownFrom(row: StateVersionOutputRow): StateVersionOutput {
  return {
    id: ids.stateVersionOutput.require(row.id),
    stateVersionId: ids.stateVersion.require(row.stateVersionId),
    name: row.name,
    sensitive: row.sensitive,
    type: row.type,
    detailedTypeJson: row.detailedType,
    valueJson: row.value,
  };
}

function fromRow(row: StateVersionOutputRow): StoredOutput {
  return { ...shownFrom(row), sealedValue: row.sealedValue };
}
