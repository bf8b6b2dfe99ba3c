import { getNamedType, isInterfaceType, isLeafType, isListType, isNonNullType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLObjectType, GraphQLOutputType, GraphQLSchema } from 'graphql';

/** Arguments by their names, as literals: where a list takes one, this is said. */
export type Given = Readonly<Record<string, string>>;

/** A list of objects of one type, and how to ask for it. */
export interface Source {
  /** Names of the fields that lead there. */
  readonly path: readonly string[];
  readonly type: GraphQLObjectType;
  /** The field itself, as `Type.field`. */
  readonly field: string;
  /** A query for a page of it with `selection` on each object. */
  readonly query: (selection: string, given: Given) => string;
}

interface Way {
  readonly path: readonly string[];
  readonly wrap: (selection: string, given: Given) => string;
  readonly wide: boolean;
}

type Field = GraphQLField<unknown, unknown>;
type Argument = Field['args'][number];

/** Every list that the schema leads to from its start, one way to each: by way of lists where there is one. */
export function sourcesOf(schema: GraphQLSchema, given: readonly string[]): Source[] {
  const query = schema.getQueryType();
  if (!query) throw new Error('there is no query type');
  const sources: Source[] = [];
  const known = new Set<GraphQLObjectType>();
  const wide: (readonly [GraphQLObjectType, Way])[] = [];
  const single: typeof wide = [[query, { path: [], wrap: (selection) => selection, wide: false }]];
  const next = () => {
    const lists = wide.shift();
    if (lists) return lists;
    let one = single.shift();
    while (one && known.has(one[0])) one = single.shift();
    if (one) known.add(one[0]);
    return one;
  };
  for (let at = next(); at; at = next()) {
    const [parent, way] = at;
    for (const field of Object.values(parent.getFields())) {
      const list = listOf(field.type);
      const type = list?.type ?? getNamedType(field.type);
      if (!isObjectType(type) || !askable(field, given)) continue;
      const on = through(way, field, list);
      if (list)
        sources.push({
          ...{ path: on.path, type, field: `${parent.name}.${field.name}` },
          query: (selection, literals) => `{ ${on.wrap(selection, literals)} }`,
        });
      if (known.has(type)) continue;
      if (on.wide) {
        known.add(type);
        wide.push([type, on]);
      } else single.push([type, on]);
    }
  }
  return sources;
}

function through(way: Way, field: Field, list: List | null): Way {
  return {
    path: [...way.path, field.name],
    wide: way.wide || list !== null,
    wrap: (selection, given) => {
      const inner = list?.items === undefined ? selection : `${list.items} { ${selection} }`;
      return way.wrap(`${field.name}${argumentsOf(field, given)} { ${inner} }`, given);
    },
  };
}

interface List {
  readonly type: GraphQLObjectType;
  /** The field with the objects, where the list has pages. */
  readonly items?: 'nodes' | 'items';
}

const nullable = (type: GraphQLOutputType) => (isNonNullType(type) ? type.ofType : type);

/** What the objects of a list are; `null` for what is none. */
export function listOf(output: GraphQLOutputType): List | null {
  const type = nullable(output);
  const named = getNamedType(type);
  if (isListType(type)) return isObjectType(named) ? { type: named } : null;
  if (!isObjectType(named)) return null;
  for (const items of ['nodes', 'items'] as const) {
    const objects = named.getFields()[items];
    const within = objects && getNamedType(objects.type);
    if (within && isObjectType(within) && /(Connection|Page)$/.test(named.name)) return { type: within, items };
  }
  return null;
}

const sizes = new Set(['first', 'pageSize']);
/** More than there is of anything: a page that holds all of its list tells its total without counting, at every width. */
const all = 70;

const isNeeded = ({ type, defaultValue }: Argument): boolean => isNonNullType(type) && defaultValue === undefined;

const askable = (field: Field, given: readonly string[]): boolean =>
  field.args.every((argument) => !isNeeded(argument) || given.includes(argument.name));

function argumentsOf({ args }: Field, given: Given): string {
  const said = args.flatMap(({ name }) => {
    const literal = sizes.has(name) ? String(all) : given[name];
    return literal === undefined ? [] : [`${name}: ${literal}`];
  });
  return said.length > 0 ? `(${said.join(', ')})` : '';
}

/** Fields that can be asked for without saying anything. */
const plain = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter((field) => askable(field, []));

/** The values of an object, without what it leads to. */
export const leaves = (type: GraphQLObjectType): string =>
  ['__typename', ...plain(type).flatMap((field) => (isLeafType(getNamedType(field.type)) ? [field.name] : []))].join(
    ' ',
  );

/** What an object leads to: each field, with the values of what is there. */
export function visibleFor(type: GraphQLObjectType): { readonly name: string; readonly selection: string }[] {
  return plain(type).flatMap((field) => {
    const selected = selectionOf(field.type, 0);
    return selected === null
      ? []
      : [{ name: field.name, selection: `${field.name}${argumentsOf(field, {})} ${selected}` }];
  });
}

/** Objects that are but values of others are selected with theirs. */
function selectionOf(output: GraphQLOutputType, depth: number): string | null {
  const named = getNamedType(output);
  if (isInterfaceType(named)) throw new Error('no list leads to an interface');
  if (!isObjectType(named)) return null;
  const list = listOf(output);
  if (list?.items === 'nodes')
    return `{ totalCount pageInfo { hasNextPage } edges { cursor } nodes { ${leaves(list.type)} } }`;
  if (list?.items === 'items') return `{ pagination { totalCount } items { ${leaves(list.type)} } }`;
  const values = plain(named).flatMap((field) => {
    const inner = depth < 2 && !('id' in named.getFields()) ? selectionOf(field.type, depth + 1) : null;
    return inner === null || listOf(field.type)?.items ? [] : [`${field.name} ${inner}`];
  });
  return `{ ${[leaves(named), ...values].join(' ')} }`;
}

/** Every field of the schema with a list of objects that can be come to by asking, as `Type.field`. */
export function listsOf(schema: GraphQLSchema): string[] {
  const query = schema.getQueryType();
  const types = new Set(query ? [query] : []);
  const lists: string[] = [];
  for (const type of types) {
    for (const field of Object.values(type.getFields())) {
      const list = listOf(field.type);
      const next = list?.type ?? getNamedType(field.type);
      if (list || (isListType(nullable(field.type)) && isInterfaceType(next))) lists.push(`${type.name}.${field.name}`);
      if (isObjectType(next)) types.add(next);
    }
  }
  return lists;
}

/** What is at a path of an answer: all objects of all lists on the way. */
export function reached(answer: unknown, path: readonly string[]): readonly object[] {
  let found: readonly unknown[] = [answer];
  for (const name of path) found = found.flatMap((each) => objectsIn(valueAt(each, name)));
  return found.filter((each) => typeof each === 'object' && each !== null);
}

const valueAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;

function objectsIn(value: unknown): readonly unknown[] {
  const objects = valueAt(value, 'nodes') ?? valueAt(value, 'items') ?? value;
  if (Array.isArray(objects)) return objects;
  return objects === null || objects === undefined ? [] : [objects];
}

/** Objects by their ids, with `selection` on each. */
export const nodesQuery = (type: GraphQLObjectType, ids: readonly string[], selection: string): string =>
  `{ nodes(ids: ${JSON.stringify(ids)}) { ... on ${type.name} { ${selection} } } }`;
