import type { Prisma } from '../../platform/database/models.js';
import { searched } from '../../platform/database/text-search.js';
import type { TextPart } from '../../platform/database/text-search.js';
import { problem } from '../../platform/problems.js';
import type { RunStatus } from '../runs/run-status.js';
import { longestName } from './workspace-name.js';

/** A tag that a workspace must have; without a value, any value matches. */
export interface TagCondition {
  readonly key: string;
  readonly value?: string;
}

/** The filter of a list of workspaces. All conditions must be met. */
export interface WorkspaceSearch {
  /** Part of the name, in any case. */
  readonly name?: string;
  /** The name with `*` at its beginning, at its end, or at both, in any case. */
  readonly wildcardName?: string;
  /** Keys of tags that must all exist, on the workspace or inherited from its project. */
  readonly tags?: readonly string[];
  /** Keys of tags that must not exist. */
  readonly excludeTags?: readonly string[];
  readonly tagged?: readonly TagCondition[];
  readonly projectId?: string;
  /** The status of the newest run: any of these. */
  readonly currentRunStatuses?: readonly RunStatus[];
  readonly locked?: boolean;
}

export const workspaceSortKeys = [
  'name',
  'latest-change-at',
  'created-at',
  'updated-at',
  'current-run.created-at',
] as const;
export type WorkspaceSortKey = (typeof workspaceSortKeys)[number];

export interface WorkspaceSort {
  readonly by: WorkspaceSortKey;
  readonly descending: boolean;
}

type Where = Prisma.WorkspaceWhereInput;

/** The tags whose values decide. */
export const valuesAsked = ({ tagged: asked = [] }: WorkspaceSearch): readonly string[] =>
  asked.flatMap(({ key, value }) => (value === undefined ? [] : [key]));

const none: ReadonlySet<string> = new Set();

export function isNarrowed(search: WorkspaceSearch): boolean {
  return conditions(search, none).length > 0;
}

/** Largest number of tags in each list of a search: each is a condition of the statement, and SQLite limits their number. */
const mostTags = 20;

function checked<T>(list: readonly T[] | undefined, field: 'tags' | 'excludeTags' | 'tagged'): readonly T[] {
  if (list === undefined || list.length <= mostTags) return list ?? [];
  throw problem('INVALID_PARAMETER', `A search may name at most ${mostTags} tags`, ['filter', field]);
}

/**
 * One condition for each member of {@link WorkspaceSearch}.
 * @param fixed keys that workspaces cannot override, among {@link valuesAsked}
 * @throws INVALID_PARAMETER for too many tags
 */
export function searchConditions(search: WorkspaceSearch, fixed: ReadonlySet<string> = none): Where {
  return { AND: conditions(search, fixed) };
}

function conditions(search: WorkspaceSearch, fixed: ReadonlySet<string>): Where[] {
  return [
    ...nameConditions(search),
    ...checked(search.tags, 'tags').map((key) => tagged({ key })),
    ...checked(search.excludeTags, 'excludeTags').map((key): Where => ({ NOT: tagged({ key }) })),
    ...checked(search.tagged, 'tagged').map((asked) =>
      asked.value !== undefined && fixed.has(asked.key) ? taggedByProject(asked) : tagged(asked),
    ),
    ...(search.projectId ? [{ projectId: search.projectId }] : []),
    ...(search.currentRunStatuses ? [{ currentRunStatus: { in: [...search.currentRunStatuses] } }] : []),
    ...(search.locked === undefined ? [] : [{ lockedAt: search.locked ? { not: null } : null }]),
  ];
}

/** The parts that the name must have; null if no name has them. */
export function namePartsOf({ name, wildcardName }: WorkspaceSearch): readonly TextPart[] | null {
  const byWildcard = wildcardName ? wildcardParts(wildcardName) : [];
  return byWildcard && [...(name ? [{ contains: name }] : []), ...byWildcard];
}

function nameConditions(search: WorkspaceSearch): Where[] {
  const parts = namePartsOf(search);
  return parts === null ? [{ id: { in: [] } }] : parts.map((part) => ({ searchName: searched(part) }));
}

function wildcardParts(pattern: string): readonly TextPart[] | null {
  // No name is so long, and every part would be a condition of the statement.
  if (pattern.replaceAll('*', '').length > longestName) return null;
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return [{ equals: first }];
  return [
    ...(first ? [{ startsWith: first }] : []),
    ...others.filter(Boolean).map((part) => ({ contains: part })),
    ...(last ? [{ endsWith: last }] : []),
  ];
}

/** A workspace's own binding of a key hides the inherited one. */
function tagged({ key, value }: TagCondition): Where {
  const binding = { tag: { key }, ...(value !== undefined && { value }) };
  const own: Where = { tagBindings: { some: binding } };
  const inherited: Where = {
    project: { tagBindings: { some: binding } },
    ...(value !== undefined && { NOT: { tagBindings: { some: { tag: { key } } } } }),
  };
  return { OR: [own, inherited] };
}

/** The binding of the project hides that of the workspace. */
function taggedByProject({ key, value }: TagCondition): Where {
  const binding = { tag: { key }, ...(value !== undefined && { value }) };
  const bound = { tagBindings: { some: { tag: { key } } } };
  return {
    OR: [{ project: { tagBindings: { some: binding } } }, { tagBindings: { some: binding }, NOT: { project: bound } }],
  };
}
