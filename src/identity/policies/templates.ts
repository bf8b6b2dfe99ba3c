import { ids } from '../../platform/ids.js';
import type { TeamId, UserId } from '../../platform/ids.js';

/** The subject of placeholders: the account of a token, and its teams, which stand for groups. */
export interface Entity {
  readonly id: UserId;
  readonly name: string;
  readonly teams: ReadonlySet<TeamId>;
}

/** What a placeholder for a team meant when its policy was written. Names can be reused, also those of organizations, so none is looked up later. */
export interface TeamPin {
  readonly teamId: TeamId;
  /** The value for the placeholder: the identifier or the name that the team had. */
  readonly value: string;
}

/** By the text between the braces. */
export type TeamPins = Readonly<Record<string, TeamPin>>;

/** A path of a policy, with the meaning of its placeholders. */
export interface TemplatePath {
  readonly path: string;
  readonly teams?: TeamPins;
}

/** A team in the form of a placeholder. */
export type NamedTeam = { readonly id: TeamId } | { readonly organization: string; readonly name: string };

/** A placeholder for a team, to be resolved when its policy is written. */
export interface TeamPlaceholder {
  readonly selector: string;
  readonly team: NamedTeam;
  readonly tells: 'id' | 'name';
}

/** The value of a placeholder; `undefined` if the caller has none. */
type Value = (entity: Entity) => string | undefined;

type Placeholder = { readonly value: Value } | TeamPlaceholder;
type Reading<T> = T | { readonly fault: string };

/** Characters in a value that would be more than a part of one segment. */
const meaningful = /[*+/]/;

/** The placeholders, with Vault's names. */
const placeholders: readonly {
  readonly shape: RegExp;
  readonly read: (selector: string, named: string, tells: 'id' | 'name') => Reading<Placeholder>;
}[] = [
  { shape: /^identity\.entity\.id$/, read: () => ({ value: ({ id }) => id }) },
  { shape: /^identity\.entity\.name$/, read: () => ({ value: ({ name }) => name }) },
  { shape: /^identity\.groups\.ids\.(.+)\.(id|name)$/, read: teamById },
  { shape: /^identity\.groups\.names\.(.+)\.(id|name)$/, read: teamByName },
];

function teamById(selector: string, given: string, tells: 'id' | 'name'): Reading<Placeholder> {
  const id = ids.team.parse(given);
  return id === null ? unsupported(selector) : { selector, team: { id }, tells };
}

/** A name alone does not identify a team: anybody may create an organization with a team of that name. */
function teamByName(selector: string, given: string, tells: 'id' | 'name'): Reading<Placeholder> {
  const [organization = '', name, ...more] = given.split('/');
  if (name !== undefined && more.length === 0) return { selector, team: { organization, name }, tells };
  const instead = `identity.groups.names.<organization>/${given}.${tells} or identity.groups.ids.<team id>.${tells}`;
  return { fault: `"{{${selector}}}" could be a team of any organization: write ${instead}` };
}

const unsupported = (selector: string) => ({ fault: `"{{${selector}}}" is not supported here` });

type Part = string | Placeholder;

export const isTemplate = (path: string): boolean => path.includes('{{') || path.includes('}}');

/** Whether a stored value has the form that is written with a policy. */
export const areTeamPins = (teams: unknown): teams is TeamPins =>
  typeof teams === 'object' && teams !== null && Object.values(teams).every(isPin);

const isPin = (pin: unknown): boolean =>
  typeof pin === 'object' &&
  pin !== null &&
  'teamId' in pin &&
  ids.team.is(pin.teamId) &&
  'value' in pin &&
  typeof pin.value === 'string';

/** Why the placeholders of a path are not supported; `null` if they are, or there are none. */
export function templateFault(path: string): string | null {
  const reading = read(path);
  return 'fault' in reading ? reading.fault : null;
}

/** The teams in a path. */
export function teamPlaceholders(path: string): readonly TeamPlaceholder[] {
  const reading = read(path);
  return 'fault' in reading ? [] : reading.parts.flatMap((part) => (isForTeam(part) ? [part] : []));
}

/** Why the path of a stored policy has no value for anybody: it was written before its placeholders had to be resolved. */
export function unfollowed({ path, teams = {} }: TemplatePath): string | null {
  const fault = templateFault(path);
  if (fault !== null) return fault;
  const open = teamPlaceholders(path).find((part) => pinOf(part, teams) === null);
  return open ? `"{{${open.selector}}}" was written before teams were looked up then` : null;
}

/**
 * The path for one caller. `null` if a placeholder has no value, or one with a special meaning: then the rule does not exist for this caller. The same applies
 * to paths of {@link unfollowed}.
 */
export function filledPath({ path, teams = {} }: TemplatePath, entity: Entity | undefined): string | null {
  if (!isTemplate(path)) return path;
  const reading = read(path);
  if ('fault' in reading || !entity) return null;
  const texts = reading.parts.map((part) =>
    typeof part === 'string' ? part : fillable(isForTeam(part) ? valueOf(part, teams, entity) : part.value(entity)),
  );
  return texts.every((text) => text !== null) ? texts.join('') : null;
}

/** Matches every path that one with placeholders could become. */
export function anyFilling(path: string): string {
  const segments = path.replaceAll(/\{\{.*?\}\}/g, '{{').split('/');
  return segments.map((segment) => (isTemplate(segment) ? (segment.endsWith('*') ? '*' : '+') : segment)).join('/');
}

function valueOf(part: TeamPlaceholder, teams: TeamPins, entity: Entity): string | undefined {
  const pin = pinOf(part, teams);
  return pin && entity.teams.has(pin.teamId) ? pin.value : undefined;
}

/** An identifier needs no lookup. */
function pinOf({ selector, team, tells }: TeamPlaceholder, teams: TeamPins): TeamPin | null {
  if ('id' in team && tells === 'id') return { teamId: team.id, value: team.id };
  return Object.hasOwn(teams, selector) ? (teams[selector] ?? null) : null;
}

const isForTeam = (part: Part): part is TeamPlaceholder => typeof part === 'object' && 'team' in part;

const fillable = (value: string | undefined): string | null =>
  value === undefined || value === '' || meaningful.test(value) || isTemplate(value) ? null : value;

function read(path: string): Reading<{ readonly parts: readonly Part[] }> {
  const [before = '', ...rest] = path.split('{{');
  if (before.includes('}}')) return { fault: unbalanced };
  const parts: Part[] = [before];
  for (const piece of rest) {
    const [inside = '', after, ...more] = piece.split('}}');
    if (after === undefined || more.length > 0) return { fault: unbalanced };
    const placeholder = placeholderOf(inside.trim());
    if ('fault' in placeholder) return placeholder;
    parts.push(placeholder, after);
  }
  return { parts };
}

const unbalanced = 'unbalanced templating characters';

function placeholderOf(selector: string): Reading<Placeholder> {
  for (const { shape, read: readOne } of placeholders) {
    const match = shape.exec(selector);
    if (match) return readOne(selector, match[1] ?? '', match[2] === 'id' ? 'id' : 'name');
  }
  return unsupported(selector);
}
