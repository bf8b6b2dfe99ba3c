import type { TransactionClient } from '../../platform/database/database.js';
import { fewContaining } from '../../platform/database/name-parts.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { found, idOf } from '../directory.js';
import { requireText } from '../names.js';
import { managesTeamTokens, teamsOfManagedTokens } from '../teams/permissions.js';
import {
  descends,
  endWithin,
  parentAfter,
  parentOf,
  policiesWithin,
  requireCreator,
  requireMaker,
  requireShallow,
} from './descent.js';
import type { TeamTokenOrder } from './listed-tokens.js';
import { endUnder, longestLives } from './longest-lives.js';
import { issueToken } from './token-text.js';
import { insertToken, onlyOf, revokeTokens } from './token.store.js';
import type { ShownToken, TokenOwner, TokenStore } from './token.store.js';
import type { AuditTarget } from '../audit/target.js';
import type { IdentityParts } from '../parts.js';

/** A new token, and its text, which is shown only once. */
export interface NewToken {
  readonly token: ShownToken;
  readonly text: string;
}

export interface TokenInput {
  readonly description?: string | null | undefined;
  readonly expiresAt?: Date | null | undefined;
  /** Names of policies for the certificate authority, which the caller must have. Defaults to those of its owner. */
  readonly policies?: readonly string[] | null | undefined;
}

/** What a token of an organization is for: its administration, or only to read its audit trail. */
type OfOrganization = 'organization' | 'audit-trails';

/** The owner of a token, found and authorized. */
interface Holder {
  readonly kind: 'user' | 'team' | OfOrganization;
  readonly owner: TokenOwner;
  readonly name: string;
  readonly organizationId?: string;
}

/**
 * Tokens of users, teams and organizations. A user can have any number. A team can have one without a description, which is replaced at each creation, and any
 * number beside it, whose descriptions differ. An organization can have one of each kind. A token that is created with one that has fewer permissions than its owner, or that expires, is limited in the
 * same way, and ends with it. An organization may say how long those of its teams and its own live at most: that is the end of one that is asked for without.
 */
export class Tokens {
  constructor(private readonly deps: IdentityParts & { readonly store: TokenStore }) {}

  /** Visible for callers who may revoke it. @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<ShownToken> {
    const token = found(await this.deps.store.find(idOf('token', id)));
    await this.#holder(caller, token);
    return token;
  }

  /** @param user username or id. Defaults to the caller @throws NOT_FOUND, TOKEN_KIND_REFUSED */
  async listOfUser(caller: Caller, user: string | null, page: PageAsked): Promise<Connection<ShownToken>> {
    return this.deps.store.list((await this.#user(caller, user)).owner, page);
  }

  async pageOfUser(caller: Caller, user: string | null, window: PageWindow): Promise<NumberedPage<ShownToken>> {
    return this.deps.store.page((await this.#user(caller, user)).owner, window);
  }

  /** @throws NOT_FOUND */
  async listOfTeam(caller: Caller, teamId: string, page: PageAsked): Promise<Connection<ShownToken>> {
    return this.deps.store.list((await this.#team(caller, teamId)).owner, page);
  }

  async pageOfTeam(caller: Caller, teamId: string, window: PageWindow): Promise<NumberedPage<ShownToken>> {
    return this.deps.store.page((await this.#team(caller, teamId)).owner, window);
  }

  /** Tokens of all teams of an organization whose tokens the caller may manage. @param search part of a team's name @throws NOT_FOUND */
  async pageOfTeams(
    caller: Caller,
    organization: string,
    { search, order }: { readonly search: string | null; readonly order: TeamTokenOrder },
    window: PageWindow,
  ): Promise<NumberedPage<ShownToken>> {
    const { id: organizationId } = await this.deps.directory.organization(organization);
    await this.deps.access.onOrganization(caller, 'team.read', organizationId);
    const managed = await teamsOfManagedTokens(this.deps, caller, organizationId);
    const few = await fewContaining(this.deps.names, search, `team/${organizationId}`);
    return this.deps.store.pageOfTeams({ organizationId, ...managed, search, few }, order, window);
  }

  /** The team's token without description. @throws NOT_FOUND, also if it has none */
  async ofTeam(caller: Caller, teamId: string): Promise<ShownToken> {
    return found(await this.deps.store.findOnly((await this.#team(caller, teamId)).owner));
  }

  /** @throws NOT_FOUND, also if it has none */
  async ofOrganization(caller: Caller, organization: string, kind?: OfOrganization): Promise<ShownToken> {
    return found(await this.deps.store.findOnly((await this.#organization(caller, organization, kind)).owner));
  }

  /** @throws NOT_FOUND, TOKEN_KIND_REFUSED, INVALID_INPUT */
  async createForUser(caller: Caller, user: string | null, input: TokenInput): Promise<NewToken> {
    return this.#make(caller, await this.#user(caller, user), input);
  }

  /** Creates an additional token of a team, with a description, which may be empty, that the others do not have. @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async createForTeam(caller: Caller, teamId: string, input: TokenInput): Promise<NewToken> {
    const holder = await this.#team(caller, teamId);
    const description = input.description ?? '';
    const others = description === '' ? { teamId, description, further: true } : { teamId, description };
    const before = async (tx: TransactionClient) => {
      const same = await tx.token.findFirst({ where: { ...others, revokedAt: null }, select: { id: true } });
      if (same) throw problem('NAME_TAKEN', 'Description has already been taken', ['description']);
      return [];
    };
    return this.#make(caller, holder, input, { before, further: true });
  }

  /** Creates the team's token without description again; the previous one is revoked. @throws NOT_FOUND, INVALID_INPUT */
  async regenerateForTeam(caller: Caller, teamId: string, expiresAt: Date | null): Promise<NewToken> {
    return this.#regenerate(caller, await this.#team(caller, teamId), expiresAt);
  }

  /** Creates the organization's token of this kind again; the previous one is revoked. @throws NOT_FOUND, INVALID_INPUT */
  async regenerateForOrganization(
    caller: Caller,
    organization: string,
    expiresAt: Date | null,
    kind?: OfOrganization,
  ): Promise<NewToken> {
    return this.#regenerate(caller, await this.#organization(caller, organization, kind), expiresAt);
  }

  /** The next request with it is refused. A narrowed token can only revoke itself and tokens that were created from it. @throws NOT_FOUND */
  async revoke(caller: Caller, id: string): Promise<void> {
    const token = found(await this.deps.store.find(idOf('token', id)));
    const holder = await this.#holder(caller, token);
    if (caller.narrowed && !(await descends(this.deps.client, token.id, caller.tokenId))) throw problem('NOT_FOUND');
    await this.#revoke(caller, holder, token);
  }

  /** @throws NOT_FOUND */
  async revokeOfTeam(caller: Caller, teamId: string): Promise<string> {
    const holder = await this.#team(caller, teamId);
    return this.#revoke(caller, holder, found(await this.deps.store.findOnly(holder.owner)));
  }

  /** @throws NOT_FOUND */
  async revokeOfOrganization(caller: Caller, organization: string, kind?: OfOrganization): Promise<string> {
    const holder = await this.#organization(caller, organization, kind);
    return this.#revoke(caller, holder, found(await this.deps.store.findOnly(holder.owner)));
  }

  async #make(
    caller: Caller,
    holder: Holder,
    input: TokenInput,
    {
      before,
      further = false,
    }: {
      /** Revokes tokens that the new one replaces. @returns their ids */
      readonly before?: (tx: TransactionClient) => Promise<readonly string[]>;
      readonly further?: boolean;
    } = {},
  ): Promise<NewToken> {
    requireCreator(caller);
    const description = requireText('tokenDescription', input.description ?? '', ['description']);
    const asked = this.#expiry(input.expiresAt);
    const otherwise = endWithin(caller, asked);
    const policies = policiesWithin(caller, input.policies);
    const { changes, client, clock } = this.deps;
    if (parentOf(caller) !== null) await requireShallow(client, caller.tokenId);
    const { id, secretHash, text } = issueToken();
    // A new token affects no earlier caller; one that replaces another does.
    const affectsNobody = holder.kind === 'user' || further ? ({ affectsNobody: true } as const) : {};
    return changes.make(
      caller,
      'token.create',
      async (tx) => {
        await requireMaker(tx, caller);
        if (before) await holdOwner(tx, holder.owner, clock.now());
        const parentId = await parentAfter(tx, caller, (await before?.(tx)) ?? []);
        const { kind, owner, organizationId } = holder;
        const now = clock.now();
        const expiresAt = organizationId
          ? endUnder(await livesIn(tx, organizationId), kind, { asked, otherwise, now })
          : otherwise;
        const made = {
          id,
          secretHash,
          kind,
          description,
          further,
          expiresAt,
          policies: policies && JSON.stringify(policies),
          parentId,
          createdById: caller.userId,
          createdAt: now,
        };
        const token = await insertToken(tx, { ...made, ...owner });
        const details = {
          description,
          expiresAt: expiresAt?.toISOString() ?? null,
          ...(policies && { policies }),
          parent: parentId,
        };
        return { result: { token, text }, target: targetOf(token, holder), details };
      },
      affectsNobody,
    );
  }

  #regenerate(caller: Caller, holder: Holder, expiresAt: Date | null): Promise<NewToken> {
    const before = (tx: TransactionClient) => revokeTokens(tx, onlyOf(holder.owner), this.deps.clock.now());
    return this.#make(caller, holder, { expiresAt }, { before });
  }

  #revoke(caller: Caller, holder: Holder, token: ShownToken): Promise<string> {
    return this.deps.changes.make(caller, 'token.revoke', async (tx) => {
      const revoked = await revokeTokens(tx, { id: token.id }, this.deps.clock.now());
      if (revoked.length === 0) throw problem('NOT_FOUND');
      return { result: token.id, target: targetOf(token, holder) };
    });
  }

  #expiry(expiresAt: Date | null | undefined): Date | null {
    if (!expiresAt) return null;
    if (expiresAt > this.deps.clock.now()) return expiresAt;
    throw problem('INVALID_INPUT', 'expiresAt must be in the future', ['expiresAt']);
  }

  #holder(caller: Caller, { kind, userId, teamId, organizationId }: ShownToken): Promise<Holder> {
    if (teamId !== null) return this.#team(caller, teamId);
    if (organizationId !== null) {
      return this.#organization(caller, organizationId, kind === 'audit-trails' ? kind : 'organization');
    }
    return this.#user(caller, userId);
  }

  /** Users manage their own tokens; site administrators see them too. */
  async #user(caller: Caller, ref: string | null): Promise<Holder> {
    const user = await this.deps.directory.user(ref ?? caller.userId);
    const action = user.id === caller.userId ? 'token.manage-own' : 'user.manage';
    await this.deps.access.onSite(caller, action);
    if (user.kind !== 'person') throw problem('NOT_FOUND');
    return { kind: 'user', owner: { userId: user.id }, name: user.username };
  }

  async #team(caller: Caller, id: string): Promise<Holder> {
    const { access, directory } = this.deps;
    const team = await directory.team(id);
    if (!managesTeamTokens(access, caller, team)) {
      await access.onOrganization(caller, team.owners ? 'team.manage-owners' : 'team.manage', team.organizationId);
    }
    return { kind: 'team', owner: { teamId: id }, name: team.name, organizationId: team.organizationId };
  }

  async #organization(caller: Caller, ref: string, kind: OfOrganization = 'organization'): Promise<Holder> {
    const { id, name } = await this.deps.directory.organization(ref);
    await this.deps.access.onOrganization(caller, 'token.manage-organization', id);
    return { kind, owner: { organizationId: id, kind }, name, organizationId: id };
  }
}

const livesIn = (tx: TransactionClient, id: string) =>
  tx.organization.findUniqueOrThrow({ where: { id }, select: longestLives });

/** Two requests that create the only token of a team or organization wait for one another. */
async function holdOwner(tx: TransactionClient, owner: TokenOwner, updatedAt: Date): Promise<void> {
  if ('teamId' in owner) await tx.team.update({ where: { id: owner.teamId }, data: { updatedAt } });
  if ('organizationId' in owner) {
    await tx.organization.update({ where: { id: owner.organizationId }, data: { updatedAt } });
  }
}

function targetOf({ id }: ShownToken, { name, organizationId }: Holder): AuditTarget {
  return { type: 'token', id, name, ...(organizationId !== undefined && { organizationId }) };
}
