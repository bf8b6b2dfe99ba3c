import type { Audit } from '../../identity/audit/audit.js';
import type { AuditTarget } from '../../identity/audit/target.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import { problem, problemOf, ProblemError } from '../../platform/problems.js';
import type { MountAccess, PathCapability } from '../access.js';
import type { ExpressionProcess } from '../expressions/expression-process.js';
import type { Program, ProgramFault } from '../expressions/program.js';
import { celRoleEvent } from '../events/pki-events.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import { askerOf } from '../keys/key-pool.js';
import { longestName, referencePattern, rules } from '../policy/index.js';
import type { RoleTarget, RoleToChange } from '../roles/roles.js';
import type { CelRoleStore, NamedCelRole } from './cel-role.store.js';

export interface ReadCelRole extends NamedCelRole {
  /** Path. */
  readonly mount: string;
}

/** The part of a mount that is needed here. */
interface Place {
  readonly id: string;
  readonly path: string;
}

/** Where certificates of such a role say that they come from: a name of no other role. */
export const celRoleName = (name: string): string => `cel/${name}`;

/** The roles of a mount that are programs in CEL (OpenBao, PKI: `cel/roles`). */
export class CelRoles {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly store: CelRoleStore;
      readonly access: MountAccess;
      readonly authorities: AuthorityReader;
      readonly audit: Audit;
      readonly clock: Clock;
      readonly expressions: ExpressionProcess;
    },
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND */
  async read(caller: Caller, target: RoleTarget): Promise<ReadCelRole> {
    const { mount } = await this.#to(caller, target, 'read');
    return this.#existing(mount, target.name);
  }

  /** The current role of an event; null if it does not exist any more. Its fields check who may read it. */
  async known({ mountPath, name }: { readonly mountPath: string; readonly name: string }): Promise<ReadCelRole | null> {
    const { mount } = await this.deps.authorities.byPath(mountPath);
    const found = await this.deps.store.find(mount.id, name);
    return found && { ...found, mount: mount.path };
  }

  /** The mount of the roles, for callers who may list them. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async place(caller: Caller, path: string): Promise<Place> {
    return (await this.deps.access.to(caller, path, 'cel/roles/', 'list')).mount;
  }

  /** In alphabetical order. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async names(caller: Caller, path: string, asked: ValuesAsked): Promise<string[]> {
    const mount = await this.place(caller, path);
    return this.deps.store.names(mount.id, asked);
  }

  /**
   * Creates a role, or replaces one.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, REQUEST_REFUSED with every fault of the program, LIMIT_EXCEEDED, UNAVAILABLE
   */
  async write(caller: Caller, target: RoleTarget, program: Program): Promise<ReadCelRole> {
    const { mount } = await this.#to(caller, target, 'update');
    if (!referencePattern.test(target.name)) {
      const message = `role name ${JSON.stringify(target.name)} may hold word characters, dots and hyphens`;
      throw problem('REQUEST_REFUSED', message, ['name']);
    }
    if (target.name.length > longestName)
      throw problem('REQUEST_REFUSED', `role name may have at most ${longestName} characters`, ['name']);
    await this.#requireSound(caller, program);
    const { database, store, audit, clock } = this.deps;
    return database.transaction(async (tx) => {
      const role = { id: ids.celRole.make(), mountId: mount.id, name: target.name, program };
      const now = clock.now();
      const result = { ...(await store.put(tx, role, now)), mount: mount.path };
      // An existing role keeps its id.
      await recordEvents(tx, celRoleEvent(result.id === role.id ? 'cel-role.created' : 'cel-role.changed', role, now));
      await audit.record(tx, caller, 'cel-role.write', targetOf(result), { definition: JSON.stringify(program) });
      return result;
    });
  }

  /**
   * Changes the parts of the program that are given.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND, REQUEST_REFUSED, LIMIT_EXCEEDED, UNAVAILABLE, CONFLICT if somebody else changed it meanwhile
   */
  async patch(caller: Caller, target: RoleToChange, change: Partial<Program>): Promise<ReadCelRole> {
    const { mount } = await this.#to(caller, target, 'patch');
    const before = await this.#existing(mount, target.name, target.id);
    const program = { ...before.program, ...change };
    await this.#requireSound(caller, program);
    const { database, store, audit, clock } = this.deps;
    return database.transaction(async (tx) => {
      const now = await store.programIn(tx, before.id);
      if (!now) throw problem('NOT_FOUND');
      // The program was looked at as a whole, outside of this transaction: with parts of another one it is not the same.
      if (JSON.stringify(now) !== JSON.stringify(before.program))
        throw problem('CONFLICT', 'The role was changed by another request meanwhile');
      const at = clock.now();
      const result = { ...(await store.put(tx, { ...before, program }, at)), mount: mount.path };
      await recordEvents(tx, celRoleEvent('cel-role.changed', before, at));
      await audit.record(tx, caller, 'cel-role.patch', targetOf(result), { definition: JSON.stringify(program) });
      return result;
    });
  }

  /**
   * A missing role counts as deleted. @returns its id, null if there was none @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND for an id that no longer
   * has its name
   */
  async delete(caller: Caller, target: RoleToChange): Promise<string | null> {
    const { mount } = await this.#to(caller, target, 'delete');
    const found = await this.deps.store.find(mount.id, target.name);
    if (target.id !== undefined && found?.id !== target.id) throw problem('NOT_FOUND');
    if (!found) return null;
    await this.deps.database.transaction(async (tx) => {
      const { count } = await tx.celRole.deleteMany({ where: { id: found.id } });
      if (count > 0) await recordEvents(tx, celRoleEvent('cel-role.deleted', found, this.deps.clock.now()));
      await this.deps.audit.record(tx, caller, 'cel-role.delete', targetOf({ ...found, mount: mount.path }));
    });
    return found.id;
  }

  #to(caller: Caller, { mount, name }: RoleToChange, capability: PathCapability): Promise<Authority> {
    return this.deps.access.to(caller, mount, `cel/roles/${name}`, capability);
  }

  async #existing(mount: Place, name: string, id?: string): Promise<ReadCelRole> {
    const found = await this.deps.store.find(mount.id, name);
    if (!found || (id !== undefined && found.id !== id)) throw problem('NOT_FOUND');
    return { ...found, mount: mount.path };
  }

  async #requireSound(caller: Caller, program: Program): Promise<void> {
    const [first, ...others] = await this.deps.expressions.faultsOf(program, askerOf(caller).account);
    if (first) throw new ProblemError(asProblem(first), ...others.map(asProblem));
  }
}

function asProblem({ field, message }: ProgramFault) {
  const path = field.split(/[.[\]]+/).filter((part) => part !== '');
  const said = { inVault: field === '' ? message : `cel_program.${field}: ${message}`, inGraphql: message };
  const facts = { rule: 'expression', meaning: rules.expression, value: '' } as const;
  return problemOf('REQUEST_REFUSED', said, path, { facts });
}

const targetOf = ({ id, mount, name }: ReadCelRole): AuditTarget => ({
  type: 'cel-role',
  id,
  name: `${mount}/${celRoleName(name)}`,
});
