import { problem } from '../../platform/problems.js';

/**
 * The mount that something is to happen in or to: by its path, or by its id with the path that it had a moment ago. Policies are asked by the path; what is
 * found there must have the id, as another mount may have taken the path.
 */
export type MountTarget = string | { readonly id: string; readonly path: string };

export const targetPath = (target: MountTarget): string => (typeof target === 'string' ? target : target.path);

/** @throws MOUNT_NOT_FOUND for an id, where another mount or none was found at the path that goes with it */
export function requireSameMount(target: MountTarget, foundId: string | undefined): void {
  if (typeof target !== 'string' && target.id !== foundId) throw noMountWithId(target.id);
}

export const noMountWithId = (id: string) => problem('MOUNT_NOT_FOUND', `there is no mount with the id ${id}`);
