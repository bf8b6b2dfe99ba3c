import { Name, X509Error, type NameParts } from '../x509/index.js';
import type { Role } from './parameters/index.js';
import type { Broken } from './rules.js';

/** The lists of a role or request that become parts of the subject: field, key, part. */
const subjectLists = [
  ['ou', 'ou', 'organizationalUnit'],
  ['organization', 'organization', 'organization'],
  ['country', 'country', 'country'],
  ['locality', 'locality', 'locality'],
  ['province', 'province', 'province'],
  ['street_address', 'streetAddress', 'streetAddress'],
  ['postal_code', 'postalCode', 'postalCode'],
] as const satisfies readonly (readonly [string, keyof Role, keyof NameParts])[];

export type SubjectLists = Pick<Role, (typeof subjectLists)[number][1]>;

/** The lists as parts of a name, without duplicates. */
export const subjectParts = (lists: SubjectLists): NameParts =>
  Object.fromEntries(subjectLists.map(([, key, part]) => [part, [...new Set(lists[key])]]));

/** A broken rule for each value that its attribute cannot contain. */
export const subjectFaults = (lists: SubjectLists): Broken[] =>
  subjectLists.flatMap(([field, key, part]) =>
    lists[key].flatMap((value): Broken[] => {
      const { fault } = nameOf({ [part]: [value] });
      return fault === undefined ? [] : [{ field, value, rule: 'subject-text', message: `${field}: ${fault}` }];
    }),
  );

/** A name, or why it cannot be written. */
export function nameOf(
  parts: NameParts,
): { readonly name: Name; readonly fault?: never } | { readonly name?: never; readonly fault: string } {
  try {
    return { name: Name.of(parts) };
  } catch (error) {
    if (error instanceof X509Error) return { fault: error.message };
    throw error;
  }
}
