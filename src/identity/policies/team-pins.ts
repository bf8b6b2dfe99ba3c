import type { TransactionClient } from '../../platform/database/database.js';
import type { TeamRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import type { Caller } from '../caller.js';
import { seesTeam } from '../teams/visible-teams.js';
import { refused } from './policy-text.js';
import type { PolicyRule } from './rules.js';
import { teamPlaceholders } from './templates.js';
import type { NamedTeam, TeamPin, TeamPlaceholder } from './templates.js';

/** Largest number of teams in one policy. */
const mostTeams = 500;

type NamedRow = TeamRow & { readonly organization: { readonly name: string } };

/**
 * The rules with the present, permanent meaning of their placeholders for teams: a team or organization that gets the name later is not the intended one.
 * @throws INVALID_INPUT for a team that does not exist, or that the caller cannot see
 */
export async function pinTeams(
  tx: TransactionClient,
  caller: Caller,
  rules: readonly PolicyRule[],
): Promise<readonly PolicyRule[]> {
  const asked = rules.map((rule) => ({ rule, placeholders: teamPlaceholders(rule.path).filter(isToBePinned) }));
  const named = new Map(asked.flatMap(({ placeholders }) => placeholders.map(({ team }) => [keyOf(team), team])));
  if (named.size === 0) return rules;
  if (named.size > mostTeams) throw refused(`it speaks of more than ${mostTeams} teams`);
  const teams = await teamsNamed(tx, [...named.values()]);
  const pin = ({ selector, team, tells }: TeamPlaceholder): readonly [string, TeamPin] => {
    const row = teams.get(keyOf(team));
    if (!row || !sees(caller, row)) throw refused(`"{{${selector}}}" names no team that you can see`);
    const teamId = ids.team.require(row.id);
    return [selector, { teamId, value: row[tells] }];
  };
  return asked.map(({ rule, placeholders }) =>
    placeholders.length === 0 ? rule : { ...rule, teams: Object.fromEntries(placeholders.map(pin)) },
  );
}

/** An identifier has its own meaning, without a lookup. */
const isToBePinned = ({ team, tells }: TeamPlaceholder): boolean => !('id' in team && tells === 'id');

const keyOf = (team: NamedTeam): string => ('id' in team ? team.id : `${team.organization}/${team.name}`);

async function teamsNamed(tx: TransactionClient, named: readonly NamedTeam[]): Promise<ReadonlyMap<string, NamedRow>> {
  const byId = named.flatMap((team) => ('id' in team ? [team.id] : []));
  const byName = named.flatMap((team) => ('id' in team ? [] : [team]));
  const organizations = [...new Set(byName.map(({ organization }) => organization))];
  const names = [...new Set(byName.map(({ name }) => name))];
  const include = { organization: { select: { name: true } } } as const;
  const where = { OR: [{ id: { in: byId } }, { name: { in: names }, organization: { name: { in: organizations } } }] };
  const rows = await tx.team.findMany({ where, include });
  return new Map(
    rows.flatMap((row) => [
      [row.id, row],
      [`${row.organization.name}/${row.name}`, row],
    ]),
  );
}

/** The permission to write policies must not reveal which organizations and teams exist. */
const sees = (caller: Caller, team: TeamRow): boolean =>
  caller.siteAdmin || (caller.organizations.has(team.organizationId) && seesTeam(caller, team));
