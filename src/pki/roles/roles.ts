import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { raiseMountRevision } from '../changes.js';
import { roleEvent } from '../events/pki-events.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import { defaultReference } from '../issuers/references.js';
import type { MountAccess, PathCapability } from '../access.js';
import {
  textsAsWritten,
  parseRole,
  patchRole,
  longestName,
  referencePattern,
  showRole,
  type GivenRole,
  type Role,
  type RoleOutcome,
  type WrittenTexts,
} from '../policy/index.js';
import type { MountTarget } from '../mounts/mount-target.js';
import { refused } from '../refusal.js';
import type { NamedRole, RoleStore } from './role.store.js';
import type { Actor } from '../../identity/audit/actor.js';
import type { AuditTarget } from '../../identity/audit/target.js';
import type { Said, Wording } from '../../platform/wording.js';

/** A role: the path of its mount, and its name there. */
export interface RoleTarget {
  readonly mount: string;
  readonly name: string;
}

/** A role to change or delete: its place, and its id if it was named by that. Another role may have taken the name. */
export interface RoleToChange {
  readonly mount: MountTarget;
  readonly name: string;
  readonly id?: string | undefined;
}

export interface ReadRole extends NamedRole {
  /** Path. */
  readonly mount: string;
}

export interface WrittenRole {
  readonly role: ReadRole;
  readonly warnings: readonly Said[];
}

/** The named policies for issuance of a mount (Vault API, PKI: "Create/update role"). */
export class Roles {
  constructor(
    private readonly deps: {
      database: Database;
      store: RoleStore;
      authorities: AuthorityReader;
      access: MountAccess;
      audit: Audit;
      clock: Clock;
      /** Called for every written role, so that keys of its type are generated in advance. */
      written: (role: Role) => void;
    },
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND */
  async read(caller: Caller, target: RoleTarget): Promise<ReadRole> {
    const { mount } = await this.#to(caller, target, 'read');
    return this.#existing(mount, target.name);
  }

  /** The current state of the role of an event; null if it does not exist any more. @throws MOUNT_NOT_FOUND */
  async known({ mountPath, name }: { readonly mountPath: string; readonly name: string }): Promise<ReadRole | null> {
    const { mount } = await this.deps.authorities.byPath(mountPath);
    const found = await this.deps.store.find(mount.id, name);
    return found && { ...found, mount: mount.path };
  }

  /** The mount of the roles, for callers who may list them. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async place(caller: Caller, path: string): Promise<Place> {
    return (await this.deps.access.to(caller, path, 'roles/', 'list')).mount;
  }

  /** In alphabetical order. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async names(caller: Caller, path: string, asked: ValuesAsked): Promise<string[]> {
    const mount = await this.place(caller, path);
    return this.deps.store.names(mount.id, asked);
  }

  /**
   * Creates a role, or replaces one completely: absent fields get their defaults.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, REQUEST_REFUSED with every broken rule
   */
  async write(caller: Caller, target: RoleTarget, given: GivenRole, written: WrittenTexts = {}): Promise<WrittenRole> {
    const authority = await this.#to(caller, target, 'update');
    const { mount } = authority;
    if (!referencePattern.test(target.name)) {
      const message = `role name ${JSON.stringify(target.name)} may hold word characters, dots and hyphens`;
      throw problem('REQUEST_REFUSED', message, ['name']);
    }
    if (target.name.length > longestName)
      throw problem('REQUEST_REFUSED', `role name may have at most ${longestName} characters`, ['name']);
    const place = { id: ids.role.make(), mount, name: target.name };
    return lackingIssuer(
      authority,
      await this.#put(caller, place, 'role.write', () => Promise.resolve({ ...parseRole(given), written })),
    );
  }

  /**
   * RFC 7396: given fields are replaced, null sets the default, absent fields do not change.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND, REQUEST_REFUSED
   */
  async patch(
    caller: Caller,
    target: RoleToChange,
    patch: GivenRole,
    written: WrittenTexts = {},
  ): Promise<WrittenRole> {
    const authority = await this.#to(caller, target, 'patch');
    const { mount } = authority;
    const { id, name } = await this.#existing(mount, target.name, target.id);
    const patched = await this.#put(caller, { id, mount, name }, 'role.patch', async (tx) => {
      const before = await this.deps.store.definitionIn(tx, id);
      if (!before) throw problem('NOT_FOUND');
      return { ...patchRole(before.role, patch), written: { ...before.written, ...written } };
    });
    return lackingIssuer(authority, patched);
  }

  /**
   * For other parts of the service, which have already authorized the caller.
   * @param change gets the present role, or null if there is none, and returns the new one
   * @throws MOUNT_NOT_FOUND, REQUEST_REFUSED
   */
  async putAs(
    actor: Actor,
    mount: Place,
    name: string,
    change: (before: Role | null) => GivenRole,
  ): Promise<WrittenRole> {
    return this.#put(actor, { id: ids.role.make(), mount, name }, 'role.write', async (tx) => {
      // The row of the mount is written first, so that concurrent changes of the role happen before or after.
      await raiseMountRevision(tx, mount.id);
      return { ...parseRole(change(await this.deps.store.namedIn(tx, mount.id, name))), written: {} };
    });
  }

  /**
   * A missing role counts as deleted. @returns its id, null if there was none @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND for an id that no longer
   * has its name
   */
  async delete(caller: Caller, target: RoleToChange): Promise<string | null> {
    const { mount } = await this.#to(caller, target, 'delete');
    const found = await this.deps.store.find(mount.id, target.name);
    requireSameRole(found, target.id);
    if (!found) return null;
    await this.deps.database.transaction(async (tx) => {
      const { count } = await tx.role.deleteMany({ where: { id: found.id } });
      if (count > 0) await recordEvents(tx, roleEvent('role.deleted', found, this.deps.clock.now()));
      await this.deps.audit.record(tx, caller, 'role.delete', roleTarget({ ...found, mount: mount.path }));
    });
    return found.id;
  }

  #to(caller: Caller, { mount, name }: RoleToChange, capability: PathCapability): Promise<Authority> {
    return this.deps.access.to(caller, mount, `roles/${name}`, capability);
  }

  async #existing(mount: Place, name: string, id?: string): Promise<ReadRole> {
    const found = await this.deps.store.find(mount.id, name);
    if (!found) throw problem('NOT_FOUND');
    requireSameRole(found, id);
    return { ...found, mount: mount.path };
  }

  async #put(
    actor: Actor,
    { id, mount, name }: { readonly id: string; readonly mount: Place; readonly name: string },
    action: string,
    decide: (tx: TransactionClient) => Promise<RoleOutcome & { readonly written: WrittenTexts }>,
  ): Promise<WrittenRole> {
    const now = this.deps.clock.now();
    const written = await this.deps.database.transaction(async (tx) => {
      const outcome = await decide(tx);
      if (outcome.broken) throw refused(outcome.broken);
      const { role, warnings } = outcome;
      const texts = textsAsWritten(role, outcome.written);
      const stored = await this.deps.store.put(tx, { id, mountId: mount.id, name, role, written: texts }, now);
      // If it was deleted and created again in the meantime, it is another role.
      if (action === 'role.patch') requireSameRole(stored, id);
      const result = { role: { ...stored, mount: mount.path }, warnings };
      // An existing role keeps its id, and a patch always changes an existing one.
      const isNew = action === 'role.write' && stored.id === id;
      await recordEvents(tx, roleEvent(isNew ? 'role.created' : 'role.changed', stored, now));
      const definition = JSON.stringify(showRole(role));
      await this.deps.audit.record(tx, actor, action, roleTarget(result.role), { definition });
      return result;
    });
    this.deps.written(written.role.role);
    return written;
  }
}

const lacksDefault = (place: string) =>
  `Issuing Certificate was set to default, but no default issuing certificate (configurable ${place}) is currently set`;
const noDefault: Wording = {
  inVault: lacksDefault('at /config/issuers'),
  inGraphql: lacksDefault('with configureIssuers'),
};

/** An issuer is looked up when a certificate is requested, so it may be created after the role. The texts are OpenBao's. */
function lackingIssuer(authority: Authority, { role, warnings }: WrittenRole): WrittenRole {
  const { issuerRef } = role.role;
  if (authority.issuerReferred(issuerRef)) return { role, warnings };
  const lacking =
    issuerRef === defaultReference
      ? noDefault
      : `Issuing Certificate was set to ${issuerRef} but no issuing certificate currently has that name`;
  return { role, warnings: [lacking, ...warnings] };
}

/** @throws NOT_FOUND */
function requireSameRole(found: { readonly id: string } | null, expected: string | undefined): void {
  if (expected !== undefined && found?.id !== expected) throw problem('NOT_FOUND');
}

/** The part of a mount that is needed here. */
interface Place {
  readonly id: string;
  readonly path: string;
}

const roleTarget = ({ id, mount, name }: ReadRole): AuditTarget => ({ type: 'role', id, name: `${mount}/${name}` });
