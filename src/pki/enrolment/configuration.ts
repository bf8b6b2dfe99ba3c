import { changedOf } from '../../identity/audit/changed.js';
import type { MethodType } from '../../identity/auth-methods/auth-method.js';
import type { SignIns } from '../../identity/auth-methods/sign-ins.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/database.js';
import type { MountRow } from '../../platform/database/models.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import type { Authority } from '../issuers/authority.js';
import type { Role } from '../policy/index.js';
import type { RoleStore } from '../roles/role.store.js';
import { requirePathPolicy } from './path-policy.js';
import { requireMethods, roleOfPolicy } from './references.js';
import type { NamedMethod } from './references.js';

export interface ConfigurationDeps {
  readonly access: MountAccess;
  readonly changes: AuthorityChanges;
  readonly roleStore: RoleStore;
  readonly signIns: Pick<SignIns, 'find'>;
  readonly clock: Clock;
}

/** What every protocol has. */
interface Common {
  readonly enabled: boolean;
  /** RFC 3339; empty if it was never written. */
  readonly lastUpdated: string;
}

/** A path policy, with the setting that names it. */
export interface NamedPolicy {
  readonly field: string;
  readonly text: string;
}

/** What one protocol has of its own. `Given` is what a change may give: absent and null fields do not change. */
export interface Protocol<Config extends Common, Given> {
  /** As in `config/est`. */
  readonly name: 'est' | 'cmp' | 'scep';
  readonly of: (authority: Authority) => Config;
  readonly stored: (row: MountRow) => Config;
  readonly keep: (tx: TransactionClient, mountId: string, config: Config) => Promise<void>;
  readonly merged: (before: Config, given: Given) => Config;
  /** The auth methods that a change names. */
  readonly methods: (given: Given) => Readonly<Partial<Record<MethodType, NamedMethod | null | undefined>>>;
  /** The path policies that a change names, or a configuration has. */
  readonly policies: (of: Config | Given) => readonly NamedPolicy[];
  /** Why its certificates must be stored; undefined if they need not be. */
  readonly kept?: string;
  /** @throws INVALID_INPUT */
  readonly requireForm: (config: Config) => void;
  /**
   * What else must be there, where it is enabled.
   * @param roles those of its policies, in their order
   * @throws INVALID_INPUT
   */
  readonly requireUsable?: (authority: Authority, config: Config, roles: readonly (Role | undefined)[]) => void;
}

/**
 * The configuration of an enrolment protocol of a mount. What cannot be used is refused when it is written, not when a device asks. What was written before may
 * have lost its role or its auth method: that does not keep a protocol from being turned off.
 */
export class EnrolmentConfiguration<Config extends Common, Given> {
  constructor(
    private readonly deps: ConfigurationDeps,
    private readonly protocol: Protocol<Config, Given>,
  ) {}

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async read(caller: Caller, mount: string): Promise<Config> {
    const { name, of } = this.protocol;
    return of(await this.deps.access.to(caller, mount, `config/${name}`, 'read'));
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, INVALID_INPUT, NAME_TAKEN for a path that another mount took at the same time */
  async change(caller: Caller, mountPath: string, given: Given): Promise<{ config: Config; authority: Authority }> {
    const { protocol, deps } = this;
    const authority = await deps.access.to(caller, mountPath, `config/${protocol.name}`, 'update');
    const { mount } = authority;
    await requireMethods(deps.signIns, protocol.methods(given));
    const lastUpdated = deps.clock.now().toISOString();
    const action = `mount.${protocol.name}Config`;
    const config = await deps.changes.make(caller, mount, protocol.name, action, async (tx, row) => {
      const before = protocol.stored(row);
      const config = { ...protocol.merged(before, given), lastUpdated };
      const policies = protocol.policies(config);
      for (const policy of policies) if (!isNone(policy)) requirePathPolicy(policy.field, policy.text);
      protocol.requireForm(config);
      const roles = await this.#requireRoles(tx, mount.id, config.enabled ? policies : protocol.policies(given));
      if (config.enabled) protocol.requireUsable?.(authority, config, roles);
      await protocol.keep(tx, mount.id, config);
      const target = { type: 'mount' as const, id: mount.id, name: mount.path };
      return { result: config, target, details: changedOf(before, config) };
    });
    return { config, authority };
  }

  async #requireRoles(
    tx: TransactionClient,
    mountId: string,
    policies: readonly NamedPolicy[],
  ): Promise<readonly (Role | undefined)[]> {
    const { kept } = this.protocol;
    const among = { roles: this.deps.roleStore, tx, mountId };
    const roles: (Role | undefined)[] = [];
    for (const policy of policies)
      roles.push(await roleOfPolicy(among, { ...policy, ...(kept !== undefined && { kept }) }));
    return roles;
  }
}

/** The paths that name no role need not lead anywhere. */
const isNone = ({ field, text }: NamedPolicy): boolean => field === 'defaultPathPolicy' && text === '';

/** What decides where the path names no role. */
export const defaultPolicy = (text: string | null | undefined): readonly NamedPolicy[] =>
  typeof text === 'string' ? [{ field: 'defaultPathPolicy', text }] : [];
