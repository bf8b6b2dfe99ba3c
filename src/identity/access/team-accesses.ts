import type { TransactionClient } from '../../platform/database/database.js';
import type { Prisma, TeamRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { KeysetQuery } from '../../platform/graphql/keyset-prisma.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { readPage, way } from '../../platform/graphql/read-page.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { found } from '../directory.js';
import { requireVisible } from '../teams/visible-teams.js';
import type { AuditTarget } from '../audit/target.js';
import type { IdentityParts } from '../parts.js';

interface ById {
  readonly id: string;
}

/** The object of an access, such as a workspace. */
interface Place extends ById {
  readonly name: string;
  readonly organizationId: string;
}

interface AccessRow extends ById {
  readonly teamId: string;
}

/** The rows of a list: those of a cursor in its order, or those of a numbered page in the order of the teams' names. */
export interface AccessQuery {
  readonly where: KeysetQuery<ById>['where'];
  readonly orderBy: ({ id?: 'asc' | 'desc' } | { team: { name: 'asc' | 'desc' } })[];
  readonly skip?: number;
  readonly take: number;
}

/** The accesses to a place, of those teams; `null` is all of them. */
export interface Listed<At> {
  readonly place: At;
  readonly team: Prisma.TeamWhereInput | null;
}

/** Accesses to one place that are listed by the names of their teams. More are listed as by cursors: the order of names is none of an index. */
const mostByName = 1_000;

const byId = keyset({ id: ascending(text) });

/** The access of teams: common code for workspaces and projects, whatever columns an access has. */
export abstract class TeamAccesses<At extends Place, Row extends AccessRow> {
  constructor(protected readonly deps: IdentityParts) {}

  protected abstract readonly noun: 'workspace' | 'project';
  /** @throws NOT_FOUND */
  protected abstract place(id: string): Promise<At>;
  protected abstract placeOf(row: Row): string;
  /** @throws NOT_FOUND for callers who do not manage the access to the place */
  protected abstract requireManager(caller: Caller, place: At): Promise<void>;
  /** @throws NOT_FOUND for callers who do not see the access of teams to the place */
  protected abstract requireReader(caller: Caller, place: At): Promise<void>;
  /** The teams whose access to the place a caller sees who may read it; `null` for all of them. */
  protected abstract shownTeams(caller: Caller, place: At): Promise<Prisma.TeamWhereInput | null>;
  protected abstract row(id: string): Promise<Row | null>;
  protected abstract rows(listed: Listed<At>, query: AccessQuery): Promise<readonly Row[]>;
  protected abstract count(listed: Listed<At>): Promise<number | bigint>;
  protected abstract deleted(tx: TransactionClient, id: string): Promise<{ count: number }>;

  /** Visible for callers who may read the access to the place, and for the team itself. @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<Row> {
    const row = found(await this.row(id));
    const place = await this.place(this.placeOf(row));
    const own = caller.organizations.get(place.organizationId)?.teams.some((team) => team === row.teamId);
    if (own === true) return row;
    await this.requireReader(caller, place);
    await this.#requireShown(caller, place, row);
    return row;
  }

  /** @throws NOT_FOUND */
  async list(caller: Caller, placeId: string, page: PageAsked): Promise<Connection<Row>> {
    const listed = await this.#listed(caller, placeId);
    return keysetPage(byId, page, { rows: (query) => this.rows(listed, query), count: () => this.count(listed) });
  }

  /** By name of the teams, if they are few enough to be sorted for a page. @throws NOT_FOUND */
  async page(caller: Caller, placeId: string, window: PageWindow): Promise<NumberedPage<Row>> {
    const listed = await this.#listed(caller, placeId);
    const total = await this.count(listed);
    const byName = total <= mostByName;
    return readPage(
      window,
      () => total,
      ({ backwards, ...place }) =>
        this.rows(listed, {
          where: { AND: [] },
          orderBy: [byName ? { team: { name: way(backwards) } } : { id: way(backwards) }],
          ...place,
        }),
    );
  }

  /** @throws NOT_FOUND */
  async remove(caller: Caller, id: string): Promise<void> {
    const { row, place } = await this.managed(caller, id);
    await this.deps.changes.make(caller, `${this.noun}.remove-team-access`, async (tx) => {
      const { count } = await this.deleted(tx, row.id);
      if (count === 0) throw problem('NOT_FOUND');
      return { result: undefined, target: this.target(row, place), details: { teamId: row.teamId } };
    });
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN if the team has access already */
  protected async give(
    caller: Caller,
    { place, team }: { readonly place: At; readonly team: TeamRow },
    write: (tx: TransactionClient) => Promise<{ readonly row: Row; readonly details: object }>,
  ): Promise<Row> {
    const model = this.noun === 'workspace' ? 'TeamWorkspaceAccess' : 'TeamProjectAccess';
    const columns = ['teamId', `${this.noun}Id`];
    const message = `The team has access to the ${this.noun} already`;
    return this.deps.changes.make(
      caller,
      `${this.noun}.add-team-access`,
      async (tx) => {
        const { row, details } = await write(tx);
        return { result: row, target: this.target(row, place), details: { team: team.name, ...details } };
      },
      { unique: [{ model, columns, field: ['teamId'], message }] },
    );
  }

  /** @throws NOT_FOUND */
  protected async managedPlace(caller: Caller, id: string): Promise<At> {
    const place = await this.place(id);
    await this.requireManager(caller, place);
    return place;
  }

  /** @throws NOT_FOUND */
  protected async managed(caller: Caller, id: string): Promise<{ row: Row; place: At }> {
    const row = found(await this.row(id));
    const place = await this.managedPlace(caller, this.placeOf(row));
    await this.#requireShown(caller, place, row);
    return { row, place };
  }

  async #listed(caller: Caller, placeId: string): Promise<Listed<At>> {
    const place = await this.place(placeId);
    await this.requireReader(caller, place);
    return { place, team: await this.shownTeams(caller, place) };
  }

  /** @throws NOT_FOUND for the access of a team that is secret to the caller */
  async #requireShown(caller: Caller, place: At, { teamId }: Row): Promise<void> {
    const shown = await this.shownTeams(caller, place);
    if (shown === null) return;
    const team = await this.deps.client.team.findFirst({
      where: { AND: [{ id: teamId }, shown] },
      select: { id: true },
    });
    if (!team) throw problem('NOT_FOUND');
  }

  /** The team that gets access: one of the same organization that the caller can see. @throws INVALID_INPUT */
  protected async team(caller: Caller, organizationId: string, teamId: string): Promise<TeamRow> {
    const team = await this.deps.client.team.findFirst({ where: { id: teamId, organizationId } });
    try {
      const seen = found(team);
      requireVisible(caller, seen);
      return seen;
    } catch {
      throw problem('INVALID_INPUT', 'teamId names no team of the organization', ['teamId']);
    }
  }

  protected target({ id }: ById, { name, organizationId }: Place): AuditTarget {
    return { type: `team-${this.noun}`, id, name, organizationId };
  }
}
