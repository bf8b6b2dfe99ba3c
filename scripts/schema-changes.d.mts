export interface BreakingChange {
  readonly change: string;
  readonly message: string;
}
export function breakingChanges(before: string, after: string): Promise<BreakingChange[]>;
export function compare<Declared extends { readonly change: string }>(
  changes: readonly BreakingChange[],
  declared: readonly Declared[],
): { undeclared: BreakingChange[]; outdated: Declared[] };
