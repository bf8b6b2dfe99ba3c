import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { digestOf, untrusted } from '../documents.js';
import type { NamedDocuments } from '../documents.js';
import type { Executor, ReadDocument } from '../executor.js';
import { nestsTooDeep } from '../json-shape.js';
import { Refused } from '../operation.js';

const shape = z.object({
  query: z.string().nullish(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z
    .looseObject({ persistedQuery: z.looseObject({ version: z.literal(1), sha256Hash: z.string() }).nullish() })
    .nullish(),
});

/** What a GraphQL request asks for, whatever it came in by. */
export interface AskedOperation {
  readonly prepared: ReadDocument;
  readonly name: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Reads a request and prepares its document, which it sends or names by its hash. @throws Refused */
export function askedOperation(
  request: unknown,
  { executor, documents }: { readonly executor: Executor; readonly documents: NamedDocuments },
): AskedOperation {
  const read = shape.safeParse(request);
  if (!read.success) throw refused('A request has query, variables, operationName and extensions', 'BAD_REQUEST');
  const { query, operationName, variables, extensions } = read.data;
  if (nestsTooDeep(variables)) throw refused('The variables are nested too deeply', 'BAD_REQUEST');
  const named = extensions?.persistedQuery?.sha256Hash;
  // Over WebSocket a document that is named comes with an empty text: the protocol wants one.
  const source = named !== undefined && !query ? documents.find(named) : (query ?? undefined);
  if (source === undefined) {
    throw named === undefined
      ? refused('The request has no query', 'BAD_REQUEST')
      : refused('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
  }
  const digest = digestOf(source);
  if (named !== undefined && named !== digest) throw refused('provided sha does not match query', 'BAD_REQUEST');
  const prepared = documents.admits(digest) ? executor.prepare(source, digest) : { errors: [untrusted()] };
  if (named !== undefined && !prepared.errors) documents.remember(digest, source);
  return { prepared, name: operationName ?? undefined, variables: variables ?? {} };
}

const refused = (message: string, code: string): Refused =>
  new Refused([new GraphQLError(message, { extensions: { code } })]);
