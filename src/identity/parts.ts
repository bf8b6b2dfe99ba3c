import type { Clock } from '../platform/clock.js';
import type { Database, DatabaseClient } from '../platform/database/database.js';
import type { Access } from './access/access.js';
import type { IdentityChanges } from './changes.js';
import type { Directory } from './directory.js';

/** What the services of this domain consist of: permissions, recorded changes, and lookups by name. */
export interface IdentityParts {
  readonly access: Access;
  readonly changes: IdentityChanges;
  readonly directory: Directory;
  readonly client: DatabaseClient;
  readonly clock: Clock;
  /** Where rows are found by a part of their name. */
  readonly names: Pick<Database, 'readSql'>;
}
