import type { MountPaths } from '../gateway/rest/vault/row.js';
import type { Authorities } from '../pki/issuers/authorities.js';
import { splitMountPath } from '../pki/mounts/mount-path.js';

/** Which authority a path below /v1 belongs to, asked anew for each request: another machine may have mounted or moved one. */
export function mountPaths(authorities: Pick<Authorities, 'paths'>): MountPaths {
  return { longest: async (path) => splitMountPath(path, await authorities.paths())?.mount ?? null };
}
