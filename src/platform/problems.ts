import { catalogue, problemCodes, rowOf } from './problem-catalogue/catalogue.js';
import type { FactsOf, ProblemCode } from './problem-catalogue/catalogue.js';
import type { ProblemFacts } from './problem-catalogue/row.js';
import { inGraphql, inVault } from './wording.js';
import type { Said } from './wording.js';

export type { ProblemCode };

/**
 * The catalogue's text for each code. A domain throws {@link ProblemError} with one of these codes; each dialect (GraphQL, JSON:API, Vault) maps the code in
 * its own table.
 */
export const problems: Readonly<Record<ProblemCode, string>> = textsOf();

function textsOf(): Record<ProblemCode, string>;
function textsOf(): Record<string, string> {
  return Object.fromEntries(problemCodes.map((code) => [code, catalogue[code].text]));
}

/** One problem. `field` is the path of the input that it is about, outermost first: ['serial']. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: string;
  /** The message as GraphQL spells parameters, where Vault's API has other names; `message` has those of Vault then. */
  readonly inGraphql?: string;
  readonly field?: readonly string[];
  /** Seconds after which the same request may succeed. Only for temporary problems. */
  readonly retryAfter?: number;
  /** The further fields of its type in a payload. */
  readonly facts?: ProblemFacts[keyof ProblemFacts];
}

const longestMessage = 2000;

/** A message for people: a message that quotes a very long value is truncated, and says so. */
export const readable = (message: string): string =>
  message.length <= longestMessage
    ? message
    : `${message.slice(0, longestMessage)}… (${message.length} characters in all)`;

const brief = ({ message, inGraphql: spelled, ...problem }: Problem): Problem => ({
  ...problem,
  message: readable(message),
  ...(spelled !== undefined && { inGraphql: readable(spelled) }),
});

/** Thrown by domain code if a caller cannot have what it requested: one or more problems of the catalogue. */
export class ProblemError extends Error {
  readonly problems: readonly [Problem, ...Problem[]];

  constructor(first: Problem, ...others: Problem[]) {
    super(readable(first.message));
    this.name = 'ProblemError';
    this.problems = [brief(first), ...others.map(brief)];
  }

  get code(): ProblemCode {
    return this.problems[0].code;
  }

  get field(): readonly string[] | undefined {
    return this.problems[0].field;
  }
}

/** What a problem says in addition to its code, message and field. */
interface More<Code extends ProblemCode> extends Pick<Problem, 'retryAfter'> {
  readonly facts?: FactsOf<Code>;
}

/**
 * One problem of the catalogue. The message defaults to the catalogue's text.
 * @param more its facts are those of the code's type: {@link ProblemFacts}
 */
export function problemOf<const Code extends ProblemCode>(
  code: Code,
  said: Said = problems[code],
  field?: readonly string[],
  more: More<Code> = {},
): Problem {
  const spelled = typeof said === 'string' ? {} : { inGraphql: inGraphql(said) };
  return { code, message: inVault(said), ...spelled, ...(field && { field }), ...more };
}

/** The limit of a rule about sizes, if the value exceeds it. A value that is too small exceeds none. */
export const passing = (value: number | bigint, limit: number | bigint): Pick<More<'INVALID_INPUT'>, 'facts'> =>
  value > limit ? { facts: { limit } } : {};

/** Which item of a list is wrong, from 0; empty if the item is unknown. */
export const item = (index: number): Pick<More<'INVALID_INPUT'>, 'facts'> => (index < 0 ? {} : { facts: { index } });

/**
 * The same to throw.
 * @example throw problem('INVALID_INPUT', 'serial must be a whole number', ['serial'])
 */
export function problem<const Code extends ProblemCode>(
  code: Code,
  said?: Said,
  field?: readonly string[],
  more?: More<Code>,
): ProblemError {
  return new ProblemError(problemOf(code, said, field, more));
}

/** What is wrong with a single parameter. */
export const invalidInput = (field: string, said: Said): ProblemError => problem('INVALID_INPUT', said, [field]);

/** Whether the error says only that something does not exist, or not for this caller. */
export const isAbsence = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.problems.every(({ code }) => rowOf(code).absence === true);

/** Whether the error says only that there is no mount at a path. */
export const saysNoMount = (error: unknown): boolean => isAbsence(error) && error.code === 'MOUNT_NOT_FOUND';

/** Whether the error says that nobody is known who calls. */
export const saysUnauthenticated = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'UNAUTHENTICATED';
