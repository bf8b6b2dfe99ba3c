import { isDeepStrictEqual } from 'node:util';
import { parseDuration } from '../../platform/duration.js';
import type { Role } from './parameters/index.js';
import { readPolicies, showPolicy } from './policy-identifiers.js';

/** How callers of REST wrote fields of a role that are shown in another form, by the names of the specification. */
export type WrittenTexts = Readonly<Record<string, string | readonly string[]>>;

/** What terraform's provider compares with the text of its configuration. It reads `not_before_duration` as a number. */
const durations = [
  ['ttl', 'ttl'],
  ['max_ttl', 'maxTtl'],
] as const satisfies readonly (readonly [name: string, field: keyof Role])[];

/** The texts that mean what the role holds; of others, something has changed the role since. */
export function textsAsWritten(role: Role, written: Readonly<Record<string, unknown>>): WrittenTexts {
  const texts: Record<string, string | readonly string[]> = {};
  for (const [name, field] of durations) {
    const text = written[name];
    if (typeof text === 'string' && parseDuration(text) === role[field]) texts[name] = text;
  }
  const policies = written['policy_identifiers'];
  const isSame = isDeepStrictEqual(readPolicies(policies)?.map(showPolicy), role.policyIdentifiers.map(showPolicy));
  if (isSame && areTexts(policies)) texts['policy_identifiers'] = policies;
  return texts;
}

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
