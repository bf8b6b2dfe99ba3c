import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { Prisma, TokenRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, instant, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { readPage, way } from '../../platform/graphql/read-page.js';
import { countOfTeam, countOfUser, pageOfTeams, pageOfUser } from './listed-tokens.js';
import type { ListedTeams, TeamTokenOrder } from './listed-tokens.js';

/** A token as it is shown: never with anything that could be used in its place. */
export type ShownToken = Omit<TokenRow, 'secretHash'>;

const oldestFirst = keyset({ createdAt: ascending(instant), id: ascending(text) });
const omit = { secretHash: true } as const;

/** A wrapping token is not for its owner. */
const listed = { revokedAt: null, type: { not: 'wrapping' } } as const;

/** The owner of tokens. */
export type TokenOwner =
  | { readonly userId: string }
  | { readonly teamId: string }
  | { readonly organizationId: string; readonly kind: 'organization' | 'audit-trails' };

/** The one token that is created again: of a team, which may have further ones, or of an organization for each kind. */
export const onlyOf = <Owner extends object>(owner: Owner) => ({ ...owner, description: '', further: false });

/** Whether a token of a team is none of those. Before it was kept, it was so by its description. */
export const isFurther = ({ teamId, description, further }: Pick<TokenRow, 'teamId' | 'description' | 'further'>) =>
  further || (teamId !== null && description !== '');

/** Tokens that were not revoked. A revoked one is kept for the record and never shown. */
export class TokenStore {
  constructor(private readonly deps: { database: Database }) {}

  /** Concurrent lookups are one statement, because Prisma combines a `findUnique` that only has the id. */
  async find(id: string): Promise<ShownToken | null> {
    const token = await this.deps.database.client.token.findUnique({ where: { id }, omit });
    return token?.revokedAt === null ? token : null;
  }

  findOnly(owner: TokenOwner): Promise<ShownToken | null> {
    return this.deps.database.client.token.findFirst({ where: { ...onlyOf(owner), revokedAt: null }, omit });
  }

  list(owner: TokenOwner, page: PageAsked): Promise<Connection<ShownToken>> {
    const where = { ...owner, ...listed };
    const { token } = this.deps.database.client;
    return keysetPage(oldestFirst, page, {
      rows: (query) => token.findMany({ ...query, where: { AND: [where, query.where] }, omit }),
      count: () => this.#count(owner),
    });
  }

  async pageOfTeams(teams: ListedTeams, order: TeamTokenOrder, window: PageWindow): Promise<NumberedPage<ShownToken>> {
    return this.#shown(await pageOfTeams(this.deps.database, teams, order, window));
  }

  async page(owner: TokenOwner, window: PageWindow): Promise<NumberedPage<ShownToken>> {
    const { database } = this.deps;
    if ('userId' in owner) return this.#shown(await pageOfUser(database, owner.userId, window));
    const where = { ...owner, ...listed };
    const { token } = database.client;
    return readPage(
      window,
      () => this.#count(owner),
      ({ backwards, ...place }) =>
        token.findMany({ where, orderBy: [{ createdAt: way(backwards) }, { id: way(backwards) }], ...place, omit }),
    );
  }

  #count(owner: TokenOwner): Promise<number | bigint> {
    const { database } = this.deps;
    if ('userId' in owner) return countOfUser(database, owner.userId);
    if ('teamId' in owner) return countOfTeam(database, owner.teamId);
    return database.client.token.count({ where: { ...owner, ...listed } });
  }

  /** Those that have gone since their ids were read are missing. */
  async #shown({ items, pagination }: NumberedPage<string>): Promise<NumberedPage<ShownToken>> {
    if (items.length === 0) return { items: [], pagination };
    const { token } = this.deps.database.client;
    const rows = await token.findMany({ where: { id: { in: [...items] }, ...listed }, omit });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return { items: items.flatMap((id) => byId.get(id) ?? []), pagination };
  }
}

export function insertToken(tx: TransactionClient, data: Prisma.TokenUncheckedCreateInput): Promise<ShownToken> {
  return tx.token.create({ data, omit });
}

/** @returns the ids of those that were not revoked before */
export async function revokeTokens(
  tx: TransactionClient,
  where: Prisma.TokenWhereInput,
  now: Date,
): Promise<readonly string[]> {
  const revoked = await tx.token.updateManyAndReturn({
    where: { AND: [where, { revokedAt: null }] },
    data: { revokedAt: now },
    select: { id: true },
  });
  const ids = revoked.map(({ id }) => id);
  // Nobody can take what waits for a token that is revoked.
  if (ids.length > 0) await tx.wrappedAnswer.deleteMany({ where: { id: { in: ids } } });
  return ids;
}
