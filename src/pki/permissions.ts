import type { Policies } from '../identity/policies/policies.js';

/** Decides by the policies of a caller. Paths are those of the REST calls below `/v1`: `pki/issue/web`. */
export type Permissions = Pick<Policies, 'require'>;
