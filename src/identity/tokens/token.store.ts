import type { DatabaseClient, TransactionClient } from '../../platform/database/database.js';
import type { Prisma, TokenRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, instant, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import { numberedPage } from '../../platform/graphql/numbered-page.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { readPage, way } from '../../platform/graphql/read-page.js';

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

/** Tokens that were not revoked. A revoked one is kept for the record and never shown. */
export class TokenStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  /** Concurrent lookups are one statement, because Prisma combines a `findUnique` that only has the id. */
  async find(id: string): Promise<ShownToken | null> {
    const token = await this.deps.client.token.findUnique({ where: { id }, omit });
    return token?.revokedAt === null ? token : null;
  }

  /** The one token without a description that a team may have, or an organization of each kind. */
  findOnly(owner: TokenOwner): Promise<ShownToken | null> {
    return this.deps.client.token.findFirst({ where: { ...owner, description: '', revokedAt: null }, omit });
  }

  list(owner: TokenOwner, page: PageAsked): Promise<Connection<ShownToken>> {
    const where = { ...owner, ...listed };
    const { token } = this.deps.client;
    return keysetPage(oldestFirst, page, {
      rows: (query) => token.findMany({ ...query, where: { AND: [where, query.where] }, omit }),
      count: () => token.count({ where }),
    });
  }

  async pageOfTeams(
    team: Prisma.TeamWhereInput,
    order: TeamTokenOrder,
    window: PageWindow,
  ): Promise<NumberedPage<ShownToken>> {
    const where = { team, ...listed };
    const { token } = this.deps.client;
    const { skip, size: take } = window;
    const [rows, count] = await Promise.all([
      token.findMany({ where, orderBy: [...teamTokenOrders[order]], skip, take, omit }),
      token.count({ where }),
    ]);
    return numberedPage(rows, window, count);
  }

  page(owner: TokenOwner, window: PageWindow): Promise<NumberedPage<ShownToken>> {
    const where = { ...owner, ...listed };
    const { token } = this.deps.client;
    return readPage(
      window,
      () => token.count({ where }),
      ({ backwards, ...place }) =>
        token.findMany({ where, orderBy: [{ createdAt: way(backwards) }, { id: way(backwards) }], ...place, omit }),
    );
  }
}

/** The order of the tokens of several teams. One that never expires is the last to do so. */
export const teamTokenOrders = {
  'created-at': [{ createdAt: 'asc' }, { id: 'asc' }],
  '-created-at': [{ createdAt: 'desc' }, { id: 'desc' }],
  'expired-at': [{ expiresAt: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  '-expired-at': [{ expiresAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
} as const satisfies Record<string, Prisma.TokenOrderByWithRelationInput[]>;
export type TeamTokenOrder = keyof typeof teamTokenOrders;

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
