import type { ProblemCode } from './generated/types.js';

/** What came of a request: its data, or why there is none. `ok` tells which. */
export type Outcome<Data> = Success<Data> | Failure;

export interface Success<Data> {
  readonly ok: true;
  readonly data: Data;
  /** What it cost; null where the server keeps no budget. */
  readonly cost: Cost | null;
}

export interface Failure {
  readonly ok: false;
  /** At least one. */
  readonly problems: readonly [Problem, ...Problem[]];
  readonly cost: Cost | null;
}

/** What an operation cost, in the units of the server's budget, and what of the caller's budget is left. */
export interface Cost {
  /** What the operation could have cost at most. */
  readonly asked: number;
  readonly spent: number;
  /** Null where the caller has no budget. */
  readonly left: number | null;
}

export type Problem = RuleProblem | RequestProblem | ConnectionProblem;

/** A mutation was refused by a rule that the caller can do something about; nothing was changed. */
export interface RuleProblem {
  readonly kind: 'rule';
  readonly code: ProblemCode;
  /** For a person to read. */
  readonly message: string;
  /** Path of the input field that the rule is about; null where it is about none. */
  readonly field: readonly string[] | null;
}

/** The server did not run the operation, or not to its end: no valid token, a limit, no such object, a bug. */
export interface RequestProblem {
  readonly kind: 'request';
  /** `extensions.code` of the error: `UNAUTHENTICATED`, `NOT_FOUND`, `LIMIT_EXCEEDED`, … */
  readonly code: string;
  readonly message: string;
  /** Where in the answer it happened; empty where it was before any field ran. */
  readonly path: readonly (string | number)[];
  /** HTTP status of the answer. */
  readonly status: number;
  /** When it makes sense to try again; null where that was not said. */
  readonly retryAfterSeconds: number | null;
}

/** The server was not reached, or what answered was not Trustate. */
export interface ConnectionProblem {
  readonly kind: 'connection';
  readonly code: 'UNREACHABLE' | 'TIMED_OUT' | 'NOT_UNDERSTOOD';
  readonly message: string;
  /** What the platform threw, if it did. */
  readonly cause: unknown;
}

/** Thrown by what has no outcome to return: iterating over pages and events, and `dataOf`. */
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
 * The data of an outcome, for callers that would rather catch.
 * @throws TrustateError where it failed
 */
export function dataOf<Data>(outcome: Outcome<Data>): Data {
  if (outcome.ok) return outcome.data;
  throw new TrustateError(outcome.problems);
}

/** A mutation's data once its problems are known to be none: what its payload holds beside them is there. */
export type Done<Data> = { readonly [Field in keyof Data]: DonePayload<Data[Field]> };

type DonePayload<Payload> = Payload extends { readonly problems: unknown }
  ? { readonly [Field in Exclude<keyof Payload, 'problems'>]: NonNullable<Payload[Field]> }
  : Payload;
