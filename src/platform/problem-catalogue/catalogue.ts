import { authorityProblems } from './authority-problems.js';
import { callerProblems } from './caller-problems.js';
import { serviceProblems } from './service-problems.js';
import { stateProblems } from './state-problems.js';
import type { CatalogueRow, ProblemFacts, ProblemTypeName } from './row.js';

/** The only catalogue of problems of callers; docs/problems.md shows it. Texts from the specification are verbatim; `<…>` marks what the thrower fills in. */
export const catalogue = {
  ...callerProblems,
  ...stateProblems,
  ...authorityProblems,
  ...serviceProblems,
} as const satisfies Readonly<Record<string, CatalogueRow>>;

type Rows = typeof catalogue;

/** The code of a problem. */
export type ProblemCode = keyof Rows;

/** The codes that can appear in a payload. */
export type PayloadCode = {
  [Code in ProblemCode]: Rows[Code] extends { readonly type: ProblemTypeName } ? Code : never;
}[ProblemCode];

/** The type of a code in payloads. */
export type TypeOf<Code extends ProblemCode> = Code extends ProblemCode
  ? Rows[Code] extends { readonly type: infer Type extends ProblemTypeName }
    ? Type
    : 'GenericProblem'
  : never;

/** The additional facts that a problem of this code may have. */
export type FactsOf<Code extends ProblemCode> = ProblemFacts[TypeOf<Code>];

/** The row of a code. */
export const rowOf = (code: ProblemCode): CatalogueRow => catalogue[code];

const isCode = (code: string): code is ProblemCode => Object.hasOwn(catalogue, code);

/** Every code, in the order of the catalogue. */
export const problemCodes: readonly ProblemCode[] = Object.keys(catalogue).filter(isCode);

/** Whether a text is a code of the catalogue. */
export const isProblemCode = isCode;

/** Whether a problem of this code can be in a payload. */
export const isPayloadCode = (code: ProblemCode): code is PayloadCode => rowOf(code).type !== undefined;
