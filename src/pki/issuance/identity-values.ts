import type { Actor } from '../../identity/audit/audit.js';
import type { IdentityValues } from '../policy/index.js';

/** What `{{identity.entity…}}` says of who acts: its account. */
export function identityOf({ userId, username }: Actor): IdentityValues {
  const values = new Map([
    ['identity.entity.id', userId ?? ''],
    ['identity.entity.name', username],
  ]);
  return (path) => values.get(path);
}
