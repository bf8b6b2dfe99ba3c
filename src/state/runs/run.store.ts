import type { DatabaseClient } from '../../platform/database/client.js';
import type { RunRow } from '../../platform/database/models.js';
import type { RunStatus } from './run-status.js';

export interface RunSearch {
  /** Any of these. */
  readonly statuses?: readonly RunStatus[] | null | undefined;
}

export class RunStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  byId(id: string): Promise<RunRow | null> {
    return this.deps.client.run.findUnique({ where: { id } });
  }
}
