import type { Prisma } from '../../platform/database/models.js';
import { searched } from '../../platform/database/text-search.js';
import type { TextPart } from '../../platform/database/text-search.js';
import type { RunStatus } from '../runs/run-status.js';
import { checkedTags } from '../tags/tag-conditions.js';
import type { TagCondition } from '../tags/tag-conditions.js';
import type { SoughtTag, SoughtTags } from './sought-tags.js';
import { longestName } from './workspace-name.js';

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

const workspaceSortKeys = ['name', 'latest-change-at', 'created-at', 'updated-at', 'current-run.created-at'] as const;
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
  return conditions(search, { fixed: none, tags: new Map() }).length > 0;
}

/** Keys of all tags that it names. @throws INVALID_PARAMETER for too many tags */
export const keysAsked = (search: WorkspaceSearch): readonly string[] => [
  ...checkedTags(search.tags, 'tags'),
  ...checkedTags(search.excludeTags, 'excludeTags'),
  ...checkedTags(search.tagged, 'tagged').map(({ key }) => key),
];

/** The tags that a workspace must have. */
export const tagsAsked = ({ tags = [], tagged: asked = [] }: WorkspaceSearch): readonly TagCondition[] => [
  ...tags.map((key) => ({ key })),
  ...asked,
];

/** The key of a tag if the search is for nothing but it, or its absence. */
export function onlyTag(search: WorkspaceSearch): { readonly key: string; readonly absent: boolean } | null {
  const keys = keysAsked(search);
  const [key] = keys;
  if (key === undefined || keys.length > 1 || search.tagged?.some(({ value }) => value !== undefined)) return null;
  const { tags: _, excludeTags, tagged: __, ...others } = search;
  return isNarrowed(others) ? null : { key, absent: excludeTags !== undefined && excludeTags.length > 0 };
}

/**
 * One condition for each member of {@link WorkspaceSearch}.
 * @throws INVALID_PARAMETER for too many tags
 */
export function searchConditions(search: WorkspaceSearch, known: Known): Where {
  return { AND: conditions(search, known) };
}

/** What is known of the tags that a search names. */
interface Known {
  readonly tags: SoughtTags;
  /** Keys that workspaces cannot override, among {@link valuesAsked}. */
  readonly fixed: ReadonlySet<string> | undefined;
}

function conditions(search: WorkspaceSearch, { tags, fixed = none }: Known): Where[] {
  return [
    ...nameConditions(search),
    ...checkedTags(search.tags, 'tags').map((key) => tagged({ key }, tags)),
    ...checkedTags(search.excludeTags, 'excludeTags').map((key): Where => ({ NOT: tagged({ key }, tags) })),
    ...checkedTags(search.tagged, 'tagged').map((asked) =>
      asked.value !== undefined && fixed.has(asked.key) ? taggedByProject(asked, tags) : tagged(asked, tags),
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
function tagged({ key, value }: TagCondition, tags: SoughtTags): Where {
  const tag = tags.get(key);
  if (!tag) return nothing;
  const inherited = inheriting(tag, value);
  return { OR: [having(tag, value), value === undefined ? inherited : { AND: [inherited, lacking(tag)] }] };
}

/** The binding of the project hides that of the workspace. */
function taggedByProject({ key, value }: TagCondition, tags: SoughtTags): Where {
  const tag = tags.get(key);
  if (!tag) return nothing;
  return { OR: [inheriting(tag, value), { AND: [having(tag, value), { NOT: inheriting(tag, undefined) }] }] };
}

const nothing: Where = { id: { in: [] } };

const lacking = ({ id: tagId }: SoughtTag, value?: string): Where => ({
  tagBindings: { none: { tagId, ...(value !== undefined && { value }) } },
});

/** Of itself: asked of each workspace, as what is lacking is, because a list of all that have a tag may be long. */
const having = (tag: SoughtTag, value: string | undefined): Where => ({ NOT: lacking(tag, value) });

function inheriting({ id: tagId, projects }: SoughtTag, value: string | undefined): Where {
  const binding = { tagId, ...(value !== undefined && { value }) };
  if (projects === null) return { project: { tagBindings: { some: binding } } };
  const bound = projects.filter((project) => value === undefined || project.value === value);
  return { projectId: { in: bound.map(({ id }) => id) } };
}
