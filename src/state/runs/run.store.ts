import type { DatabaseClient } from '../../platform/database/client.js';
import type { RunRow } from '../../platform/database/models.js';

export class RunStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  byId(id: string): Promise<RunRow | null> {
    return this.deps.client.run.findUnique({ where: { id } });
  }
}
