import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { errorCode, OperatorError } from '../operator-error.js';
import { followsWork, sharedWork } from '../work/work.js';
import type { Provider } from './engine.js';
import type { Prisma, PrismaClient } from './generated/sqlite/client.js';

/**
 * The client as the rest of the code sees it, whichever database is behind it: the type generated for SQLite. The PostgreSQL one is
 * generated from the same models and offers everything this one does (and more, which is thereby out of reach).
 */
export type DatabaseClient = PrismaClient;

/** The client inside a transaction. */
export type TransactionClient = Prisma.TransactionClient;

/** What a generated `client.ts` exports, as far as it is used here. */
interface GeneratedClient {
  readonly PrismaClient: new (options: { adapter: SqlDriverAdapterFactory }) => Extensible & DatabaseClient;
}

/** The same client with other ways to do some of its work. */
interface Extensible {
  $extends(extension: { readonly query: { readonly $allModels: typeof gatheredReads } }): DatabaseClient;
}

type Read = (call: {
  readonly args: object;
  readonly query: (args: object) => PromiseLike<unknown>;
}) => Promise<unknown>;

/** Prisma batches unique reads of one turn across callers, so such a read belongs to no single caller. */
const readForAll: Read = ({ args, query }) => sharedWork(async () => query(args));
const gatheredReads = { findUnique: readForAll, findUniqueOrThrow: readForAll };

/** Loads the generated client of one provider: only one is ever compiled by the running process. */
export async function createClient(provider: Provider, adapter: SqlDriverAdapterFactory): Promise<DatabaseClient> {
  const loaded = await load(provider);
  if (!isGeneratedClient(loaded)) throw notGenerated(provider);
  const client = new loaded.PrismaClient({ adapter });
  return followsWork() ? client.$extends({ query: { $allModels: gatheredReads } }) : client;
}

async function load(provider: Provider): Promise<unknown> {
  try {
    return provider === 'sqlite'
      ? await import('./generated/sqlite/client.js')
      : await import('./generated/postgresql/client.js');
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
 * The one place where the PostgreSQL client passes for the SQLite one. Sound because scripts/generate.mjs derives its schema by changing the
 * provider and nothing else; a test compares the models of the two.
 */
function isGeneratedClient(loaded: unknown): loaded is GeneratedClient {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'PrismaClient' in loaded &&
    typeof loaded.PrismaClient === 'function'
  );
}
