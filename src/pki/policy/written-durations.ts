import { parseDuration } from '../../platform/duration.js';
import type { Role } from './parameters/index.js';

/** How callers of REST wrote durations of a role, by the names of the specification. */
export type WrittenDurations = Readonly<Record<string, string>>;

/** What terraform's provider compares with the text of its configuration. It reads `not_before_duration` as a number. */
const compared = [
  ['ttl', 'ttl'],
  ['max_ttl', 'maxTtl'],
] as const satisfies readonly (readonly [name: string, field: keyof Role])[];

/** The texts that mean what the role holds; of others, something has changed the role since. */
export const durationsAsWritten = (role: Role, written: Readonly<Record<string, unknown>>): WrittenDurations =>
  Object.fromEntries(
    compared.flatMap(([name, field]) => {
      const text = written[name];
      return typeof text === 'string' && parseDuration(text) === role[field] ? [[name, text]] : [];
    }),
  );
