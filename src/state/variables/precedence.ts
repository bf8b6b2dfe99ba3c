/** Where a variable comes from, as far as it decides which of several with the same key and category counts. */
export interface Origin {
  /** `null` for a variable of the workspace itself. */
  readonly set: {
    readonly id: string;
    readonly name: string;
    readonly ownedByProject: boolean;
    readonly priority: boolean;
    /** The ways by which the set is for the workspace. */
    readonly scopes: readonly Scope[];
  } | null;
}

export type Scope = 'workspace' | 'project' | 'global';

type Place = `${'priority ' | ''}${Scope} of ${'project' | 'organization'}` | 'workspace itself';

/** Terraform Enterprise, Variables: the first of these counts. */
const order: readonly Place[] = [
  'priority global of organization',
  'priority project of organization',
  'priority workspace of organization',
  'priority project of project',
  'priority workspace of project',
  'workspace itself',
  'workspace of project',
  'project of project',
  'workspace of organization',
  'project of organization',
  'global of organization',
];

function rankOf({ set }: Origin): number {
  if (!set) return order.indexOf('workspace itself');
  const ranks = set.scopes.map((scope) =>
    order.indexOf(`${set.priority ? 'priority ' : ''}${scope} of ${set.ownedByProject ? 'project' : 'organization'}`),
  );
  return Math.min(...ranks.filter((rank) => rank >= 0), order.length);
}

interface Named {
  readonly key: string;
  readonly category: string;
}

/** Of each key and category the variable that counts, by key. Of two at the same place it is the one whose set is first by name. */
export function effective<V extends Named>(variables: readonly (readonly [V, Origin])[]): V[] {
  const weighed = variables.map(([variable, origin]) => ({
    variable,
    rank: rankOf(origin),
    name: origin.set?.name ?? '',
    id: origin.set?.id ?? '',
  }));
  weighed.sort((a, b) => a.rank - b.rank || compared(a.name, b.name) || compared(a.id, b.id));
  const first = new Map<string, V>();
  for (const { variable } of weighed) {
    const name = `${variable.category} ${variable.key}`;
    if (!first.has(name)) first.set(name, variable);
  }
  return [...first.values()].sort((a, b) => compared(a.key, b.key) || compared(a.category, b.category));
}

const compared = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
