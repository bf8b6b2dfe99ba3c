import type { Problem } from '@trustate/client';

export type ProblemList = readonly Problem[];

/** What stood in the way, each with the field it is about. */
export function Problems({ of: problems }: { readonly of: ProblemList }) {
  return problems.map((problem) => (
    <p key={problem.code + problem.message} role="alert" className="problem">
      {problem.kind === 'rule' && problem.field !== null && <code>{problem.field.join('.')}</code>} {problem.message}
    </p>
  ));
}
