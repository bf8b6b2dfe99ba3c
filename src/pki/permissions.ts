import type { Caller } from '../identity/caller.js';

/** What a policy may allow on a path (vault-clients.md). */
export type Capability = 'create' | 'read' | 'update' | 'patch' | 'delete' | 'list' | 'sudo';

/** Decides by the policies of a caller. Paths are those of the REST calls, without `/v1/`: `pki/issue/web`. */
export interface Permissions {
  /** @throws PERMISSION_DENIED */
  require(caller: Caller, path: string, capability: Capability): Promise<void>;
}
