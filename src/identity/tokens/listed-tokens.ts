import { bigint, text } from '../../platform/database/columns.js';
import { all, any, condition, equals, oneOf, readBy, tableBy } from '../../platform/database/conditions.js';
import type { PartOfList, SqlCondition } from '../../platform/database/conditions.js';
import type { Database, Provider } from '../../platform/database/database.js';
import { partedCount } from '../../platform/database/row-counts.js';
import { searchedIn } from '../../platform/database/text-search.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { readPage } from '../../platform/graphql/read-page.js';

/** What is listed: not what was revoked, nor a wrapping token, which is not for its owner. In these words, the indexes have no others (`0068_team_tokens`). */
const listedSql = condition(`"revokedAt" IS NULL AND "type" <> 'wrapping'`);

/** The teams whose tokens are listed. */
export interface ListedTeams {
  readonly organizationId: string;
  /** Where these are not all: none but those of `only`, and without the owners all others too. */
  readonly owners: boolean;
  readonly others: boolean;
  readonly only: readonly string[];
  readonly search: string | null;
  /** Teams that include all with the searched part in their names, if they are few. */
  readonly few: readonly string[] | null;
}

const orders = {
  'created-at': { columns: ['"createdAt"', '"id"'], descending: false, index: 'Token_team_listed_idx' },
  '-created-at': { columns: ['"createdAt"', '"id"'], descending: true, index: 'Token_team_listed_idx' },
  // One that never expires is the last to do so.
  'expired-at': {
    columns: ['("expiresAt" IS NULL)', '"expiresAt"', '"id"'],
    descending: false,
    index: 'Token_team_listed_end_idx',
  },
  '-expired-at': {
    columns: ['("expiresAt" IS NULL)', '"expiresAt"', '"id"'],
    descending: true,
    index: 'Token_team_listed_end_idx',
  },
} as const;

/** The order of the tokens of several teams. */
export type TeamTokenOrder = keyof typeof orders;

type Reads = Pick<Database, 'provider' | 'readSql'>;

export const countOfUser = (database: Reads, userId: string): Promise<bigint> =>
  partedCount(database, [`user-token/${userId}`]);

export const countOfTeam = (database: Reads, teamId: string): Promise<bigint> =>
  partedCount(database, [`team-token/${teamId}`]);

/** Ids of a page, oldest first. */
export const pageOfUser = (database: Reads, userId: string, window: PageWindow): Promise<NumberedPage<string>> =>
  pageOfIds(database, ofUser(database.provider, userId), 'created-at', {
    window,
    count: () => countOfUser(database, userId),
  });

export function pageOfTeams(
  database: Reads,
  teams: ListedTeams,
  order: TeamTokenOrder,
  window: PageWindow,
): Promise<NumberedPage<string>> {
  const { organizationId, owners, others, search } = teams;
  const of = ofTeams(database.provider, teams, order);
  const everyOne = owners && others && search === null;
  const count = () => (everyOne ? partedCount(database, [`teams-token/${organizationId}`]) : counted(database, of));
  return pageOfIds(database, of, order, { window, count });
}

const ofUser = (provider: Provider, userId: string): PartOfList =>
  readBy(provider, 'Token_user_listed_idx', all(equals('userId', userId), listedSql));

function ofTeams(provider: Provider, teams: ListedTeams, order: TeamTokenOrder): PartOfList {
  const { organizationId, owners, others, only, search, few } = teams;
  const ofOrganization = equals('teamOrganizationId', organizationId);
  // Few teams: their tokens are read and sorted. Otherwise all are gone along in their order.
  const named = owners || others ? few : only;
  if (named !== null) {
    const met = all(oneOf('teamId', named), ofOrganization, listedSql, ...teamConditions(teams));
    return named.length > 0 ? readBy(provider, 'Token_teamId_idx', met) : met;
  }
  const excluded = owners && others && search === null ? [] : teamConditions(teams);
  return readBy(provider, orders[order].index, all(ofOrganization, listedSql, ...excluded));
}

/** Of the team of each token, by its id. */
function teamConditions({ owners, others, only, search }: ListedTeams): readonly SqlCondition[] {
  const managed =
    owners && others
      ? []
      : [
          any(
            ...(owners ? [condition('t."owners"')] : []),
            ...(others ? [condition('NOT t."owners"')] : []),
            oneOf('teamId', only),
          ),
        ];
  const named = search ? [searchedIn('searchName', search)] : [];
  const { sql, parameters } = all(...managed, ...named);
  // As a value: PostgreSQL could make a join of EXISTS, and read all teams.
  const team = `(SELECT 1 FROM "Team" t WHERE t."id" = "Token"."teamId" AND ${sql} LIMIT 1) = 1`;
  return [condition(team, ...parameters)];
}

const fromSql = ({ indexedBy, sql }: PartOfList): string => `FROM ${tableBy('Token', indexedBy)} WHERE ${sql}`;

/** Of some teams: one after the other. */
async function counted(database: Reads, of: PartOfList): Promise<bigint> {
  const [row] = await database.readSql(`SELECT COUNT(*) AS "count" ${fromSql(of)}`, of.parameters);
  return bigint(row?.['count'] ?? 0n);
}

function pageOfIds(
  database: Reads,
  of: PartOfList,
  order: TeamTokenOrder,
  { window, count }: { readonly window: PageWindow; readonly count: () => Promise<bigint> },
): Promise<NumberedPage<string>> {
  const { columns, descending } = orders[order];
  return readPage(window, count, async ({ skip, take, backwards }) => {
    const way = descending === backwards ? 'ASC' : 'DESC';
    const by = columns.map((column) => `${column} ${way}`).join(', ');
    const rows = await database.readSql(`SELECT "id" ${fromSql(of)} ORDER BY ${by} LIMIT ? OFFSET ?`, [
      ...of.parameters,
      take,
      skip,
    ]);
    return rows.map((row) => text(row['id']));
  });
}
