import { ids } from '../../platform/ids.js';
import type { TeamId, UserId } from '../../platform/ids.js';

/** Whom placeholders speak of: the account behind a token, and its teams, which stand for groups. */
export interface Entity {
  readonly id: UserId;
  readonly name: string;
  /** Names of its teams, whatever organizations they are in. */
  readonly teams: ReadonlyMap<TeamId, string>;
}

/** What stands for a placeholder; `undefined` where the caller has no such thing. */
type Value = (entity: Entity) => string | undefined;

/** What filled in could be taken for more than a part of one segment. */
const meaningful = /[*+/]/;

/** The placeholders that there are, as Vault calls them. */
const placeholders: readonly {
  readonly shape: RegExp;
  readonly value: (named: string) => Value | null;
}[] = [
  { shape: /^identity\.entity\.id$/, value: () => (entity) => entity.id },
  { shape: /^identity\.entity\.name$/, value: () => (entity) => entity.name },
  {
    shape: /^identity\.groups\.ids\.(.+)\.name$/,
    value: (id) => ofTeam(id, ([, name]) => name),
  },
  {
    shape: /^identity\.groups\.ids\.(.+)\.id$/,
    value: (id) => ofTeam(id, ([same]) => same),
  },
  {
    shape: /^identity\.groups\.names\.(.+)\.id$/,
    value: (name) => ofOneTeam(name, ([id]) => id),
  },
  {
    shape: /^identity\.groups\.names\.(.+)\.name$/,
    value: (name) => ofOneTeam(name, ([, same]) => same),
  },
];

type Team = readonly [id: TeamId, name: string];

/** `null` for what is no identifier of a team: nobody could ever be in it. */
function ofTeam(given: string, tell: (team: Team) => string): Value | null {
  const id = ids.team.parse(given);
  if (id === null) return null;
  return ({ teams }) => {
    const name = teams.get(id);
    return name === undefined ? undefined : tell([id, name]);
  };
}

/** Names are an organization's own: one that two of the caller's teams have is nobody's. */
const ofOneTeam =
  (given: string, tell: (team: Team) => string): Value =>
  ({ teams }) => {
    const named = [...teams].filter(([, name]) => name === given);
    return named.length === 1 && named[0] ? tell(named[0]) : undefined;
  };

type Part = string | Value;
type Reading = { readonly parts: readonly Part[] } | { readonly fault: string };

export const isTemplate = (path: string): boolean => path.includes('{{') || path.includes('}}');

/** Why a path's placeholders cannot be followed; `null` when they can, or there are none. */
export function templateFault(path: string): string | null {
  const reading = read(path);
  return 'fault' in reading ? reading.fault : null;
}

/**
 * The path for one caller. `null` where something has no value for it, or one that would mean more than itself: then there is no such rule for it.
 * So it is with what was written before {@link templateFault} looked at it.
 */
export function filledPath(path: string, entity: Entity | undefined): string | null {
  if (!isTemplate(path)) return path;
  const reading = read(path);
  if ('fault' in reading || !entity) return null;
  const texts = reading.parts.map((part) => (typeof part === 'string' ? part : fillable(part(entity))));
  return texts.every((text) => text !== null) ? texts.join('') : null;
}

const fillable = (value: string | undefined): string | null =>
  value === undefined || value === '' || meaningful.test(value) || isTemplate(value) ? null : value;

function read(path: string): Reading {
  const [before = '', ...rest] = path.split('{{');
  if (before.includes('}}')) return { fault: unbalanced };
  const parts: Part[] = [before];
  for (const piece of rest) {
    const [inside = '', after, ...more] = piece.split('}}');
    if (after === undefined || more.length > 0) return { fault: unbalanced };
    const value = valueOf(inside.trim());
    if (value === null) return { fault: `"{{${inside}}}" is not supported here` };
    parts.push(value, after);
  }
  return { parts };
}

const unbalanced = 'unbalanced templating characters';

function valueOf(selector: string): Value | null {
  for (const { shape, value } of placeholders) {
    const match = shape.exec(selector);
    if (match) return value(match[1] ?? '');
  }
  return null;
}
