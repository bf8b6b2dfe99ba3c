import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';

/**
 * The mount of an operation: by its path, or by its id with the path that it had a moment ago. Policies are checked for the path. What is found there must have
 * the id, because another mount may have taken the path.
 */
export type MountTarget = string | MountById;

export interface MountById {
  readonly id: string;
  readonly path: string;
  /** Of what was named by an id, in the mount or the mount itself. */
  readonly named: NamedById;
}

/** Whoever may not read it is told, where a policy refuses, what is told of an id of nothing: nobody finds out by the answer that it is there. */
export interface NamedById {
  /** The path that it is read at. */
  readonly readAt: string;
  readonly missing: ProblemError;
}

export const targetPath = (target: MountTarget): string => (typeof target === 'string' ? target : target.path);

/** @throws MOUNT_NOT_FOUND for an id, if another mount or none was found at its path */
export function requireSameMount(target: MountTarget, foundId: string | undefined): void {
  if (typeof target !== 'string' && target.id !== foundId) throw noMountWithId(target.id);
}

export const noMountWithId = (id: string) => problem('MOUNT_NOT_FOUND', `there is no mount with the id ${id}`);
