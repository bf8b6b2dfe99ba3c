import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { AuditTarget } from '../../identity/audit/target.js';
import type { Caller } from '../../identity/caller.js';
import type { Directory } from '../../identity/directory.js';
import type { Clock } from '../../platform/clock.js';
import type { ReservedTagKeyRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { ReservedKeyStore } from './reserved-key.store.js';
import { keyFault } from './tag-rules.js';

/** Reserved keys of one organization. */
export const mostReservedKeys = 100;

export interface NewReservedKey {
  readonly key: string;
  readonly disableOverrides?: boolean | null | undefined;
}

export interface ReservedKeyUpdate {
  readonly key?: string | null | undefined;
  readonly disableOverrides?: boolean | null | undefined;
}

const unique = [
  {
    model: 'ReservedTagKey',
    columns: ['organizationId', 'key'],
    field: ['key'],
    message: 'Key has already been taken',
  },
] as const;

/** Keys of tags that an organization reserves: for its projects alone, where it says so. */
export class ReservedKeys {
  constructor(
    private readonly deps: {
      store: ReservedKeyStore;
      directory: Directory;
      access: Access;
      changes: RecordedChanges;
      clock: Clock;
    },
  ) {}

  /** @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<ReservedTagKeyRow> {
    const reserved = await this.#find(id);
    await this.deps.access.onOrganization(caller, 'tag.read', reserved.organizationId);
    return reserved;
  }

  /** By key. @throws NOT_FOUND */
  async list(caller: Caller, organization: string): Promise<readonly ReservedTagKeyRow[]> {
    const { id } = await this.deps.directory.organization(organization);
    await this.deps.access.onOrganization(caller, 'tag.read', id);
    return this.deps.store.ofOrganization(id);
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async create(
    caller: Caller,
    organization: string,
    { key, disableOverrides }: NewReservedKey,
  ): Promise<ReservedTagKeyRow> {
    const { access, changes, clock, directory } = this.deps;
    const { id: organizationId } = await directory.organization(organization);
    await access.onOrganization(caller, 'tag.manage', organizationId);
    requireKey(key);
    const now = clock.now();
    const data = { id: ids.reservedTagKey.make(), organizationId, key, disableOverrides: disableOverrides ?? false };
    return changes.make(
      caller,
      'reserved-tag-key.create',
      async (tx) => {
        const count = await tx.reservedTagKey.count({ where: { organizationId } });
        if (count >= mostReservedKeys)
          throw problem('INVALID_INPUT', `An organization reserves at most ${mostReservedKeys} keys`, ['key']);
        const result = await tx.reservedTagKey.create({ data: { ...data, createdAt: now, updatedAt: now } });
        return { result, target: targetOf(result), details: { disableOverrides: result.disableOverrides } };
      },
      { unique },
    );
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async update(caller: Caller, id: string, { key, disableOverrides }: ReservedKeyUpdate): Promise<ReservedTagKeyRow> {
    const { access, changes, clock } = this.deps;
    await access.onOrganization(caller, 'tag.manage', (await this.#find(id)).organizationId);
    if (key != null) requireKey(key);
    const data = {
      updatedAt: clock.now(),
      ...(key != null && { key }),
      ...(disableOverrides != null && { disableOverrides }),
    };
    return changes.make(
      caller,
      'reserved-tag-key.update',
      async (tx) => {
        const result = await tx.reservedTagKey.update({ where: { id }, data });
        return { result, target: targetOf(result), details: { disableOverrides: result.disableOverrides } };
      },
      { unique },
    );
  }

  /** @throws NOT_FOUND */
  async delete(caller: Caller, id: string): Promise<string> {
    const reserved = await this.#find(id);
    await this.deps.access.onOrganization(caller, 'tag.manage', reserved.organizationId);
    return this.deps.changes.make(caller, 'reserved-tag-key.delete', async (tx) => {
      await tx.reservedTagKey.delete({ where: { id } });
      return { result: id, target: targetOf(reserved) };
    });
  }

  async #find(id: string): Promise<ReservedTagKeyRow> {
    const reserved = ids.reservedTagKey.is(id) ? await this.deps.store.byId(id) : null;
    if (!reserved) throw problem('NOT_FOUND');
    return reserved;
  }
}

/** @throws INVALID_INPUT */
function requireKey(key: string): void {
  const fault = keyFault(key);
  if (fault) throw problem('INVALID_INPUT', `Key is invalid: ${fault}`, ['key']);
}

const targetOf = ({ id, key, organizationId }: ReservedTagKeyRow): AuditTarget => ({
  type: 'reserved-tag-key',
  id,
  name: key,
  organizationId,
});
