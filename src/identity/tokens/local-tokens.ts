import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import { system } from '../audit/audit.js';
import type { IdentityChanges } from '../changes.js';
import type { Directory } from '../directory.js';
import { requireText } from '../names.js';
import { issueToken } from './token-text.js';
import type { NewToken } from './token.js';
import { insertToken, revokeTokens } from './token.store.js';
import type { ShownToken } from './token.store.js';

const operator = system('command-line');

/**
 * Tokens for whoever sits at the machine: `trustate token`. Nobody is asked for permission, because who can open the database has it. A
 * running server notices at once, through the identity epoch.
 */
export class LocalTokens {
  constructor(
    private readonly deps: { changes: IdentityChanges; directory: Directory; client: DatabaseClient; clock: Clock },
  ) {}

  /** @param expiresAt null for never @throws NOT_FOUND for a user that is not there, INVALID_INPUT */
  async create(username: string, options: { description: string; expiresAt: Date | null }): Promise<NewToken> {
    const description = requireText('tokenDescription', options.description, ['description']);
    const { changes, clock, directory } = this.deps;
    const user = await directory.user(username);
    if (user.kind !== 'person') throw problem('NOT_FOUND');
    const { id, secretHash, text } = issueToken();
    return changes.make(
      operator,
      'token.create',
      async (tx) => {
        const made = { id, secretHash, description, expiresAt: options.expiresAt, createdAt: clock.now() };
        const token = await insertToken(tx, { ...made, kind: 'user', userId: user.id });
        return {
          result: { token, text },
          target: { type: 'token', id, name: user.username },
          details: { description },
        };
      },
      { affectsNobody: true },
    );
  }

  /** Oldest first. @param username all users' unless said @throws NOT_FOUND */
  async list(username: string | null): Promise<(ShownToken & { readonly username: string })[]> {
    const user = username === null ? null : await this.deps.directory.user(username);
    const rows = await this.deps.client.token.findMany({
      where: { revokedAt: null, ...(user && { userId: user.id }) },
      omit: { secretHash: true },
      include: {
        user: { select: { username: true } },
        team: { select: { name: true } },
        organization: { select: { name: true } },
      },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(({ user: person, team, organization, ...token }) => ({
      ...token,
      username: person?.username ?? team?.name ?? organization?.name ?? '',
    }));
  }

  /** @throws NOT_FOUND */
  async revoke(id: string): Promise<void> {
    await this.deps.changes.make(operator, 'token.revoke', async (tx) => {
      if ((await revokeTokens(tx, { id }, this.deps.clock.now())) === 0) throw problem('NOT_FOUND');
      return { result: undefined, target: { type: 'token', id } };
    });
  }
}
