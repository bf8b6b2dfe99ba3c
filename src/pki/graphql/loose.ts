import type { FieldTable, LooseInput } from '../policy/index.js';

/** An input of a table's fields under the names of the specification, as the policy reads it; what is absent stays absent. */
export function looseInput(table: FieldTable, input: Readonly<Record<string, unknown>>): LooseInput {
  const given = Object.entries(table).filter(([key]) => input[key] !== undefined);
  return Object.fromEntries(given.map(([key, { name }]) => [name, input[key]]));
}
