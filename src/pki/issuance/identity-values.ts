import type { Caller } from '../../identity/caller.js';
import type { IdentityValues } from '../policy/index.js';

/** What `{{identity.entity…}}` says of a caller: its account. */
export function identityOf({ userId, username }: Caller): IdentityValues {
  const values = new Map([
    ['identity.entity.id', String(userId)],
    ['identity.entity.name', username],
  ]);
  return (path) => values.get(path);
}
