import type { Caller } from '../identity/caller.js';
import type { Authority, AuthorityReader } from './issuers/authority.js';
import { normalPath } from './mounts/mount-path.js';

export type PathCapability = 'create' | 'read' | 'update' | 'patch' | 'delete' | 'list' | 'sudo';

/** What the policies of a caller say of a path below /v1. */
export interface PathPolicies {
  /** All of these capabilities. Lists are asked for with a slash at the end of the path. @throws PERMISSION_DENIED */
  require(caller: Caller, path: string, ...needed: readonly [PathCapability, ...PathCapability[]]): Promise<void>;
  /** The same as an answer. */
  allows(caller: Caller, path: string, ...needed: readonly [PathCapability, ...PathCapability[]]): Promise<boolean>;
  /** Whether it is denied in so many words, rather than not allowed. */
  denies(caller: Caller, path: string): Promise<boolean>;
}

/** The first beat of every service: whether the caller may, by the path of the REST call, whatever face it came in by. */
export class MountAccess {
  constructor(private readonly deps: { policies: PathPolicies; authorities: AuthorityReader }) {}

  /**
   * The authority at a path, for who may do this below it. Policies are asked first: what is mounted where is not for everybody.
   * @param paths the path of the operation below the mount, and its other spellings: one that is allowed suffices, unless one is denied
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND
   */
  async to(
    caller: Caller,
    mount: string,
    paths: string | readonly [string, ...string[]],
    ...needed: readonly [PathCapability, ...PathCapability[]]
  ): Promise<Authority> {
    const { policies, authorities } = this.deps;
    const [first, ...others] = (typeof paths === 'string' ? [paths] : paths).map(
      (path) => `${normalPath(mount)}/${path}`,
    );
    await policies.require(caller, await this.#asked(caller, first ?? '', others, needed), ...needed);
    return authorities.byPath(mount);
  }

  /** Of an operation's paths the one that decides. */
  async #asked(
    caller: Caller,
    first: string,
    others: readonly string[],
    needed: readonly [PathCapability, ...PathCapability[]],
  ): Promise<string> {
    const { policies } = this.deps;
    if (others.length === 0) return first;
    for (const path of [first, ...others]) if (await policies.denies(caller, path)) return path;
    for (const path of others) if (await policies.allows(caller, path, ...needed)) return path;
    return first;
  }
}
