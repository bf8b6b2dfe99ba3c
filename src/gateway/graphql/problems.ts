import { GraphQLError } from 'graphql';
import type { GraphQLErrorExtensions, GraphQLFormattedError } from 'graphql';
import { isDeletedMeanwhile, isUnstorableText } from '../../platform/database/conflicts.js';
import type { Log } from '../../platform/log/log.js';
import { outageOf, problemOfOutage } from '../../platform/outage.js';
import { problem, ProblemError } from '../../platform/problems.js';
import type { Problem } from '../../platform/problems.js';

/** Reports a bug of ours to operators, and returns what a caller may know of it. */
function maskedProblem(error: unknown, log: Log, requestId: string): Problem {
  log.error({ err: error, requestId }, 'a request failed with an internal error');
  return {
    code: 'INTERNAL',
    message: `Something went wrong on our side; the request's id is ${requestId}`,
  };
}

/**
 * The problems of a thrown value.
 * @returns INTERNAL for everything outside the catalogue, after logging it with its stack
 */
export function problemsOf(error: unknown, log: Log, requestId: string): readonly [Problem, ...Problem[]] {
  const cause = rootOf(error);
  if (cause instanceof ProblemError) return cause.problems;
  if (isUnstorableText(cause)) return problem('INVALID_INPUT', 'Text must not contain the NUL character').problems;
  if (isDeletedMeanwhile(cause)) {
    // Nearly always two callers at once, which is no fault of the server; the log tells of the rest.
    log.warn({ err: cause, requestId }, 'a request failed because what it needs was deleted meanwhile');
    return problem('CONFLICT').problems;
  }
  const outage = problemOfOutage(cause);
  if (!outage) return [maskedProblem(cause, log, requestId)];
  log.error(
    { ...briefly(cause), outage: outageOf(cause), requestId },
    'a request failed because of the database, the storage or the system',
  );
  return outage.problems;
}

/** An outage affects every request, and all stacks say the same. */
function briefly(error: unknown): { readonly error: string; readonly reason: string | undefined } {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return {
    error: error instanceof Error ? error.message : String(error),
    reason: cause instanceof Error ? cause.message : undefined,
  };
}

/** The status of a response with only this problem, in a dialect without its own. */
export const statusOfOutage: ReadonlyMap<string, number> = new Map([
  ['UNAVAILABLE', 503],
  ['STORAGE_FULL', 507],
]);

/** What a resolver threw: the executors wrap it, some more than once. */
function rootOf(error: unknown): unknown {
  let cause = error;
  for (let deep = 0; deep < 5; deep += 1) {
    if (cause instanceof ProblemError) return cause;
    if (!isWrapper(cause) || !cause.originalError) return cause;
    cause = cause.originalError;
  }
  return cause;
}

function isWrapper(error: unknown): error is { originalError: unknown } {
  return typeof error === 'object' && error !== null && 'originalError' in error;
}

/** An execution error in the form of `errors[]`: always with `extensions.code`, internals hidden. */
export function shownError(error: GraphQLError, log: Log, requestId: string): GraphQLError {
  const cause = rootOf(error);
  if (cause instanceof GraphQLError && hasCode(cause)) {
    return restated(error, cause.message, cause.extensions);
  }
  const [{ code, message, inGraphql = message, field, retryAfter }, ...others] = problemsOf(cause, log, requestId);
  return restated(error, inGraphql, {
    code,
    ...(field && { field }),
    ...(others.length > 0 && { others: others.map(spelledForGraphql) }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(code === 'INTERNAL' && { requestId }),
  });
}

const spelledForGraphql = ({ inGraphql, ...problem }: Problem): Problem =>
  inGraphql === undefined ? problem : { ...problem, message: inGraphql };

/** Errors of other libraries may have no extensions, whatever their type says. */
function hasCode(error: { readonly extensions?: unknown }): boolean {
  const { extensions } = error;
  return typeof extensions === 'object' && extensions !== null && 'code' in extensions;
}

/** The same location with another message: the cause is left out. */
export function restated(error: GraphQLError, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions,
  });
}

/** Codes of Apollo's own refusals that must be hidden. */
const internalCodes = new Set<unknown>(['INTERNAL_SERVER_ERROR', undefined]);

/** The last check of every error that leaves through Apollo: only codes of ours or of GraphQL pass. */
export function formattedError(formatted: GraphQLFormattedError, error: unknown, log: Log): GraphQLFormattedError {
  if (!internalCodes.has(formatted.extensions?.['code'])) return formatted;
  if (isRefusal(error)) return { message: formatted.message, extensions: { code: 'BAD_REQUEST' } };
  log.error({ err: rootOf(error) }, 'the GraphQL server failed');
  return { message: problem('INTERNAL').message, extensions: { code: 'INTERNAL' } };
}

/** Apollo's refusals without a code, such as a document with a wrong hash: the status tells. */
function isRefusal(error: unknown): boolean {
  const cause = rootOf(error);
  if (!(cause instanceof GraphQLError)) return false;
  const { http } = cause.extensions;
  const status = typeof http === 'object' && http !== null && 'status' in http ? Number(http.status) : 500;
  return status >= 400 && status < 500;
}

/** The message of graphql-js when it would have to compare too many parts of a document with each other, even without errors. */
const tooMuchToCompare = 'Validation aborted.';

/** Our text for the end of an incomplete search for errors, by the message of graphql-js. */
const endOfMistakes: ReadonlyMap<string, string> = new Map([
  [
    'Too many validation errors, error limit reached. Validation aborted.',
    'The document has more errors than those listed: the rest was not checked',
  ],
  [
    'Too many errors processing variables, error limit reached. Execution aborted.',
    'The variables have more errors than those listed: the rest was not checked',
  ],
  [
    tooMuchToCompare,
    'The document exceeds the limit of validation: select a field fewer times in one place, or less in one document',
  ],
]);

/** Whether validation ended early, and not because of errors. */
export const isLimitOfValidation = ({ message }: GraphQLError): boolean => message === tooMuchToCompare;

/** The message of an error of graphql-js, for the sender of the document. */
export const readableMessage = ({ message }: GraphQLError): string => endOfMistakes.get(message) ?? message;

const suggestion = 'Did you mean ';

/**
 * For callers without a token: removes what an error would reveal about the schema ("Did you mean …?"). Without a regular expression, because the message
 * quotes what the caller sent, of any length.
 */
export function withoutSuggestions(error: GraphQLError): GraphQLError {
  const { message } = error;
  const start = message.endsWith('?') ? message.indexOf(suggestion) : -1;
  return start === -1 ? error : restated(error, message.slice(0, start).trimEnd(), error.extensions);
}
