import { boolean, text } from '../../platform/database/columns.js';
import type { Database, SqlRow, TransactionClient } from '../../platform/database/database.js';
import { madeOfRows } from '../../platform/database/made-of-rows.js';
import type { StateVersionOutputRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import type { StateVersionId, StateVersionOutputId } from '../../platform/ids.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { StateVersionOutput } from './output.type.js';

/** What is known of an output when it is stored; texts are JSON. */
export interface FoundOutput {
  readonly name: string;
  readonly sensitive: boolean;
  readonly type: string;
  readonly detailedType: string | null;
  /** `null` when it was too large to keep. */
  readonly value: string | null;
}

/** An output with what is not shown of it. */
export interface StoredOutput extends StateVersionOutput {
  /** The sealed JSON text of a sensitive value. */
  readonly sealedValue: Uint8Array | null;
}

const purpose = 'state-output';

const shown = (['id', 'stateVersionId', 'name', 'sensitive', 'type', 'detailedType', 'value'] as const)
  .map((column) => `o."${column}" AS "${column}"`)
  .join(', ');

const shownSql = (count: number) =>
  `SELECT ${shown} FROM "StateVersionOutput" o WHERE o."id" IN (${Array.from({ length: count }, () => '?').join()})`;

const shownOf = madeOfRows(fromSqlRow);

const mostTogether = 10_000;

/** Outputs of state versions. Values of sensitive ones are sealed, bound to their row. */
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

  /** Several without what is sealed, in no order. One statement for as many as an answer can hold. */
  async shown(wanted: readonly StateVersionOutputId[]): Promise<StateVersionOutput[]> {
    const found: StateVersionOutput[] = [];
    for (let start = 0; start < wanted.length; start += mostTogether) {
      const some = wanted.slice(start, start + mostTogether);
      found.push(...shownOf(await this.deps.database.readSql(shownSql(some.length), some)));
    }
    return found;
  }

  /** JSON text of a value, a sensitive one too; `null` when it was too large to keep. */
  valueOf(output: StoredOutput): string | null {
    if (output.sealedValue === null) return output.valueJson;
    return this.deps.seal.unwrap(purpose, output.sealedValue, output.id).toString('utf8');
  }

  /**
   * Makes these the outputs of a version. An output that was there under the same name keeps its id: callers may hold it.
   * @returns the ids in order of the names, as the version's row carries them
   */
  async replace(
    tx: TransactionClient,
    stateVersionId: StateVersionId,
    outputs: readonly FoundOutput[],
  ): Promise<readonly StateVersionOutputId[]> {
    const before = await tx.stateVersionOutput.findMany({
      where: { stateVersionId },
      select: { id: true, name: true },
    });
    const known = new Map(before.map(({ id, name }) => [name, id]));
    if (before.length > 0) await tx.stateVersionOutput.deleteMany({ where: { stateVersionId } });
    const rows = [...outputs].sort(byName).map((output) => this.#row(stateVersionId, output, known.get(output.name)));
    for (let start = 0; start < rows.length; start += 500) {
      await tx.stateVersionOutput.createMany({ data: rows.slice(start, start + 500) });
    }
    const outputIds = rows.map(({ id }) => ids.stateVersionOutput.require(id));
    await tx.stateVersion.update({ where: { id: stateVersionId }, data: { outputIds: JSON.stringify(outputIds) } });
    return outputIds;
  }

  /** The outputs of a version as they would be stored for another. */
  async copyOf(tx: TransactionClient, stateVersionId: StateVersionId): Promise<FoundOutput[]> {
    const rows = await tx.stateVersionOutput.findMany({ where: { stateVersionId } });
    return rows.map(fromRow).map((output) => ({
      name: output.name,
      sensitive: output.sensitive,
      type: output.type,
      detailedType: output.detailedTypeJson,
      value: this.valueOf(output),
    }));
  }

  #row(stateVersionId: StateVersionId, output: FoundOutput, known: string | undefined) {
    const id = known ?? ids.stateVersionOutput.make();
    const { name, sensitive, type, detailedType, value } = output;
    const sealedValue = sensitive && value !== null ? this.#seal(id, value) : null;
    return { id, stateVersionId, name, sensitive, type, detailedType, value: sensitive ? null : value, sealedValue };
  }

  #seal(id: string, value: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.deps.seal.wrap(purpose, Buffer.from(value, 'utf8'), id));
  }
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function fromSqlRow(row: SqlRow): StateVersionOutput {
  return {
    id: ids.stateVersionOutput.require(text(row['id'])),
    stateVersionId: ids.stateVersion.require(text(row['stateVersionId'])),
    name: text(row['name']),
    sensitive: boolean(row['sensitive']),
    type: text(row['type']),
    detailedTypeJson: text.orNull(row['detailedType']),
    valueJson: text.orNull(row['value']),
  };
}

function fromRow(row: StateVersionOutputRow): StoredOutput {
  return {
    id: ids.stateVersionOutput.require(row.id),
    stateVersionId: ids.stateVersion.require(row.stateVersionId),
    name: row.name,
    sensitive: row.sensitive,
    type: row.type,
    detailedTypeJson: row.detailedType,
    valueJson: row.value,
    sealedValue: row.sealedValue,
  };
}
