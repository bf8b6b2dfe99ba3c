import type { Prisma, TeamRow } from '../../platform/database/models.js';
import { amongFew, fewContaining } from '../../platform/database/name-parts.js';
import { searchColumn, searched } from '../../platform/database/text-search.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { readPage, way } from '../../platform/graphql/read-page.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { requireText } from '../names.js';
import { openServiceAccount } from '../organizations/found.js';
import { givenColumns, requireHeld } from './organization-access.js';
import type { GivenAccess } from './organization-access.js';
import { requireVisible, seesEveryTeam, visibleTeams } from './visible-teams.js';
import type { AuditTarget } from '../audit/target.js';
import type { IdentityParts } from '../parts.js';

export type TeamVisibility = 'secret' | 'organization';

export interface TeamFilter {
  /** Complete names; all teams if empty. */
  readonly names: readonly string[];
  /** Part of the name, in any case. */
  readonly search?: string | null | undefined;
}

export type TeamOrderField = 'name' | 'createdAt';

export interface TeamOrder {
  readonly field: TeamOrderField;
  readonly direction: OrderDirection;
}

export interface TeamChange {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly visibility?: TeamVisibility | null | undefined;
  readonly ssoTeamId?: string | null | undefined;
  readonly allowMemberTokenManagement?: boolean | null | undefined;
  /** Permissions in the whole organization; absent ones do not change. */
  readonly organizationAccess?: GivenAccess | null | undefined;
}

const unique = [{ model: 'Team', columns: ['organizationId', 'name'], field: ['name'] }];

/** Teams: who holds permissions in an organization. */
export class Teams {
  constructor(private readonly deps: IdentityParts) {}

  /** @throws NOT_FOUND, also for a secret team that the caller cannot see */
  async read(caller: Caller, id: string): Promise<TeamRow> {
    const team = await this.deps.directory.team(id);
    await this.deps.access.onOrganization(caller, 'team.read', team.organizationId);
    requireVisible(caller, team);
    return team;
  }

  /** @throws NOT_FOUND */
  async page(
    caller: Caller,
    organization: string,
    filter: TeamFilter,
    window: PageWindow,
  ): Promise<NumberedPage<TeamRow>> {
    const { id, teamCount } = await this.deps.directory.organization(organization);
    await this.deps.access.onOrganization(caller, 'team.read', id);
    const where = await this.#listed(caller, id, filter);
    const { team } = this.deps.client;
    const all = filter.names.length === 0 && !filter.search && seesEveryTeam(caller, id);
    return readPage(
      window,
      () => (all ? teamCount : team.count({ where })),
      ({ backwards, ...place }) => team.findMany({ where, orderBy: { name: way(backwards) }, ...place }),
    );
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async create(caller: Caller, organization: string, input: TeamChange & { readonly name: string }): Promise<TeamRow> {
    const { access, changes, clock, directory } = this.deps;
    const { id: organizationId } = await directory.organization(organization);
    await access.onOrganization(caller, 'team.manage', organizationId);
    const columns = await this.#columns(caller, organizationId, input);
    requireHeld(caller, organizationId, columns, null);
    const now = clock.now();
    const id = ids.team.make();
    return changes.make(
      caller,
      'team.create',
      async (tx) => {
        // The organization first: a deletion that holds it waits for nobody who waits for it.
        await tx.organization.update({ where: { id: organizationId }, data: { teamCount: { increment: 1 } } });
        const serviceUserId = await openServiceAccount(tx, 'team', id, now);
        const stamps = { createdAt: now, updatedAt: now };
        const name = teamName(input.name);
        const result = await tx.team.create({
          data: { ...columns, id, organizationId, name, ...searchColumn(name), serviceUserId, ...stamps },
        });
        return { result, target: targetOf(result), details: columns };
      },
      { unique, affectsNobody: true },
    );
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async update(caller: Caller, id: string, input: TeamChange): Promise<TeamRow> {
    const team = await this.#managed(caller, id);
    if (team.owners && (typeof input.name === 'string' || input.organizationAccess)) {
      throw problem('INVALID_INPUT', 'The team of owners keeps its name and every permission', ['id']);
    }
    const columns = await this.#columns(caller, team.organizationId, input);
    const updatedAt = this.deps.clock.now();
    return this.deps.changes.make(
      caller,
      'team.update',
      async (tx) => {
        const former = await tx.team.findUnique({ where: { id } });
        requireHeld(caller, team.organizationId, columns, former);
        const result = await tx.team.update({
          where: { id },
          data: { ...columns, ...searchColumn(columns.name), updatedAt },
        });
        return { result, target: targetOf(result), details: columns };
      },
      { unique },
    );
  }

  /** @throws NOT_FOUND, INVALID_INPUT for the team of owners */
  async delete(caller: Caller, id: string): Promise<void> {
    const team = await this.#managed(caller, id);
    if (team.owners) throw problem('INVALID_INPUT', 'The team of owners cannot be deleted', ['id']);
    await this.deps.changes.make(caller, 'team.delete', async (tx) => {
      // The organization first, as whoever adds to it and to the team.
      await tx.organization.update({ where: { id: team.organizationId }, data: { teamCount: { decrement: 1 } } });
      const { count } = await tx.team.deleteMany({ where: { id } });
      if (count === 0) throw problem('NOT_FOUND');
      if (team.serviceUserId !== null) await tx.user.deleteMany({ where: { id: team.serviceUserId } });
      return { result: undefined, target: targetOf(team) };
    });
  }

  /** Those that few names match are named. */
  async #listed(caller: Caller, id: string, { names, search }: TeamFilter): Promise<Prisma.TeamWhereInput> {
    const few = await fewContaining(this.deps.names, search, `team/${id}`);
    return {
      AND: [visibleTeams(caller, id), ...amongFew(few)],
      ...(names.length > 0 && { name: { in: [...names] } }),
      ...(search && { searchName: searched({ contains: search }) }),
    };
  }

  async #managed(caller: Caller, id: string): Promise<TeamRow> {
    const team = await this.deps.directory.team(id);
    const action = team.owners ? 'team.manage-owners' : 'team.manage';
    await this.deps.access.onOrganization(caller, action, team.organizationId);
    return team;
  }

  /** The given columns only. */
  async #columns(caller: Caller, organizationId: string, input: TeamChange) {
    const grants = givenColumns(input.organizationAccess);
    if (Object.keys(grants).length > 0) {
      await this.deps.access.onOrganization(caller, 'team.manage-organization-access', organizationId);
    }
    return {
      ...(typeof input.name === 'string' && { name: teamName(input.name) }),
      ...(input.description !== undefined && {
        description: requireText('teamDescription', input.description ?? '', ['description']),
      }),
      ...(typeof input.visibility === 'string' && { visibility: input.visibility }),
      ...(input.ssoTeamId !== undefined && {
        ssoTeamId: input.ssoTeamId && requireText('ssoTeamId', input.ssoTeamId, ['ssoTeamId']),
      }),
      ...(typeof input.allowMemberTokenManagement === 'boolean' && {
        allowMemberTokenManagement: input.allowMemberTokenManagement,
      }),
      ...grants,
    };
  }
}

function teamName(name: string): string {
  return requireText('teamName', name, ['name']);
}

export function targetOf({ id, name, organizationId }: Pick<TeamRow, 'id' | 'name' | 'organizationId'>): AuditTarget {
  return { type: 'team', id, name, organizationId };
}
