import type { Clock } from '../platform/clock.js';
import type { DatabaseClient } from '../platform/database/database.js';
import type { Access } from './access/access.js';
import type { IdentityChanges } from './changes.js';
import type { Directory } from './directory.js';

/** What the services of this domain are made of: who may, how a change is kept, who is meant by a name. */
export interface IdentityParts {
  readonly access: Access;
  readonly changes: IdentityChanges;
  readonly directory: Directory;
  readonly client: DatabaseClient;
  readonly clock: Clock;
}
