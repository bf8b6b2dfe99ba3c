import { declareObjectType } from '../../platform/graphql/declare.js';
import type { DeclaredField, DeclaredType } from '../../platform/graphql/declare.js';
import { payload, ProblemType } from '../../platform/graphql/payload.js';

type PayloadFields = Readonly<Record<string, Omit<DeclaredField, 'nullable'>>>;

/** Declares a payload type of several fields, each null when there are problems, with `warnings` of what was done all the same. */
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

/** What a mutation answers whose payload has several fields: those of what was done, or problems. */
export async function done<T extends object>(work: () => Promise<T>) {
  const { fields, problems } = await payload('fields', work);
  return { warnings: [], ...fields, problems };
}
