import type { DatabaseClient, TransactionClient } from '../../platform/database/client.js';
import type { Prisma } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import type { TagValue } from './tag-rules.js';

/** What a tag is bound to. */
export type TagTarget = { readonly workspaceId: string } | { readonly projectId: string };

/** A binding with the key of its tag. */
export interface BoundTag extends TagValue {
  readonly id: string;
  readonly tagId: string;
  readonly workspaceId: string | null;
  readonly projectId: string | null;
}

const withKey = { tag: { select: { key: true } } } as const;

type Row = Prisma.TagBindingGetPayload<{ include: typeof withKey }>;

const toBoundTag = ({ tag, id, tagId, value, workspaceId, projectId }: Row): BoundTag => ({
  id,
  tagId,
  key: tag.key,
  value,
  workspaceId,
  projectId,
});

/** Reads of tags and their bindings. */
export class TagStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  /** Ordered by key. */
  async ofWorkspaces(workspaceIds: readonly string[]): Promise<BoundTag[]> {
    return this.#bindings({ workspaceId: { in: [...workspaceIds] } });
  }

  async ofProjects(projectIds: readonly string[]): Promise<BoundTag[]> {
    return this.#bindings({ projectId: { in: [...projectIds] } });
  }

  async #bindings(where: Prisma.TagBindingWhereInput): Promise<BoundTag[]> {
    const rows = await this.deps.client.tagBinding.findMany({ where, include: withKey });
    return rows.map(toBoundTag).sort((one, other) => (one.key < other.key ? -1 : 1));
  }
}

/** Binds tags to a workspace or project: a key that is already bound gets the new value. Makes the organization's tags as needed. */
export async function bindTags(
  tx: TransactionClient,
  organizationId: string,
  target: TagTarget,
  tags: readonly TagValue[],
  at: Date,
): Promise<void> {
  for (const { key, value } of tags) {
    const tag = await tx.tag.upsert({
      where: { organizationId_key: { organizationId, key } },
      create: { id: ids.tag.make(), organizationId, key, createdAt: at },
      update: {},
    });
    const where =
      'workspaceId' in target
        ? { workspaceId_tagId: { workspaceId: target.workspaceId, tagId: tag.id } }
        : { projectId_tagId: { projectId: target.projectId, tagId: tag.id } };
    await tx.tagBinding.upsert({
      where,
      create: { id: ids.tagBinding.make(), tagId: tag.id, value, ...target, createdAt: at },
      update: { value },
    });
  }
}

/** Takes tags off, by id or by key; what is not bound is no error. */
export async function unbindTags(
  tx: TransactionClient,
  target: TagTarget,
  tags: readonly ({ readonly id: string } | { readonly key: string })[],
): Promise<void> {
  const any = tags.map((tag) => ('id' in tag ? { tagId: tag.id } : { tag: { key: tag.key } }));
  if (any.length > 0) await tx.tagBinding.deleteMany({ where: { ...target, OR: any } });
}

/** Takes all tags off but those with these keys. */
export async function unbindOthers(tx: TransactionClient, target: TagTarget, keep: readonly string[]): Promise<void> {
  await tx.tagBinding.deleteMany({ where: { ...target, NOT: { tag: { key: { in: [...keep] } } } } });
}
