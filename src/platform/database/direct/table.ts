import type { Kind } from './kinds.js';

/** A column as schema.prisma declares it. */
export interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly nullable?: boolean;
  /** What a new row holds if nothing is given. */
  readonly initially?: string | number | boolean;
  /** The database numbers new rows itself. */
  readonly numbered?: boolean;
}

/** Rows of another table, or of this one, that belong to a row. */
export interface Relation {
  readonly name: string;
  /** The other table. */
  readonly table: string;
  readonly isList: boolean;
  /** The column here that equals {@link to} there. */
  readonly from: string;
  readonly to: string;
}

export interface TableText {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Those by one column. */
  readonly relations: readonly Relation[];
  /** The columns of the primary key, and then of each unique constraint. */
  readonly uniques: readonly (readonly string[])[];
}

/** A table of schema.prisma. All of them are generated: `../generated/table-shapes.ts`. */
export class Table {
  readonly name: string;
  /** The name of the model in the client. */
  readonly key: string;
  readonly columns: readonly Column[];
  readonly relations: readonly Relation[];
  readonly uniques: readonly (readonly string[])[];
  readonly #byName: ReadonlyMap<string, Column>;
  readonly #relations: ReadonlyMap<string, Relation>;
  /** Constraints of several columns, by the name that the client gives them. */
  readonly #compounds: ReadonlyMap<string, readonly string[]>;

  constructor({ name, columns, relations, uniques }: TableText) {
    this.name = name;
    this.key = name.charAt(0).toLowerCase() + name.slice(1);
    this.columns = columns;
    this.relations = relations;
    this.uniques = uniques;
    this.#byName = new Map(columns.map((column) => [column.name, column]));
    this.#relations = new Map(relations.map((relation) => [relation.name, relation]));
    this.#compounds = new Map(uniques.filter(({ length }) => length > 1).map((each) => [each.join('_'), each]));
  }

  column(name: string): Column | undefined {
    return this.#byName.get(name);
  }

  relation(name: string): Relation | undefined {
    return this.#relations.get(name);
  }

  compound(name: string): readonly string[] | undefined {
    return this.#compounds.get(name);
  }
}
