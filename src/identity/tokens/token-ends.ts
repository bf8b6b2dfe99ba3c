import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import type { IdentityChanges } from '../changes.js';
import { deepestDescent } from './descent.js';

interface TokenState {
  readonly parentId: string | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly usesLeft: number | null;
}

/** Which tokens have ended, for data that is only kept as long as a token lives. */
export class TokenEnds {
  constructor(private readonly deps: { client: DatabaseClient; changes: IdentityChanges; clock: Clock }) {}

  /** Among these, the tokens that were revoked or used up, have expired or are deleted, or have such an ancestor. */
  async among(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const known = new Map<string, TokenState>();
    let wanted = [...new Set(ids)];
    for (let depth = 0; wanted.length > 0 && depth <= deepestDescent; depth += 1) {
      const rows = await this.deps.client.token.findMany({
        where: { id: { in: wanted } },
        select: { id: true, parentId: true, expiresAt: true, revokedAt: true, usesLeft: true },
      });
      for (const row of rows) known.set(row.id, row);
      wanted = [...new Set(rows.flatMap(({ parentId }) => parentId ?? []))].filter((id) => !known.has(id));
    }
    const now = this.deps.clock.now();
    return new Set(ids.filter((id) => hasEnded(id, known, now)));
  }

  /** The listener is called for every change by which a token may have ended; expiry is not reported. */
  listen(listener: () => void): void {
    this.deps.changes.listen(listener);
  }
}

function hasEnded(tokenId: string, known: ReadonlyMap<string, TokenState>, now: Date): boolean {
  for (let id: string | null = tokenId, depth = 0; id !== null; depth += 1) {
    const token: TokenState | undefined = depth <= deepestDescent ? known.get(id) : undefined;
    if (!token || token.revokedAt || token.usesLeft === 0 || (token.expiresAt && token.expiresAt <= now)) return true;
    id = token.parentId;
  }
  return false;
}
