import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { errorCode, OperatorError } from '../operator-error.js';
import { followsWork, sharedWork } from '../work/work.js';
import type { Provider } from './engine.js';
import type { PrismaClient } from './generated/sqlite/client.js';

/**
 * The client as all other code sees it, for both databases: the type generated for SQLite. The PostgreSQL client is generated from the same models and has all
 * of these methods (and more, which are not reachable through this type). Transactions are the database's.
 */
export type DatabaseClient = Omit<PrismaClient, `$${'connect' | 'disconnect' | 'extends' | 'on' | 'transaction'}`>;

/** The client inside a transaction. */
export type TransactionClient = DatabaseClient;

/** The used part of what a module of ./generated/clients exports. */
interface GeneratedClient {
  readonly PrismaClient: new (options: { adapter: SqlDriverAdapterFactory }) => Extensible;
}

/** The same client with some operations replaced. */
interface Extensible {
  $extends(extension: { readonly query: { readonly $allModels: typeof gatheredReads } }): object;
}

type Read = (call: {
  readonly args: object;
  readonly query: (args: object) => PromiseLike<unknown>;
}) => Promise<unknown>;

/** Prisma batches unique reads of one turn across callers, so such a read belongs to no single caller. */
const readForAll: Read = ({ args, query }) => sharedWork(async () => query(args));
const gatheredReads = { findUnique: readForAll, findUniqueOrThrow: readForAll };

/** A client of Prisma. Loads the generated code of one provider; a process never loads more than one. */
export async function createPrisma(provider: Provider, adapter: SqlDriverAdapterFactory): Promise<object> {
  const loaded = await load(provider);
  if (!isGeneratedClient(loaded)) throw notGenerated(provider);
  const client = new loaded.PrismaClient({ adapter });
  return followsWork() ? client.$extends({ query: { $allModels: gatheredReads } }) : client;
}

async function load(provider: Provider): Promise<unknown> {
  try {
    return provider === 'sqlite'
      ? await import('./generated/clients/sqlite.js')
      : await import('./generated/clients/postgresql.js');
  } catch (error) {
    throw errorCode(error) === 'ERR_MODULE_NOT_FOUND' ? notGenerated(provider, error) : error;
  }
}

function notGenerated(provider: Provider, cause?: unknown): OperatorError {
  return new OperatorError(`no database client was generated for ${provider}: run "npm run generate", or npm start`, {
    cause,
  });
}

/**
 * The only place where the PostgreSQL client is used as the SQLite one. This is safe because scripts/generate.mjs derives its schema by changing only the
 * provider. A test compares the models of both.
 */
function isGeneratedClient(loaded: unknown): loaded is GeneratedClient {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'PrismaClient' in loaded &&
    typeof loaded.PrismaClient === 'function'
  );
}
