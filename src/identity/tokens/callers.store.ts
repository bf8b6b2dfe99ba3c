import type { DatabaseClient } from '../../platform/database/database.js';
import type { Prisma } from '../../platform/database/models.js';
import { longestLives } from './longest-lives.js';
import type { OfLine } from './longest-lives.js';

const team = {
  id: true,
  name: true,
  organizationId: true,
  owners: true,
  manageWorkspaces: true,
  readWorkspaces: true,
  manageProjects: true,
  readProjects: true,
  manageMembership: true,
  manageTeams: true,
  manageOrganizationAccess: true,
  accessSecretTeams: true,
} as const satisfies Prisma.TeamSelect;

const account = {
  id: true,
  username: true,
  suspendedAt: true,
  siteAdmin: true,
} as const satisfies Prisma.UserSelect;
const organization = {
  id: true,
  name: true,
  ...longestLives,
} as const satisfies Prisma.OrganizationSelect;

const everything = {
  id: true,
  secretHash: true,
  kind: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  policies: true,
  parentId: true,
  displayName: true,
  type: true,
  usesLeft: true,
  boundCidrs: true,
  user: {
    select: {
      ...account,
      memberships: {
        where: { status: 'active' },
        select: { organization: { select: organization } },
      },
      teams: { select: { team: { select: team } } },
    },
  },
  team: {
    select: {
      ...team,
      organization: { select: organization },
      serviceUser: { select: account },
    },
  },
  organization: {
    select: { ...organization, serviceUser: { select: account } },
  },
} as const satisfies Prisma.TokenSelect;

export type TokenWithOwner = Prisma.TokenGetPayload<{
  select: typeof everything;
}>;
export type TeamRow = Prisma.TeamGetPayload<{ select: typeof team }>;
export type AccountRow = Prisma.UserGetPayload<{ select: typeof account }>;

export type Ancestor = OfLine & Pick<TokenWithOwner, 'parentId' | 'expiresAt' | 'revokedAt'>;

/** Reads the data of callers. */
export class CallerStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  find(tokenId: string): Promise<TokenWithOwner | null> {
    return this.deps.client.token.findUnique({
      where: { id: tokenId },
      select: everything,
    });
  }

  /** Takes one of the uses of a token that has only so many, for one request, also among several servers. @returns whether there was one */
  async takeUse(tokenId: string): Promise<boolean> {
    const where = { id: tokenId, revokedAt: null, usesLeft: { gt: 0 } };
    const { count } = await this.deps.client.token.updateMany({ where, data: { usesLeft: { decrement: 1 } } });
    return count === 1;
  }

  /** For a token that another one was created from: its end is the end of both. */
  findAncestor(tokenId: string): Promise<Ancestor | null> {
    return this.deps.client.token.findUnique({
      where: { id: tokenId },
      select: { parentId: true, expiresAt: true, revokedAt: true, kind: true, createdAt: true, displayName: true },
    });
  }
}
