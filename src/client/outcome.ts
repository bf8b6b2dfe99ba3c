import type { ProblemCode } from './generated/types.js';

/** The result of a request: its data, or why there is none. `ok` tells which. */
export type Outcome<Data> = Success<Data> | Failure;

export interface Success<Data> {
  readonly ok: true;
  readonly data: Data;
  /** The cost of the operation; null if the server has no budget. */
  readonly cost: Cost | null;
}

export interface Failure {
  readonly ok: false;
  /** At least one. */
  readonly problems: readonly [Problem, ...Problem[]];
  readonly cost: Cost | null;
}

/** The cost of an operation in units of the server's budget, and the rest of the caller's budget. */
export interface Cost {
  /** The highest possible cost of the operation. */
  readonly asked: number;
  readonly spent: number;
  /** Null if the caller has no budget. */
  readonly left: number | null;
}

export type Problem = RuleProblem | RequestProblem | ConnectionProblem;

/** A rule refused a mutation, and the caller can do something about it. Nothing was changed. */
export interface RuleProblem {
  readonly kind: 'rule';
  readonly code: ProblemCode;
  /** A message for people. */
  readonly message: string;
  /** Path of the input field that the rule is about; null if there is none. */
  readonly field: readonly string[] | null;
}

/** The server did not run the operation, or did not complete it: no valid token, a limit, no such object, a bug. */
export interface RequestProblem {
  readonly kind: 'request';
  /** `extensions.code` of the error: `UNAUTHENTICATED`, `NOT_FOUND`, `LIMIT_EXCEEDED`, … */
  readonly code: string;
  readonly message: string;
  /** Path in the response where it happened; empty if it happened before any field ran. */
  readonly path: readonly (string | number)[];
  /** HTTP status of the response. */
  readonly status: number;
  /** After how many seconds to try again; null if the server does not say. */
  readonly retryAfterSeconds: number | null;
}

/** The server could not be reached, or the response did not come from Trustate. */
export interface ConnectionProblem {
  readonly kind: 'connection';
  readonly code: 'UNREACHABLE' | 'TIMED_OUT' | 'NOT_UNDERSTOOD';
  readonly message: string;
  /** What the platform threw, if anything. */
  readonly cause: unknown;
}

/** Thrown by functions that do not return an outcome: iterating over pages and events, and `dataOf`. */
export class TrustateError extends Error {
  readonly problems: readonly [Problem, ...Problem[]];

  constructor(problems: readonly [Problem, ...Problem[]]) {
    super(problems.map(({ message }) => message).join('; '));
    this.name = 'TrustateError';
    this.problems = problems;
  }

  /** Whether one of the problems has this code. */
  has(code: Problem['code']): boolean {
    return this.problems.some((problem) => problem.code === code);
  }
}

/**
 * The data of an outcome, for callers that prefer exceptions.
 * @throws TrustateError if it is a failure
 */
export function dataOf<Data>(outcome: Outcome<Data>): Data {
  if (outcome.ok) return outcome.data;
  throw new TrustateError(outcome.problems);
}

/** A mutation's data when it has no problems: the other fields of its payload are then not null. */
export type Done<Data> = { readonly [Field in keyof Data]: DonePayload<Data[Field]> };

type DonePayload<Payload> = Payload extends { readonly problems: unknown }
  ? { readonly [Field in Exclude<keyof Payload, 'problems'>]: NonNullable<Payload[Field]> }
  : Payload;
