import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { digestOf, untrusted } from '../graphql/documents.js';
import type { NamedDocuments } from '../graphql/documents.js';
import type { ProtocolCode } from '../graphql/protocol-codes.js';
import type { Executor } from '../execution/executor.js';
import { nestsTooDeep } from '../admission/json-shape.js';
import { Refused } from '../execution/operation.js';
import type { ReadDocument } from '../execution/prepared.js';

const shape = z.object({
  query: z.string().nullish(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z
    .looseObject({
      persistedQuery: z.looseObject({ version: z.literal(1), sha256Hash: z.string() }).nullish(),
      after: z.string().nullish(),
    })
    .nullish(),
});

interface Asked {
  readonly name: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Id of the last event of a client that subscribes again, whatever the document does with it. */
  readonly after: string | undefined;
}

/** The operation of a GraphQL request of any transport. */
export interface AskedOperation extends Asked {
  readonly prepared: ReadDocument;
}

interface AskedText extends Asked {
  readonly source: string;
  /** Its name, if given. */
  readonly named: string | undefined;
}

/** Reads a request with a document or its hash. @throws Refused */
export function askedText(request: unknown, { documents }: { readonly documents: NamedDocuments }): AskedText {
  const read = shape.safeParse(request);
  if (!read.success) throw refused('A request has query, variables, operationName and extensions', 'BAD_REQUEST');
  const { query, operationName, variables, extensions } = read.data;
  if (nestsTooDeep(variables)) throw refused('The variables are nested too deeply', 'BAD_REQUEST');
  const named = extensions?.persistedQuery?.sha256Hash;
  // Over WebSocket, a document that is named by hash has an empty text, because the protocol requires one.
  const source = named !== undefined && !query ? documents.find(named) : (query ?? undefined);
  if (source === undefined) {
    throw named === undefined
      ? refused('The request has no query', 'BAD_REQUEST')
      : refused('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
  }
  const after = extensions?.after ?? undefined;
  return { source, named, name: operationName ?? undefined, variables: variables ?? {}, after };
}

/** Reads the request of a known caller, and prepares its document. @throws Refused */
export function askedOperation(
  request: unknown,
  deps: { readonly executor: Executor; readonly documents: NamedDocuments },
): AskedOperation {
  const { executor, documents } = deps;
  const { source, named, ...asked } = askedText(request, deps);
  const digest = digestOf(source);
  if (named !== undefined && named !== digest) throw refused('provided sha does not match query', 'BAD_REQUEST');
  const prepared = documents.admits(digest) ? executor.prepare(source, digest, 'caller') : { errors: [untrusted()] };
  if (named !== undefined && !prepared.errors) documents.remember(digest, source);
  return { prepared, ...asked };
}

const refused = (message: string, code: ProtocolCode): Refused =>
  new Refused([new GraphQLError(message, { extensions: { code } })]);
