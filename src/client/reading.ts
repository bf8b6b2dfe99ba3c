import type { ConnectionProblem, Cost, Problem, RequestProblem, RuleProblem } from './outcome.js';
import type { ProblemCode } from './generated/types.js';

/** A GraphQL response, read once. Fields that do not have GraphQL's shape count as absent. */
export interface Reading {
  /** Null if nothing ran. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly problems: readonly Problem[];
  readonly cost: Cost | null;
  /** Id of the event in the response of a subscription; otherwise null. */
  readonly eventId: string | null;
}

/** Null if it is not a GraphQL response. */
export function readAnswer(text: string, { status, headers }: Pick<Response, 'status' | 'headers'>): Reading | null {
  return readBody(parsed(text), status, headers.get('retry-after'));
}

/** The same for a response that is already parsed. */
export function readBody(body: unknown, status: number, retryAfter: string | null): Reading | null {
  if (!isObject(body)) return null;
  const data = isObject(body['data']) ? body['data'] : null;
  const errors = objectsIn(body['errors']);
  if (data === null && errors.length === 0) return null;
  return {
    data,
    problems: errors.map((error) => requestProblem(error, status, retryAfter)),
    cost: costOf(body['extensions']),
    eventId: eventIdOf(body['extensions']),
  };
}

/** The problems in the payloads of a mutation. */
export function ruleProblems(data: Readonly<Record<string, unknown>>): readonly RuleProblem[] {
  return Object.values(data)
    .flatMap((payload) => (isObject(payload) ? objectsIn(payload['problems']) : []))
    .map((problem) => ({
      kind: 'rule',
      code: isProblemCode(problem['code']) ? problem['code'] : 'INVALID_INPUT',
      message: textOf(problem['message']),
      field: Array.isArray(problem['field']) ? problem['field'].map(textOf) : null,
    }));
}

function requestProblem(
  error: Readonly<Record<string, unknown>>,
  status: number,
  retryAfter: string | null,
): RequestProblem {
  const { path } = error;
  const extensions = isObject(error['extensions']) ? error['extensions'] : {};
  const { code, retryAfter: later } = extensions;
  return {
    kind: 'request',
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: textOf(error['message']),
    path: Array.isArray(path) ? path.filter((part) => typeof part === 'string' || typeof part === 'number') : [],
    status,
    // Event streams have no header for it.
    retryAfterSeconds: secondsIn(retryAfter) ?? (typeof later === 'number' ? later : null),
  };
}

/** The seconds in a `Retry-After` header; null if it has a date or is missing. */
export function secondsIn(retryAfter: string | null): number | null {
  const seconds = retryAfter === null || retryAfter.trim() === '' ? Number.NaN : Number(retryAfter);
  return Number.isFinite(seconds) ? seconds : null;
}

/** For a response that is not GraphQL. */
export const notUnderstood = (url: string, status: number): ConnectionProblem => ({
  kind: 'connection',
  code: 'NOT_UNDERSTOOD',
  message: `${url} answered ${status}, and not as GraphQL does`,
  cause: null,
});

function eventIdOf(extensions: unknown): string | null {
  return isObject(extensions) && typeof extensions['eventId'] === 'string' ? extensions['eventId'] : null;
}

function costOf(extensions: unknown): Cost | null {
  if (!isObject(extensions) || !isObject(extensions['cost'])) return null;
  const { asked, spent, left } = extensions['cost'];
  if (typeof asked !== 'number' || typeof spent !== 'number') return null;
  return { asked, spent, left: typeof left === 'number' ? left : null };
}

/** A newer server may know codes that this client does not: they are passed on unchanged. */
const isProblemCode = (code: unknown): code is ProblemCode => typeof code === 'string';
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function objectsIn(list: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Null if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
