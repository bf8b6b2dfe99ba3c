import type { Caller } from '../identity/caller.js';
import type { Authority, AuthorityReader } from './issuers/authority.js';
import { mountPath, pathBelow } from './mounts/mount-path.js';
import { requireSameMount, targetPath } from './mounts/mount-target.js';
import type { MountTarget } from './mounts/mount-target.js';

export type PathCapability = 'create' | 'read' | 'update' | 'patch' | 'delete' | 'list' | 'sudo';

/** What the policies of a caller say of a path below /v1. */
export interface PathPolicies {
  /** All of these capabilities. Lists are asked for with a slash at the end of the path. @throws PERMISSION_DENIED */
  require(caller: Caller, path: string, ...needed: readonly [PathCapability, ...PathCapability[]]): Promise<void>;
  /** The same as an answer. */
  allows(caller: Caller, path: string, ...needed: readonly [PathCapability, ...PathCapability[]]): Promise<boolean>;
  /** Whether the rule that counts at a path says `deny`, rather than nothing. */
  denies(caller: Caller, path: string): Promise<boolean>;
  /** Whether anything is allowed at some path below this one. */
  reaches(caller: Caller, above: string): Promise<boolean>;
}

/** One operation at several paths, below the mount. */
export interface SamePaths {
  readonly paths: readonly [string, ...string[]];
  /** The one that was called, where that is known. */
  readonly called?: string | undefined;
}

/**
 * The first beat of every service: whether the caller may, by the path of the REST call, whatever face it came in by. Services below a mount ask here
 * alone: the mount that policies are asked about and the mount that is found are one parsed path.
 */
export class MountAccess {
  constructor(private readonly deps: { policies: PathPolicies; authorities: AuthorityReader }) {}

  /**
   * The authority at a path, for callers who may do this below it. Policies are checked first, because not everybody may know what is mounted where.
   * @param operation its path below the mount. Of several, the one that was called decides, or any of them where nobody called one; a `deny` at one of
   * them is a `deny` of the operation.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND
   */
  async to(
    caller: Caller,
    mount: MountTarget,
    operation: string | SamePaths,
    ...needed: readonly [PathCapability, ...PathCapability[]]
  ): Promise<Authority> {
    const { policies, authorities } = this.deps;
    const at = mountPath(targetPath(mount));
    const { paths, called }: SamePaths = typeof operation === 'string' ? { paths: [operation] } : operation;
    const full = paths.map((path) => pathBelow(at, path));
    const denied = full.length > 1 ? await first(full, (path) => policies.denies(caller, path)) : undefined;
    const candidates = called === undefined ? full : [pathBelow(at, called)];
    const allowed =
      candidates.length > 1 ? await first(candidates, (path) => policies.allows(caller, path, ...needed)) : undefined;
    await policies.require(caller, denied ?? allowed ?? candidates[0] ?? pathBelow(at, paths[0]), ...needed);
    const authority = await authorities.byPath(at);
    requireSameMount(mount, authority.mount.id);
    return authority;
  }
}

async function first(paths: readonly string[], holds: (path: string) => Promise<boolean>): Promise<string | undefined> {
  for (const path of paths) if (await holds(path)) return path;
  return undefined;
}
