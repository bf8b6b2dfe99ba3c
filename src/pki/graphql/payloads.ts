import { declareObjectType } from '../../platform/graphql/declare.js';
import type { DeclaredField, DeclaredType } from '../../platform/graphql/declare.js';
import { payload, ProblemType } from '../../platform/graphql/payload.js';

type PayloadFields = Readonly<Record<string, Omit<DeclaredField, 'nullable'>>>;

/** Declares a payload type with several fields, each null if there are problems, and with `warnings`. */
export function warnedPayload(name: string, fields: PayloadFields): DeclaredType {
  return severalPayload(name, {
    ...fields,
    warnings: { type: () => [String], description: 'Warnings for the caller.', nullable: false },
  });
}

/** The same without warnings. */
export function severalPayload(name: string, fields: Readonly<Record<string, DeclaredField>>): DeclaredType {
  const shown: [string, DeclaredField][] = Object.entries(fields).map(([field, declared]) => [
    field,
    { nullable: true, ...declared },
  ]);
  return declareObjectType(name, 'The result, or the problems that prevented it.', {
    ...Object.fromEntries(shown),
    problems: { type: () => [ProblemType], description: 'The problems that prevented it; empty on success.' },
  });
}

/** The result of a mutation whose payload has several fields: the fields of the result, or problems. */
export async function done<T extends object>(work: () => Promise<T>) {
  const { fields, problems } = await payload('fields', work);
  return { warnings: [], ...fields, problems };
}
