import type { FormattedExecutionResult, GraphQLErrorExtensions } from 'graphql';
import type { EndableContext } from '../context.js';
import { untrusted } from './documents.js';
import type { NamedDocuments } from './documents.js';
import type { Variables } from '../execution/executor.js';
import type { ReadDocument } from '../execution/prepared.js';
import { admitted, answered, refusalOf, unresolved } from '../execution/operation.js';
import type { OperationDeps } from '../execution/operation.js';
import type { ProblemCode } from '../../platform/problems.js';
import { problemsOf, statusOfOutage } from './problems.js';

/** The operation of an HTTP request. */
export interface HttpOperation {
  readonly operationName: string | undefined;
  readonly variables: Variables;
  /** The caller knows that a response without data is not a 200 (GraphQL over HTTP); older clients only read the body of a 200. */
  readonly readsStatus: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly result: FormattedExecutionResult;
  /** Seconds to wait before the next try. */
  readonly retryAfter?: number;
}

export const responseMediaType = 'application/graphql-response+json';

/** A document that its sender may run here, parsed and measured, or the reason why not. */
export function preparedDocument(
  { documents, executor }: Pick<OperationDeps, 'executor'> & { readonly documents: NamedDocuments },
  { source, digest }: { readonly source: string; readonly digest: string },
  { caller }: Pick<EndableContext, 'caller'>,
): ReadDocument {
  return documents.admits(digest)
    ? executor.prepare(source, digest, caller ? 'caller' : 'stranger')
    : { errors: [untrusted()] };
}

/** Runs an operation of the document for the caller; never rejects. */
export async function httpAnswer(
  deps: OperationDeps,
  prepared: ReadDocument,
  { operationName, variables, readsStatus }: HttpOperation,
  context: EndableContext,
): Promise<HttpAnswer> {
  const refused = readsStatus ? 400 : 200;
  try {
    const operation = admitted(deps, prepared, operationName, context);
    if (operation.isSubscription) throw unresolved('Subscriptions run over WebSocket and server-sent events');
    const result = await answered(deps, operation, context, variables);
    const later = result.errors?.map((error) => retryAfterOf(error)).find((seconds) => seconds !== undefined);
    const status = result.data === undefined ? refused : 200;
    return outage(result) ?? { status, result, ...(later !== undefined && { retryAfter: later }) };
  } catch (error) {
    const errors = refusalOf(error, deps, context);
    const result = { errors: errors.map((one) => one.toJSON()) };
    const retryAfter = retryAfterOf(errors[0]);
    return (
      outage(result) ?? (retryAfter === undefined ? { status: refused, result } : { status: 429, result, retryAfter })
    );
  }
}

function retryAfterOf({ extensions }: { readonly extensions?: GraphQLErrorExtensions }): number | undefined {
  const seconds = extensions?.['retryAfter'];
  return typeof seconds === 'number' ? seconds : undefined;
}

/** A response without data because of an outage: a status that every client and proxy understands. */
function outage(result: FormattedExecutionResult): HttpAnswer | null {
  if (Object.values(result.data ?? {}).some((value) => value !== null)) return null;
  for (const { extensions } of result.errors ?? []) {
    const status = statusOfOutage.get(String(extensions?.['code']));
    const retryAfter = retryAfterOf({ ...(extensions && { extensions }) });
    if (status !== undefined) return { status, result, ...(retryAfter !== undefined && { retryAfter }) };
  }
  return null;
}

/** Why no context could be created for a request: an invalid token, or an invalid request. */
export function unreceived(error: unknown, { log }: Pick<OperationDeps, 'log'>, requestId: string): Unreceived {
  const [{ code, message, retryAfter }] = problemsOf(error, log, requestId);
  const status = unreceivedStatuses.get(code) ?? 400;
  return { status, code, message, ...(retryAfter !== undefined && { retryAfter }) };
}

interface Unreceived {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

const unreceivedStatuses: ReadonlyMap<ProblemCode, number> = new Map([
  ['BODY_TOO_LARGE', 413],
  ['UNAUTHENTICATED', 401],
  ['LIMIT_EXCEEDED', 429],
  ['UNAVAILABLE', 503],
  ['STORAGE_FULL', 507],
  ['INTERNAL', 500],
]);
