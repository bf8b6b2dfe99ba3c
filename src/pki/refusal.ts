import { problem, problemOf, ProblemError } from '../platform/problems.js';
import type { Problem } from '../platform/problems.js';
import { rules } from './policy/rules.js';
import type { AllBroken, Broken } from './policy/rules.js';
import { camel } from '../platform/wording.js';
import { spelledForGraphql } from './policy/parameters/index.js';
import { X509Error } from './x509/index.js';

const asProblem = ({ field, message, rule, value }: Broken): Problem => {
  const said = { inVault: message, inGraphql: spelledForGraphql(message, value) };
  return problemOf('REQUEST_REFUSED', said, [camel(field)], { facts: { rule, meaning: rules[rule], value } });
};

/** All broken rules as problems of one refusal, in the order in which they were found. */
export function refused([first, ...others]: AllBroken): ProblemError {
  return new ProblemError(asProblem(first), ...others.map(asProblem));
}

/** Parses given documents; one that cannot be parsed is a refusal of its field. @throws REQUEST_REFUSED */
export function reading<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof X509Error) throw problem('REQUEST_REFUSED', error.message, [field]);
    throw error;
  }
}
