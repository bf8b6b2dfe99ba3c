import type { Problem } from '@trustate/client';

export type ProblemList = readonly Problem[];

/** The problems, each with the field that it is about. */
export function Problems({ of: problems }: { readonly of: ProblemList }) {
  return problems.map((problem) => (
    <p key={problem.code + problem.message} role="alert" className="problem">
      {problem.kind === 'rule' && problem.field !== null && <code>{problem.field.join('.')}</code>} {problem.message}
    </p>
  ));
}
