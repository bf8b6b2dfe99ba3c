import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { condition } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { Database, SqlRow, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import { boolean, integer, text } from '../../platform/database/columns.js';
import { stateVersionOutputTable } from '../../platform/database/generated/tables.js';
import { madeOfRows } from '../../platform/database/made-of-rows.js';
import type { StateVersionOutputRow } from '../../platform/database/models.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { rowsAmong } from '../../platform/database/rows-among.js';
import { ids } from '../../platform/ids.js';
import type { StateVersionId, StateVersionOutputId } from '../../platform/ids.js';
import { SEAL_OVERHEAD_BYTES } from '../../platform/seal/seal.js';
import { SealError } from '../../platform/seal/seal-error.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { StateVersion } from '../versions/version.type.js';
import { fittingTogether } from './fitting-together.js';
import { longTexts, shortBytes } from './long-texts.js';
import type { LongText, OutputText } from './long-texts.js';
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

export const idsByName = (outputs: readonly IdentifiedOutput[]): ReadonlyMap<string, StateVersionOutputId> =>
  new Map(outputs.map(({ name, id }) => [name, id]));

const purpose = 'state-output';

/** Columns whose texts may be long. */
type LongColumn = 'value' | 'detailedType' | 'sealedValue';

const shortOrNull = (column: LongColumn) => ({
  sql: `CASE WHEN octet_length(o."${column}") > ${shortBytes} THEN NULL ELSE o."${column}" END`,
  read: text.orNull,
});
/** `null` for what is not there. */
const bytesIn = (column: LongColumn) => ({
  sql: `octet_length(o."${column}")`,
  read: integer.orNull,
});

const place = rowReader({
  id: (value) => ids.stateVersionOutput.require(text(value)),
  stateVersionId: (value) => ids.stateVersion.require(text(value)),
});

const namesSql = 'SELECT "id", "name" FROM "StateVersionOutput" WHERE "stateVersionId" = ?';
const placeSql = `SELECT ${place.selection('o')} FROM "StateVersionOutput" o WHERE`;

/** A row with the sizes of its long texts in their place. A sensitive value stays sealed in the database until it is read. */
const rowWithoutLong = rowReader({
  id: (value) => ids.stateVersionOutput.require(text(value)),
  stateVersionId: (value) => ids.stateVersion.require(text(value)),
  name: text,
  sensitive: boolean,
  type: text,
  detailedType: shortOrNull('detailedType'),
  value: shortOrNull('value'),
  detailedTypeBytes: bytesIn('detailedType'),
  valueBytes: bytesIn('value'),
  sealedBytes: bytesIn('sealedValue'),
});

const shownSql = `SELECT ${rowWithoutLong.selection('o')} FROM "StateVersionOutput" o WHERE`;

const longSql = (column: LongColumn) =>
  `SELECT o."id" AS "id", o."${column}" AS "content" FROM "StateVersionOutput" o WHERE`;

const rowsWithoutLong = madeOfRows((row) => rowWithoutLong.read(row));
type RowWithoutLong = ReturnType<typeof rowsWithoutLong>[number];

/** Rows of one statement, and characters of their values: it takes some milliseconds, and then others get the thread. */
export const rowsTogether = 250;
const charactersTogether = 1024 * 1024;

/** Outputs as statements write them. */
const writtenTogether = <Output extends FoundOutput>(outputs: readonly Output[]) =>
  fittingTogether(outputs, { size: charactersTogether, count: rowsTogether }, ({ value }) => value?.length ?? 0);

/** Whether one statement writes all of them. */
export function fitTogether(outputs: readonly FoundOutput[]): boolean {
  const [first = outputs] = writtenTogether(outputs);
  return first.length === outputs.length;
}

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

const removeSql = 'DELETE FROM "StateVersionOutput" WHERE "id" = ?';
const anewOnConflict = stored.map((name) => `"${name}" = excluded."${name}"`).join();

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

/** An output with its value, also if it is sensitive. */
export interface ReadOutput {
  readonly output: StateVersionOutput;
  /** `null` for what was too large to store, and for what is damaged. */
  readonly valueJson: OutputText | null;
  /** What is stored is not what was sealed. */
  readonly damaged: boolean;
}

/** Outputs of state versions. Values of sensitive ones are sealed and bound to their row. */
export class OutputStore {
  constructor(private readonly deps: { database: Database; seal: Seal }) {}

  /** Several, without the values of sensitive ones, in the requested order. What does not exist is missing. */
  async shown(wanted: readonly StateVersionOutputId[]): Promise<StateVersionOutput[]> {
    return (await this.#some(wanted)).outputs;
  }

  /** The same with the values of sensitive ones. */
  async withValues(wanted: readonly StateVersionOutputId[]): Promise<ReadOutput[]> {
    const { rows, outputs } = await this.#some(wanted);
    const sizes = new Map(
      rows.flatMap(({ id, sealedBytes }) => (sealedBytes === null ? [] : [[id, sealedBytes] as const])),
    );
    const secrets = [...sizes].map(([id, bytes]) => ({ id, size: bytes - SEAL_OVERHEAD_BYTES }));
    const damaged = new Set<string>();
    const read = (some: readonly StateVersionOutputId[]) => this.#texts('sealedValue', some, damaged);
    const opened = await longTexts(secrets, read, { tried: true });
    return outputs.flatMap((output): ReadOutput[] => {
      if (damaged.has(output.id)) return [{ output, valueJson: null, damaged: true }];
      const valueJson = output.valueJson ?? opened(output.id);
      return isGone(sizes.get(output.id) ?? null, valueJson) ? [] : [{ output, valueJson, damaged: false }];
    });
  }

  /**
   * The ids of a version's outputs by their names; `null` where there are more than one statement writes.
   * @param tx the transaction that they are read in, if there is one
   */
  async idsByName(
    { id, outputIds }: Pick<StateVersion, 'id' | 'outputIds'>,
    tx: TransactionClient | null,
  ): Promise<ReadonlyMap<string, StateVersionOutputId> | null> {
    if (outputIds.length === 0) return new Map();
    if (outputIds.length > rowsTogether) return null;
    const rows = tx
      ? await tx.stateVersionOutput.findMany({ where: { stateVersionId: id }, select: { id: true, name: true } })
      : await this.deps.database.readBeside(namesSql, [id]);
    return new Map(rows.map(({ id, name }) => [text(name), ids.stateVersionOutput.require(text(id))]));
  }

  /** Which versions several are of. What does not exist is missing. */
  async versionsOf(
    wanted: readonly StateVersionOutputId[],
  ): Promise<ReadonlyMap<StateVersionOutputId, StateVersionId>> {
    const rows = await this.#among(placeSql, wanted);
    return new Map(rows.map((row) => place.read(row)).map(({ id, stateVersionId }) => [id, stateVersionId]));
  }

  async #some(wanted: readonly StateVersionOutputId[]): Promise<{
    readonly rows: readonly RowWithoutLong[];
    readonly outputs: StateVersionOutput[];
  }> {
    const answer = await this.#among(shownSql, wanted);
    const found = new Map<string, RowWithoutLong>(rowsWithoutLong(answer).map((row) => [row.id, row]));
    const rows = wanted.flatMap((id) => found.get(id) ?? []);
    const [value, detailedType] = await Promise.all([
      longTexts(rows.flatMap(longIn('value', 'valueBytes')), (some) => this.#texts('value', some)),
      longTexts(rows.flatMap(longIn('detailedType', 'detailedTypeBytes')), (some) => this.#texts('detailedType', some)),
    ]);
    const outputs = rows.flatMap(({ id, stateVersionId, name, sensitive, type, ...row }) => {
      const valueJson = row.value ?? value(id);
      const detailedTypeJson = row.detailedType ?? detailedType(id);
      if (isGone(row.valueBytes, valueJson) || isGone(row.detailedTypeBytes, detailedTypeJson)) return [];
      return [{ id, stateVersionId, name, sensitive, type, valueJson, detailedTypeJson }];
    });
    return { rows, outputs };
  }

  /** @param damaged takes the ids of those that the seal refuses */
  async #texts(
    column: LongColumn,
    wanted: readonly StateVersionOutputId[],
    damaged = new Set<string>(),
  ): Promise<ReadonlyMap<string, string | Buffer>> {
    const rows = await this.#among(longSql(column), wanted);
    return new Map(rows.flatMap(({ id, content }) => this.#opened(text(id), content, damaged)));
  }

  #among(select: string, wanted: readonly StateVersionOutputId[]): Promise<readonly SqlRow[]> {
    const ofThese = ({ sql, parameters }: SqlCondition) => condition(`${select} o.${sql}`, ...parameters);
    return rowsAmong(this.deps.database, 'id', wanted, ofThese, rowsTogether);
  }

  #opened(id: string, content: unknown, damaged: Set<string>): readonly (readonly [string, string | Buffer])[] {
    if (typeof content === 'string') return [[id, content]];
    if (!(content instanceof Uint8Array)) return [];
    try {
      return [[id, this.deps.seal.unwrap(purpose, content, id)]];
    } catch (error) {
      if (!(error instanceof SealError) || error.reason === 'wrong-master-key') throw error;
      damaged.add(id);
      return [];
    }
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
    let written = 0;
    for (const together of writtenTogether(outputs)) {
      const rows = together.map((output) => this.#row(stateVersionId, output));
      await tx.$executeRawUnsafe(
        this.#insertion(rows.length),
        ...rows.flatMap((row) => stored.map((name) => row[name])),
      );
      written += rows.length;
      // Each statement runs in this thread on SQLite.
      if (written < outputs.length) await nextTurn();
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
   * The same in the place of outputs that are there: those with the same ids are changed, the others removed. Most have the same names.
   * @param there ids by name, which the new ones have too
   */
  replacement(
    stateVersionId: StateVersionId,
    outputs: readonly IdentifiedOutput[],
    there: ReadonlyMap<string, StateVersionOutputId>,
  ): SqlWrite[] {
    const names = new Set(outputs.map(({ name }) => name));
    const gone = [...there].filter(([name]) => !names.has(name)).map(([, id]) => [id]);
    const written = this.insertion(stateVersionId, outputs).map(({ sql, ...write }) => ({
      ...write,
      sql: there.size === 0 ? sql : `${sql} ON CONFLICT ("id") DO UPDATE SET ${anewOnConflict}`,
    }));
    return [...(gone.length === 0 ? [] : [{ sql: removeSql, rows: gone }]), ...written];
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
      copies.push({ name, sensitive, type, detailedType, value: this.#valueOf(row) });
    }
    return copies;
  }

  #valueOf({ id, value, sealedValue }: StateVersionOutputRow): string | null {
    return sealedValue === null ? value : this.deps.seal.unwrap(purpose, sealedValue, id).toString('utf8');
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
      id,
      stateVersionId,
      name,
      sensitive,
      type,
      sealedValue,
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

/** Whether a text was removed after its row was read: without it, the output would look as if its value were too large to store. */
const isGone = (bytes: number | null, json: OutputText | null): boolean => bytes !== null && json === null;

/** The long text of a row, if there is one. */
const longIn =
  (column: 'value' | 'detailedType', bytes: 'valueBytes' | 'detailedTypeBytes') =>
  (row: RowWithoutLong): LongText[] => {
    const size = row[bytes];
    return size === null || row[column] !== null ? [] : [{ id: row.id, size }];
  };
