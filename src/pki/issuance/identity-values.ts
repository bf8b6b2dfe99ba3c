import type { Caller } from '../../identity/caller.js';
import type { IdentityValues } from '../policy/index.js';
import type { Actor } from '../../identity/audit/actor.js';

/** Who has something issued: a caller, or a part of the service. */
export type IssuanceActor = Actor & Pick<Caller, 'entity'>;

/** What `{{identity.entity…}}` says of who acts, as in policies: its account, and of who is nobody's, as an orphan is, nothing. */
export function identityOf({ entity }: IssuanceActor): IdentityValues {
  if (!entity) return () => undefined;
  const values = new Map([
    ['identity.entity.id', entity.id],
    ['identity.entity.name', entity.name],
  ]);
  return (path) => values.get(path);
}
