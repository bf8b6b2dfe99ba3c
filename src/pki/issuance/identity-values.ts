import type { Caller } from '../../identity/caller.js';
import type { IdentityValues } from '../policy/index.js';
import type { Actor } from '../../identity/audit/actor.js';

/** Who requests issuance: a caller, or a part of the service. */
export type IssuanceActor = Actor & Pick<Caller, 'entity'>;

/** The values for `{{identity.entity…}}`, as in policies: those of the account. An orphan token belongs to nobody and has none. */
export function identityOf({ entity }: IssuanceActor): IdentityValues {
  if (!entity) return () => undefined;
  const values = new Map([
    ['identity.entity.id', entity.id],
    ['identity.entity.name', entity.name],
  ]);
  return (path) => values.get(path);
}
