import { ProblemError, type Problem } from '../platform/problems.js';
import type { Broken } from './policy/index.js';

const problemOf = ({ field, message }: Broken): Problem => ({ code: 'REQUEST_REFUSED', message, field: [field] });

/** Every rule that stands against a request, for the caller to see at once. */
export const refused = ([first, ...others]: readonly [Broken, ...Broken[]]): ProblemError =>
  new ProblemError(problemOf(first), ...others.map(problemOf));
