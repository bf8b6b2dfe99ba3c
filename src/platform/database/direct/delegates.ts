import type { Calls } from './calls.js';
import type { Table } from './table.js';
import { tables } from './tables.js';

/** Runs a call of Prisma's client, for what is not answered directly. */
export type Otherwise = <T>(call: (client: object) => Promise<T>) => Promise<T>;

/** The operations of a model in the client. */
const operations = [
  ...['findUnique', 'findUniqueOrThrow', 'findFirst', 'findFirstOrThrow', 'findMany', 'count', 'aggregate', 'groupBy'],
  ...['create', 'createMany', 'createManyAndReturn', 'update', 'updateMany', 'updateManyAndReturn', 'upsert'],
  ...['delete', 'deleteMany'],
] as const;

/** Raw statements of the client, which Prisma runs. */
const raw = ['$executeRaw', '$queryRaw', '$queryRawUnsafe'] as const;

/** The operations of the client on one table. */
class Delegate {
  constructor(
    readonly table: Table,
    readonly calls: Calls,
    readonly otherwise: Otherwise,
  ) {}
}

for (const operation of operations) {
  Object.defineProperty(Delegate.prototype, operation, {
    enumerable: true,
    value(this: Delegate, args: unknown): Promise<unknown> {
      const { table, calls, otherwise } = this;
      return calls.answer(table, operation, args) ?? byPrisma(otherwise, [table.key], operation, [args]);
    },
  });
}

/** An object like the client, with a delegate for each model. They are in its prototype: there is one of it for each transaction. */
export class DirectDelegates {
  readonly #calls: Calls;
  readonly #otherwise: Otherwise;
  readonly #made = new Map<string, Delegate>();

  constructor(calls: Calls, otherwise: Otherwise) {
    this.#calls = calls;
    this.#otherwise = otherwise;
  }

  static {
    for (const table of tables) {
      Object.defineProperty(DirectDelegates.prototype, table.key, {
        enumerable: true,
        get(this: DirectDelegates): Delegate {
          return this.#delegateOf(table);
        },
      });
    }
    for (const operation of raw) {
      Object.defineProperty(DirectDelegates.prototype, operation, {
        enumerable: true,
        value(this: DirectDelegates, ...args: readonly unknown[]): Promise<unknown> {
          return byPrisma(this.#otherwise, [], operation, args);
        },
      });
    }
  }

  $executeRawUnsafe(sql: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#calls.executeRaw(sql, args) ?? byPrisma(this.#otherwise, [], '$executeRawUnsafe', [sql, ...args]);
  }

  #delegateOf(table: Table): Delegate {
    const known = this.#made.get(table.key);
    if (known) return known;
    const made = new Delegate(table, this.#calls, this.#otherwise);
    this.#made.set(table.key, made);
    return made;
  }
}

function byPrisma(
  otherwise: Otherwise,
  path: readonly string[],
  operation: string,
  args: readonly unknown[],
): Promise<unknown> {
  return otherwise(async (client): Promise<unknown> => {
    const target = path.reduce<unknown>((inner, name) => memberOf(inner, name), client);
    const call = memberOf(target, operation);
    if (typeof call !== 'function') throw new Error(`the client has no ${[...path, operation].join('.')}`);
    const answer: unknown = await Reflect.apply(call, target, args);
    return answer;
  });
}

function memberOf(target: unknown, name: string): unknown {
  return typeof target === 'object' && target !== null ? Reflect.get(target, name) : undefined;
}
