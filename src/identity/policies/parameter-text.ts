import { isWithin, mostWithin } from './listed-texts.js';
import { isScalar } from './parameters.js';
import type { Listed, Lists, ParameterRules } from './parameters.js';

/** A fault in a stanza. */
export class StanzaFault extends Error {}

type Attributes = ReadonlyMap<string, unknown>;

/** The attributes about the parameters of requests. */
export const parameterStanzas = ['allowed_parameters', 'denied_parameters', 'required_parameters'] as const;

/** The rules about parameters in the attributes of a `path` block; absent attributes have no key. @throws StanzaFault */
export function readParameterRules(attributes: Attributes): ParameterRules {
  const allowed = listsOf(attributes, 'allowed_parameters');
  const denied = listsOf(attributes, 'denied_parameters');
  const required = namesOf(attributes, 'required_parameters');
  return {
    ...(allowed && { allowedParameters: allowed }),
    ...(denied && { deniedParameters: denied }),
    ...(required.length > 0 && { requiredParameters: required }),
  };
}

function listsOf(attributes: Attributes, stanza: (typeof parameterStanzas)[number]): Lists | null {
  const given = attributes.get(stanza);
  if (given === undefined) return null;
  const lists = new Map<string, readonly Listed[]>();
  for (const [spelled, values] of entriesOf(given, stanza)) {
    const name = spelled.toLowerCase();
    if (name === '') throw new StanzaFault(`${stanza}: a name is empty`);
    if (lists.has(name)) throw new StanzaFault(`${stanza}: "${name}" is given twice`);
    if (!Array.isArray(values)) throw new StanzaFault(`${stanza}: "${name}" must be a list of values`);
    lists.set(
      name,
      values.map((value: unknown) => listed(value, `${stanza}: "${name}"`)),
    );
    if (values.flat().filter(isWithin).length > mostWithin)
      throw new StanzaFault(`${stanza}: "${name}" has more than ${mostWithin} values with a "*" at both ends`);
    if (name === '*' && values.length > 0) throw new StanzaFault(`${stanza}: "*" takes no values but []`);
  }
  return lists.size === 0 ? null : Object.fromEntries(lists);
}

function listed(value: unknown, where: string): Listed {
  if (value === '*') throw new StanzaFault(`${where} has the value "*"; the empty list stands for any value`);
  if (isScalar(value)) return value;
  if (Array.isArray(value) && value.every(isScalar)) return value;
  throw new StanzaFault(`${where} has a value that is neither text, a number, true or false, nor a list of them`);
}

function namesOf(attributes: Attributes, stanza: (typeof parameterStanzas)[number]): readonly string[] {
  const given = attributes.get(stanza) ?? [];
  if (!Array.isArray(given) || !given.every((name) => typeof name === 'string' && name !== '')) {
    throw new StanzaFault(`${stanza} must be a list of names`);
  }
  return [...new Set(given.map((name) => String(name).toLowerCase()))];
}

/** Blocks of HCL are maps; those of JSON are objects, or lists with one object. */
function entriesOf(given: unknown, stanza: string): readonly (readonly [string, unknown])[] {
  const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (value instanceof Map) return [...value].map(([name, values]) => [String(name), values] as const);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new StanzaFault(`${stanza} must be a map of names to lists of values`);
}

const isListed = (value: unknown): boolean => isScalar(value) || (Array.isArray(value) && value.every(isScalar));

const isLists = (value: unknown): value is Lists =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((values: unknown) => Array.isArray(values) && values.every(isListed));

/** Whether a stored value has the form of {@link readParameterRules}. */
export function areParameterRules(rule: object): rule is ParameterRules {
  const of = (name: keyof ParameterRules): unknown => Reflect.get(rule, name);
  const required = of('requiredParameters') ?? [];
  return (
    isLists(of('allowedParameters') ?? {}) &&
    isLists(of('deniedParameters') ?? {}) &&
    Array.isArray(required) &&
    required.every((name) => typeof name === 'string')
  );
}
