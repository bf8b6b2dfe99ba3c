import { Name, X509Error, type NameParts } from '../x509/index.js';
import type { Role } from './role-fields.js';
import type { Broken } from './rules.js';

/** The parts of the subject that a role or a request gives as lists, with the names of their fields. */
export const subjectLists = {
  ou: 'organizationalUnit',
  organization: 'organization',
  country: 'country',
  locality: 'locality',
  province: 'province',
  street_address: 'streetAddress',
  postal_code: 'postalCode',
} as const satisfies Record<string, keyof NameParts>;

export type SubjectLists = Pick<
  Role,
  'ou' | 'organization' | 'country' | 'locality' | 'province' | 'streetAddress' | 'postalCode'
>;

const listsByField = (lists: SubjectLists): Record<keyof typeof subjectLists, readonly string[]> => ({
  ou: lists.ou,
  organization: lists.organization,
  country: lists.country,
  locality: lists.locality,
  province: lists.province,
  street_address: lists.streetAddress,
  postal_code: lists.postalCode,
});

/** The lists as parts of a name, none of their values twice. */
export function subjectParts(lists: SubjectLists): NameParts {
  const entries = Object.entries(listsByField(lists));
  return Object.fromEntries(entries.map(([field, values]) => [partOf(field), [...new Set(values)]]));
}

const partOf = (field: string): string => Object.entries(subjectLists).find(([name]) => name === field)?.[1] ?? field;

export function subjectFaults(lists: SubjectLists): Broken[] {
  return Object.entries(listsByField(lists)).flatMap(([field, values]) =>
    values.flatMap((value) => {
      const fault = nameFault({ [partOf(field)]: [value] });
      return fault === undefined
        ? []
        : [{ field, value, rule: 'subject-text' as const, message: `${field}: ${fault}` }];
    }),
  );
}

/** Why a name cannot be written. */
export function nameFault(parts: NameParts): string | undefined {
  try {
    Name.of(parts);
    return undefined;
  } catch (error) {
    if (error instanceof X509Error) return error.message;
    throw error;
  }
}
