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

/** The owner as a token's row names it. */
type Holder =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'team'; readonly teamId: string }
  | { readonly kind: 'organization'; readonly organizationId: string };

/** Whose token, by the names a person knows. */
export type LocalOwner =
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'team'; readonly organization: string; readonly name: string }
  | { readonly kind: 'organization'; readonly name: string };

/**
 * Tokens for whoever sits at the machine: `trustate token`. Nobody is asked for permission, because who can open the database has it. A
 * running server notices at once, through the identity epoch.
 */
export class LocalTokens {
  constructor(
    private readonly deps: { changes: IdentityChanges; directory: Directory; client: DatabaseClient; clock: Clock },
  ) {}

  /** @throws NOT_FOUND for an owner that is not there, INVALID_INPUT */
  async create(owner: LocalOwner, options: { description: string; expiresAt: Date | null }): Promise<NewToken> {
    const description = requireText('tokenDescription', options.description, ['description']);
    const { changes, clock } = this.deps;
    const holder = await this.#holder(owner);
    const { id, secretHash, text } = issueToken();
    return changes.make(
      operator,
      'token.create',
      async (tx) => {
        const made = { id, secretHash, description, expiresAt: options.expiresAt, createdAt: clock.now() };
        const token = await insertToken(tx, { ...made, ...holder });
        return {
          result: { token, text },
          target: { type: 'token', id, name: owner.name },
          details: { description },
        };
      },
      { affectsNobody: true },
    );
  }

  /** All that are not revoked, oldest first; `owner` as in `team default/ops`. */
  async list(): Promise<(ShownToken & { readonly owner: string })[]> {
    const rows = await this.deps.client.token.findMany({
      where: { revokedAt: null },
      omit: { secretHash: true },
      include: {
        user: { select: { username: true } },
        team: { select: { name: true, organization: { select: { name: true } } } },
        organization: { select: { name: true } },
      },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(({ user: person, team, organization, ...token }) => ({
      ...token,
      owner: person
        ? `user ${person.username}`
        : team
          ? `team ${team.organization.name}/${team.name}`
          : `organization ${organization?.name ?? ''}`,
    }));
  }

  /** @throws NOT_FOUND */
  async revoke(id: string): Promise<void> {
    await this.deps.changes.make(operator, 'token.revoke', async (tx) => {
      if ((await revokeTokens(tx, { id }, this.deps.clock.now())) === 0) throw problem('NOT_FOUND');
      return { result: undefined, target: { type: 'token', id } };
    });
  }

  async #holder(owner: LocalOwner): Promise<Holder> {
    const { directory, client } = this.deps;
    if (owner.kind === 'user') {
      const user = await directory.user(owner.name);
      if (user.kind !== 'person') throw problem('NOT_FOUND');
      return { kind: 'user', userId: user.id };
    }
    if (owner.kind === 'organization') {
      return { kind: 'organization', organizationId: (await directory.organization(owner.name)).id };
    }
    const { id: organizationId } = await directory.organization(owner.organization);
    const team = await client.team.findUnique({ where: { organizationId_name: { organizationId, name: owner.name } } });
    if (!team) throw problem('NOT_FOUND');
    return { kind: 'team', teamId: team.id };
  }
}
