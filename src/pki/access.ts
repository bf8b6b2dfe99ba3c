import type { Caller } from '../identity/caller.js';
import type { SqlRow } from '../platform/database/database.js';
import type { Authority, AuthorityReader, AuthorityWithRole } from './issuers/authority.js';
import { isAbsence } from '../platform/problems.js';
import { mountPath, pathBelow } from './mounts/mount-path.js';
import { requireSameMount, targetPath } from './mounts/mount-target.js';
import type { MountTarget } from './mounts/mount-target.js';

export type PathCapability = 'create' | 'read' | 'update' | 'patch' | 'delete' | 'list' | 'sudo';

/** What the policies of a caller allow at a path below /v1. */
export interface PathPolicies {
  /** Requires all of these capabilities. The path of a list ends with a slash. @throws PERMISSION_DENIED */
  require(caller: Caller, path: string, ...needed: readonly [PathCapability, ...PathCapability[]]): Promise<void>;
  /** The same check, returned as a boolean. */
  allows(caller: Caller, path: string, ...needed: readonly [PathCapability, ...PathCapability[]]): Promise<boolean>;
  /** Whether the rule that applies at a path says `deny`; false if no rule applies. */
  denies(caller: Caller, path: string): Promise<boolean>;
  /** Whether anything is allowed at some path below this one. */
  reaches(caller: Caller, above: string): Promise<boolean>;
}

/** One operation with several paths below the mount. */
export interface SamePaths {
  readonly paths: readonly [string, ...string[]];
  /** The path of the request, if known. */
  readonly called?: string | undefined;
}

/**
 * The first step of every service: checks whether the caller may do it, by the path of the REST call, in GraphQL too. Services below a mount use only this, so
 * the mount that policies are asked about and the mount that is found come from one parsed path.
 */
export class MountAccess {
  constructor(private readonly deps: { policies: PathPolicies; authorities: AuthorityReader }) {}

  /**
   * The authority at a path, for callers who may do this below it. Policies are checked first, because not everybody may know what is mounted where.
   * @param operation its path below the mount. If there are several, the path of the request decides, or any of them if there is none. A `deny` at one of them
   * denies the operation.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, and as {@link requireOn} for a target that is named by its id
   */
  async to(
    caller: Caller,
    mount: MountTarget,
    operation: string | SamePaths,
    ...needed: readonly [PathCapability, ...PathCapability[]]
  ): Promise<Authority> {
    const at = await this.#permitted(caller, mount, operation, needed);
    const authority = await this.deps.authorities.byPath(at);
    requireSameMount(mount, authority.mount.id);
    return authority;
  }

  /** The same, with what is stored of a role. @throws as `to` */
  async toRole(
    caller: Caller,
    mount: string,
    { operation, role }: { readonly operation: string; readonly role: string },
    ...needed: readonly [PathCapability, ...PathCapability[]]
  ): Promise<AuthorityWithRole> {
    return this.deps.authorities.withRole(await this.#permitted(caller, mount, operation, needed), role);
  }

  /**
   * The same, found by a statement that reads more beside the mount.
   * @param read gets the path of the mount, and returns its `id` and `revision` with what it found
   * @throws as `to`
   */
  async toWith<Found extends { readonly mount: SqlRow | undefined }>(
    caller: Caller,
    mount: string,
    { operation, read }: { readonly operation: string; readonly read: (path: string) => Promise<Found> },
    ...needed: readonly [PathCapability, ...PathCapability[]]
  ): Promise<{ readonly authority: Authority; readonly found: Found }> {
    const at = await this.#permitted(caller, mount, operation, needed);
    const found = await read(at);
    return { authority: await this.deps.authorities.ofRow(at, found.mount), found };
  }

  /** @returns the path of the mount */
  async #permitted(
    caller: Caller,
    mount: MountTarget,
    operation: string | SamePaths,
    needed: readonly [PathCapability, ...PathCapability[]],
  ): Promise<string> {
    const { policies } = this.deps;
    const at = mountPath(targetPath(mount));
    const { paths, called }: SamePaths = typeof operation === 'string' ? { paths: [operation] } : operation;
    const full = paths.map((path) => pathBelow(at, path));
    const denied = full.length > 1 ? await first(full, (path) => policies.denies(caller, path)) : undefined;
    const candidates = called === undefined ? full : [pathBelow(at, called)];
    const allowed =
      candidates.length > 1 ? await first(candidates, (path) => policies.allows(caller, path, ...needed)) : undefined;
    const asked = denied ?? allowed ?? candidates[0] ?? pathBelow(at, paths[0]);
    await requireOn(policies, caller, mount, asked, ...needed);
    return at;
  }
}

/**
 * All of these capabilities at a path, for what is done to a target.
 * @throws PERMISSION_DENIED; for a target that is named by its id, whatever its absence is called, where the caller may not read it either
 */
export async function requireOn(
  policies: PathPolicies,
  caller: Caller,
  target: MountTarget,
  path: string,
  ...needed: readonly [PathCapability, ...PathCapability[]]
): Promise<void> {
  try {
    await policies.require(caller, path, ...needed);
  } catch (error) {
    const named = typeof target === 'string' ? undefined : target.named;
    if (!named || !isAbsence(error) || (await policies.allows(caller, named.readAt, 'read'))) throw error;
    throw named.missing;
  }
}

async function first(paths: readonly string[], holds: (path: string) => Promise<boolean>): Promise<string | undefined> {
  for (const path of paths) if (await holds(path)) return path;
  return undefined;
}
