import type { Database, TransactionClient } from '../platform/database/database.js';
import type { Actor } from './audit/actor.js';
import type { Audit } from './audit/audit.js';
import { RecordedChanges } from './audit/recorded-changes.js';
import type { Change, Unique } from './audit/recorded-changes.js';
import { turnIdentityEpoch } from './epoch.js';

export interface ChangeOptions {
  readonly unique?: readonly Unique[];
  /** A change that cannot affect earlier callers, such as a new token: cached callers remain valid. */
  readonly affectsNobody?: boolean;
}

/** Changes of permissions, each with its record and a new epoch. */
export class IdentityChanges {
  readonly #changes: RecordedChanges;
  readonly #listeners: (() => void)[] = [];

  constructor(deps: { database: Database; audit: Audit }) {
    this.#changes = new RecordedChanges(deps);
  }

  /** The listener is called after every committed change that affects earlier callers; for the life of the service. */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** @throws as {@link RecordedChanges.make} */
  async make<T>(
    actor: Actor,
    action: string,
    work: (tx: TransactionClient) => Promise<Change<T>>,
    { unique = [], affectsNobody = false }: ChangeOptions = {},
  ): Promise<T> {
    const turning = async (tx: TransactionClient) => {
      const change = await work(tx);
      if (!affectsNobody) await turnIdentityEpoch(tx);
      return change;
    };
    const kept = await this.#changes.make(actor, action, turning, { unique });
    if (!affectsNobody) for (const listener of this.#listeners) listener();
    return kept;
  }
}
