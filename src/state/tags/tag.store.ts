import { date, text as textOf } from '../../platform/database/columns.js';
import { condition } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import { madeOfRows } from '../../platform/database/made-of-rows.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { rowsBeside } from '../../platform/database/rows-among.js';
import type { DatabaseClient, TransactionClient } from '../../platform/database/client.js';
import type { Database } from '../../platform/database/database.js';
import { inLockOrder } from '../../platform/database/lock-order.js';
import type { Prisma, TagRow } from '../../platform/database/models.js';
import { rowCount, rowCounts } from '../../platform/database/row-counts.js';
import { amongFew, fewContaining } from '../../platform/database/name-parts.js';
import { searchColumn, searched } from '../../platform/database/text-search.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import { way } from '../../platform/graphql/read-page.js';
import type { PagePlace } from '../../platform/graphql/read-page.js';
import { ids } from '../../platform/ids.js';
import { paired } from '../../platform/paired.js';
import { requireNoOverride } from './reserved-key.store.js';
import { requireTagCount } from './tag-rules.js';
import type { TagValue } from './tag-rules.js';

/** What a tag is bound to. */
export type TagTarget = { readonly workspaceId: string } | { readonly projectId: string };

/** A binding with the key of its tag. */
export interface BoundTag extends TagValue {
  readonly id: string;
  readonly tagId: string;
  readonly workspaceId: string | null;
  readonly projectId: string | null;
  readonly createdAt: Date;
}

const withKey = { tag: { select: { key: true } } } as const;

type Row = Prisma.TagBindingGetPayload<{ include: typeof withKey }>;

const toBoundTag = ({ tag, id, tagId, value, workspaceId, projectId, createdAt }: Row): BoundTag => ({
  id,
  tagId,
  key: tag.key,
  value,
  workspaceId,
  projectId,
  createdAt,
});

/** The filter of a list of tags. */
export interface TagFilter {
  /** Part of the key, in any case. */
  readonly search?: string | null | undefined;
  /** Excludes tags that this workspace already has. */
  readonly notOnWorkspaceId?: string | null | undefined;
}

const boundTag = rowReader<BoundTag>({
  ...{ id: textOf, tagId: textOf, key: { sql: 't."key"', read: textOf }, value: textOf },
  ...{ workspaceId: textOf.orNull, projectId: textOf.orNull, createdAt: date },
});

const boundTagsSql = ({ sql, parameters }: SqlCondition) =>
  condition(
    `SELECT ${boundTag.selection('b')} FROM "TagBinding" b JOIN "Tag" t ON t."id" = b."tagId" WHERE b.${sql}`,
    ...parameters,
  );

const boundTagsOf = madeOfRows(boundTag.read);

const byKey = keyset({ key: ascending(text), id: ascending(text) });

/** Reads of tags and their bindings. */
export class TagStore {
  constructor(private readonly deps: { client: DatabaseClient; names: Pick<Database, 'readSql' | 'readBeside'> }) {}

  byId(id: string): Promise<TagRow | null> {
    return this.deps.client.tag.findUnique({ where: { id } });
  }

  /** Ids of an organization's tags → their keys. */
  async keysOf(organizationId: string, tagIds: readonly string[]): Promise<Map<string, string>> {
    if (tagIds.length === 0) return new Map();
    const tags = await this.deps.client.tag.findMany({ where: { organizationId, id: { in: [...tagIds] } } });
    return new Map(tags.map(({ id, key }) => [id, key]));
  }

  async list(organizationId: string, filter: TagFilter, { backwards, ...page }: PagePlace): Promise<TagRow[]> {
    const where = await this.#where(organizationId, filter);
    const orderBy = [{ key: way(backwards) }, { id: way(backwards) }];
    return this.deps.client.tag.findMany({ where, orderBy, ...page });
  }

  async count(organizationId: string, filter: TagFilter): Promise<number | bigint> {
    if (filter.search != null) return this.deps.client.tag.count({ where: await this.#where(organizationId, filter) });
    const all = await rowCount(this.deps.names, `tag/${organizationId}`);
    return all - BigInt(await this.#countOn(organizationId, filter));
  }

  /** Those that a filter leaves out: a workspace has few. */
  async #countOn(organizationId: string, { notOnWorkspaceId }: TagFilter): Promise<number> {
    if (notOnWorkspaceId == null) return 0;
    const bound = await this.deps.client.tagBinding.findMany({ where: { workspaceId: notOnWorkspaceId } });
    return this.deps.client.tag.count({ where: { organizationId, id: { in: bound.map(({ tagId }) => tagId) } } });
  }

  async connection(organizationId: string, filter: TagFilter, page: PageAsked): Promise<Connection<TagRow>> {
    const found = await this.#where(organizationId, filter);
    return keysetPage(byKey, page, {
      rows: ({ where, orderBy, take }) =>
        this.deps.client.tag.findMany({ where: { AND: [found, where] }, orderBy, take }),
      count: () => this.count(organizationId, filter),
    });
  }

  /** The number of workspaces that have each tag themselves. */
  async instanceCounts(tagIds: readonly string[]): Promise<Map<string, number>> {
    const counts = await rowCounts(
      this.deps.names,
      tagIds.map((id) => `tagged-workspace/${id}` as const),
    );
    return new Map(tagIds.map((id) => [id, Number(counts.get(`tagged-workspace/${id}`) ?? 0n)]));
  }

  /** Ordered by key. */
  async ofWorkspaces(workspaceIds: readonly string[]): Promise<BoundTag[]> {
    return inOrder(boundTagsOf(await rowsBeside(this.deps.names, 'workspaceId', workspaceIds, boundTagsSql)));
  }

  /** In no order that matters. */
  async byIds(ids: readonly string[]): Promise<BoundTag[]> {
    return this.#bindings({ id: { in: [...ids] } });
  }

  async ofProjects(projectIds: readonly string[]): Promise<BoundTag[]> {
    return this.#bindings({ projectId: { in: [...projectIds] } });
  }

  /** Those that few keys match are named. */
  async #where(organizationId: string, filter: TagFilter): Promise<Prisma.TagWhereInput> {
    const few = await fewContaining(this.deps.names, filter.search, `tag/${organizationId}`);
    return { AND: [whereTags(organizationId, filter), ...amongFew(few)] };
  }

  async #bindings(where: Prisma.TagBindingWhereInput): Promise<BoundTag[]> {
    const rows = await this.deps.client.tagBinding.findMany({ where, include: withKey });
    return inOrder(rows.map(toBoundTag));
  }
}

const inOrder = (tags: readonly BoundTag[]): BoundTag[] =>
  [...tags].sort((one, other) => (one.key < other.key ? -1 : 1));

function whereTags(organizationId: string, { search, notOnWorkspaceId }: TagFilter): Prisma.TagWhereInput {
  return {
    organizationId,
    ...(search != null && { searchName: searched({ contains: search }) }),
    ...(notOnWorkspaceId != null && { NOT: { bindings: { some: { workspaceId: notOnWorkspaceId } } } }),
  };
}

/**
 * Binds tags to a workspace or project: a key that is already bound gets the new value. Creates tags of the organization as needed.
 * @throws INVALID_INPUT if the object would have too many, or override what its project alone decides
 */
export async function bindTags(
  tx: TransactionClient,
  organizationId: string,
  target: TagTarget,
  tags: readonly TagValue[],
  at: Date,
): Promise<void> {
  if ('workspaceId' in target) await requireNoOverride(tx, organizationId, target.workspaceId, tags);
  // Bindings of one time are in the order of their ids.
  const bindingIds = tags.map(() => ids.tagBinding.make()).toSorted();
  for (const [{ key, value }, id] of inLockOrder(paired(tags, bindingIds), ([tag]) => tag.key)) {
    const tag = await tx.tag.upsert({
      where: { organizationId_key: { organizationId, key } },
      create: { id: ids.tag.make(), organizationId, key, ...searchColumn(key), createdAt: at },
      // The update is necessary so that the database itself decides if two create the tag at once.
      update: { key },
    });
    const where =
      'workspaceId' in target
        ? { workspaceId_tagId: { workspaceId: target.workspaceId, tagId: tag.id } }
        : { projectId_tagId: { projectId: target.projectId, tagId: tag.id } };
    await tx.tagBinding.upsert({
      where,
      create: { id, tagId: tag.id, value, ...target, createdAt: at },
      update: { value },
    });
  }
  requireTagCount(await tx.tagBinding.count({ where: target }), ['tags']);
}

/** Removes tags by id or by key; a tag that is not bound is not an error. @returns the removed ones, by key */
export async function unbindTags(
  tx: TransactionClient,
  target: TagTarget,
  tags: readonly ({ readonly id: string } | { readonly key: string })[],
): Promise<TagValue[]> {
  const any = tags.map((tag) => ('id' in tag ? { tagId: tag.id } : { tag: { key: tag.key } }));
  if (any.length === 0) return [];
  const where = { ...target, OR: any };
  const bound = await tx.tagBinding.findMany({ where, include: withKey, orderBy: { tag: { key: 'asc' } } });
  await tx.tagBinding.deleteMany({ where });
  return bound.map(({ tag: { key }, value }) => ({ key, value }));
}

/** Removes all tags except those with these keys. */
export async function unbindOthers(tx: TransactionClient, target: TagTarget, keep: readonly string[]): Promise<void> {
  await tx.tagBinding.deleteMany({ where: { ...target, NOT: { tag: { key: { in: [...keep] } } } } });
}
