import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient, TransactionClient } from '../../platform/database/database.js';
import { OperatorError } from '../../platform/operator-error.js';
import { problem, ProblemError } from '../../platform/problems.js';
import type { IdentityChanges } from '../changes.js';
import type { Directory } from '../directory.js';
import { requireText } from '../names.js';
import { endOfToken, endUnder, longestLives } from './longest-lives.js';
import { issueToken } from './token-text.js';
import { insertToken, onlyOf, revokeTokens } from './token.store.js';
import type { TokenOwner } from './token.store.js';
import { system } from '../audit/actor.js';

const operator = system('command-line');

/** Site administrators in a message. */
const mostNamed = 5;

/** The owner of a token, by name. */
export type NamedOwner =
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'team'; readonly organization: string; readonly name: string }
  | { readonly kind: 'organization'; readonly name: string };

/** A token as the operator sees it in a list. */
export interface LocalToken {
  readonly id: string;
  /** `user root`, `team default/owners`, `organization default` */
  readonly owner: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
}

/**
 * Tokens for an operator on the machine: `trustate token`. Permissions are not checked, because whoever can open the database has every permission. A running
 * server notices changes immediately, through the identity epoch.
 */
export class LocalTokens {
  constructor(
    private readonly deps: { changes: IdentityChanges; directory: Directory; client: DatabaseClient; clock: Clock },
  ) {}

  /**
   * Without a description, the new token of a team or organization replaces its present one.
   * @throws OperatorError for an owner that does not exist or is suspended, INVALID_INPUT for an invalid description
   */
  async create(request: {
    readonly owner: NamedOwner;
    readonly description: string | null;
    readonly expiresAt: Date | null;
  }): Promise<{ readonly id: string; readonly token: string }> {
    const description = requireText('tokenDescription', request.description ?? '', ['description']);
    const { owner, organizationId } = await this.#find(request.owner);
    const { kind, name } = request.owner;
    const { expiresAt: asked } = request;
    const now = this.deps.clock.now();
    const { id, secretHash, text } = issueToken();
    const replaces = kind === 'organization' || (kind === 'team' && description === '');
    return this.deps.changes.make(
      operator,
      'token.create',
      async (tx) => {
        if (replaces) await revokeTokens(tx, onlyOf(owner), now);
        const where = { id: organizationId ?? '' };
        const lives = await tx.organization.findUnique({ where, select: longestLives });
        const expiresAt = lives ? endUnder(lives, kind, { asked, otherwise: asked, now }) : asked;
        const further = kind === 'team' && !replaces;
        await insertToken(tx, { id, secretHash, kind, description, further, expiresAt, createdAt: now, ...owner });
        const target = { type: 'token' as const, id, name, ...(organizationId !== undefined && { organizationId }) };
        const details = { description, expiresAt: expiresAt?.toISOString() ?? null };
        return { result: { id, token: text }, target, details };
      },
      replaces ? {} : { affectsNobody: true },
    );
  }

  /** Oldest first. */
  async list(): Promise<LocalToken[]> {
    const rows = await this.deps.client.token.findMany({
      where: { revokedAt: null, type: { not: 'wrapping' } },
      omit: { secretHash: true },
      include: {
        user: { select: { username: true } },
        team: { select: { name: true, organization: { select: { name: true, ...longestLives } } } },
        organization: { select: { name: true, ...longestLives } },
      },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map((row) => {
      const { id, kind, user, team, organization, description, createdAt, lastUsedAt } = row;
      const teamName = team && `${team.organization.name}/${team.name}`;
      const name = user?.username ?? teamName ?? organization?.name ?? '';
      const shown = description === '' ? null : description;
      const expiresAt = endOfToken(row, team?.organization ?? organization);
      return { id, owner: `${kind} ${name}`, description: shown, createdAt, lastUsedAt, expiresAt };
    });
  }

  /**
   * @param named the id, with `at-` as in lists, or without, as in the text of the token
   * @returns `false` if there is no such token, or it is revoked already
   */
  async revoke(named: string): Promise<boolean> {
    const id = named.startsWith('at-') ? named : `at-${named}`;
    try {
      return await this.deps.changes.make(operator, 'token.revoke', async (tx) => {
        if ((await revokeTokens(tx, { id }, this.deps.clock.now())).length === 0) throw problem('NOT_FOUND');
        const organizationId = await organizationOf(tx, id);
        const target = { type: 'token' as const, id, ...(organizationId !== undefined && { organizationId }) };
        return { result: true, target };
      });
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  }

  async #find(named: NamedOwner): Promise<{ owner: TokenOwner; organizationId?: string }> {
    try {
      return await this.#owner(named);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'NOT_FOUND') throw error;
      const name = named.kind === 'team' ? `${named.organization}/${named.name}` : named.name;
      const others = named.kind === 'user' ? `; ${await this.#administrators()}` : '';
      throw new OperatorError(`there is no ${named.kind} ${name}${others}`);
    }
  }

  /** For an operator who looks for the way back in. */
  async #administrators(): Promise<string> {
    const found = await this.deps.client.user.findMany({
      where: { kind: 'person', siteAdmin: true, suspendedAt: null },
      select: { username: true },
      orderBy: { createdAt: 'asc' },
      take: mostNamed + 1,
    });
    const names = found.map(({ username }) => username).slice(0, mostNamed);
    return `active site administrators: ${names.join(', ')}${found.length > mostNamed ? ' and others' : ''}`;
  }

  async #owner(named: NamedOwner): Promise<{ owner: TokenOwner; organizationId?: string }> {
    const { client, directory } = this.deps;
    if (named.kind === 'user') {
      const { id, kind, suspendedAt } = await directory.user(named.name);
      if (kind !== 'person') throw problem('NOT_FOUND');
      if (suspendedAt !== null) {
        const others = await this.#administrators();
        throw new OperatorError(`the account ${named.name} is suspended, and its tokens are refused; ${others}`);
      }
      return { owner: { userId: id } };
    }
    const { id: organizationId } = await directory.organization(
      named.kind === 'team' ? named.organization : named.name,
    );
    if (named.kind === 'organization') return { owner: { organizationId, kind: 'organization' }, organizationId };
    const where = { organizationId_name: { organizationId, name: named.name } };
    const team = await client.team.findUnique({ where, select: { id: true } });
    if (!team) throw problem('NOT_FOUND');
    return { owner: { teamId: team.id }, organizationId };
  }
}

async function organizationOf(tx: TransactionClient, tokenId: string): Promise<string | undefined> {
  const select = { organizationId: true, team: { select: { organizationId: true } } } as const;
  const token = await tx.token.findUnique({ where: { id: tokenId }, select });
  return token?.organizationId ?? token?.team?.organizationId;
}
