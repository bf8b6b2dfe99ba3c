import type { ArgType, SqlQuery } from '@prisma/driver-adapter-utils';
import type { Provider } from '../engine.js';
import { kinds, requireKind } from './kinds.js';
import { notDirect } from './not-direct.js';
import type { Column, Table } from './table.js';

/** SQLite takes 32,766 parameters. */
const mostParameters = 32_000;

/** A statement while it is written: its parameters in order. */
export class StatementText {
  readonly provider: Provider;
  #aliases = 0;
  readonly #args: unknown[] = [];
  readonly #types: ArgType[] = [];

  constructor(provider: Provider) {
    this.provider = provider;
  }

  /** @returns the placeholder @throws NotDirect for a value that is not of the column's type */
  value(column: Column, value: unknown): string {
    if (value === null && column.nullable) return this.#add(null, column, 'scalar');
    requireKind(column.kind, value);
    return this.#add(value, column, 'scalar');
  }

  /** Whether a column equals one of several values. On PostgreSQL a list is one parameter, so that lists of all lengths share a prepared statement. */
  among(column: Column, values: readonly unknown[], word: 'IN' | 'NOT IN'): string {
    for (const each of values) requireKind(column.kind, each);
    if (values.length === 0) return word === 'IN' ? '1=0' : '1=1';
    const name = quoted(column.name);
    if (values.length === 1) return `${name} ${word === 'IN' ? '=' : '<>'} ${this.#add(values[0], column, 'scalar')}`;
    if (this.provider === 'postgresql') {
      const list = this.#add(values, column, 'list');
      return word === 'IN' ? `${name} = ANY(${list})` : `${name} <> ALL(${list})`;
    }
    return `${name} ${word} (${values.map((each) => this.#add(each, column, 'scalar')).join(',')})`;
  }

  /** Another name for a table. */
  alias(): string {
    return quoted(`t${(this.#aliases += 1)}`);
  }

  number(value: number): string {
    this.#args.push(value);
    this.#types.push({ scalarType: 'int', arity: 'scalar' });
    return this.#placeholder();
  }

  /** @throws NotDirect if there are more parameters than one statement takes */
  query(sql: string): SqlQuery {
    if (this.#args.length > mostParameters) notDirect();
    return { sql, args: this.#args, argTypes: this.#types };
  }

  #add(value: unknown, { kind }: Column, arity: ArgType['arity']): string {
    this.#args.push(value);
    this.#types.push({ scalarType: kinds[kind].scalarType, arity });
    return this.#placeholder();
  }

  #placeholder(): string {
    return this.provider === 'postgresql' ? `$${this.#args.length}` : '?';
  }
}

export const quoted = (name: string): string => `"${name}"`;

export const listed = (names: readonly string[]): string => names.map(quoted).join(', ');

export const tableName = ({ name }: Table): string => quoted(name);
