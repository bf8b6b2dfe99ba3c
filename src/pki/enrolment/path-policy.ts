import { problem } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import { longestName } from './longest-name.js';

/** What decides about requests to a path of an enrolment protocol, as its configuration names it. */
export type PathPolicy =
  | { readonly kind: 'sign-verbatim' }
  | {
      readonly kind: 'role';
      /** Of the role. */
      readonly name: string;
    };

/** Undefined for a text that is none. */
export function pathPolicyOf(text: string): PathPolicy | undefined {
  if (text === 'sign-verbatim') return { kind: text };
  const name = /^role:(.+)$/s.exec(text)?.[1];
  return name === undefined ? undefined : { kind: 'role', name };
}

/** @throws INVALID_INPUT for a text that is none */
export function requirePathPolicy(field: string, text: string): void {
  if (pathPolicyOf(text) && text.length <= longestName + 'role:'.length) return;
  const given = JSON.stringify(text.slice(0, longestName));
  throw problem(
    'INVALID_INPUT',
    worded`invalid ${fieldName(field)}: ${given} is neither sign-verbatim nor role: with the name of a role`,
    [field],
  );
}
