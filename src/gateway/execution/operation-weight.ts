import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  Kind,
  typeFromAST,
  visit,
} from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { defaultPageSize, largestPageSize } from '../../platform/graphql/connection.js';
import { mostValues } from '../../platform/graphql/values.js';
import { mostRepresentations } from '../federation/representations.js';
import { fragmentsOf } from './limits.js';

/** They give a number, or list each item. Each with its most; null for that of the field. What a router asks for is no page: it may name more objects. */
const sizeArguments: ReadonlyMap<string, number | null> = new Map([
  ...['first', 'last', 'pageSize', 'ids', 'paths'].map((name) => [name, null] as const),
  ['representations', mostRepresentations],
]);
/** The cost of a list without pages. */
const plainList = 10;
/** This many plain values of a list with pages count as an object. */
export const valuesOfObject = 10;

export interface OperationWeight {
  /** Objects that the response may have: each field of an object type is one, multiplied by the sizes of the lists around it. */
  readonly cost: number;
  /** Fields in a plan: those under an interface or union count once for each of its types. */
  readonly planned: number;
}

/** The objects that a field adds to an answer, with those below it, and whether there are several of it. */
export interface FieldCost {
  readonly cost: number;
  readonly several: boolean;
}

/** Measures a valid operation. `variables` decide page sizes, as they do when it runs. `told` hears of each field of objects. */
export function operationWeight(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  told?: (node: FieldNode, cost: FieldCost) => void,
): OperationWeight {
  const fragments = fragmentsOf(document);
  const known = new Map<string, OperationWeight>();
  const sizes = variableSizes(operation, variables);

  const fragment = (name: string, page: number | null): OperationWeight => {
    const key = `${name} ${page ?? ''}`;
    const node = fragments.get(name);
    const type = node && typeFromAST(schema, node.typeCondition);
    const weight = known.get(key) ?? (node && isCompositeType(type) ? selections(node.selectionSet, type, page) : free);
    known.set(key, weight);
    return weight;
  };

  const field = (node: FieldNode, type: GraphQLCompositeType, page: number | null): OperationWeight => {
    const definition = 'getFields' in type ? type.getFields()[node.name.value] : undefined;
    if (!definition) return free;
    const named = getNamedType(definition.type);
    const isList = isListType(getNullableType(definition.type));
    if (!isCompositeType(named)) {
      if (!isList) return leaf;
      const weight = values(node, definition, sizes);
      told?.(node, { cost: weight.cost, several: true });
      return weight;
    }
    const size = pageSize(node, definition, sizes);
    const inner = node.selectionSet ? selections(node.selectionSet, named, isList ? null : size) : free;
    const times = isList ? (size ?? page ?? plainList) : 1;
    const cost = times * (1 + inner.cost);
    // The items of a page are as many as the page's field asks for.
    told?.(node, { cost, several: size !== null || (isList && page === null) });
    return { cost, planned: 1 + inner.planned };
  };

  const selections = (set: SelectionSetNode, type: GraphQLCompositeType, page: number | null): OperationWeight => {
    let cost = 0;
    let planned = 0;
    for (const node of set.selections) {
      let weight: OperationWeight;
      if (node.kind === Kind.FIELD) weight = field(node, type, page);
      else if (node.kind === Kind.FRAGMENT_SPREAD) weight = fragment(node.name.value, page);
      else {
        const condition = node.typeCondition ? typeFromAST(schema, node.typeCondition) : type;
        weight = isCompositeType(condition) ? selections(node.selectionSet, condition, page) : free;
      }
      cost += weight.cost;
      planned += weight.planned;
    }
    return { cost, planned: planned * possibleTypes(schema, type) };
  };

  const root = schema.getRootType(operation.operation);
  return root ? selections(operation.selectionSet, root, null) : free;
}

const free: OperationWeight = { cost: 0, planned: 0 };
const leaf: OperationWeight = { cost: 0, planned: 1 };

function possibleTypes(schema: GraphQLSchema, type: GraphQLCompositeType): number {
  return isAbstractType(type) ? Math.max(1, schema.getPossibleTypes(type).length) : 1;
}

/** A list of plain values. */
function values(
  node: FieldNode,
  definition: GraphQLField<unknown, unknown>,
  variableSize: VariableSizes,
): OperationWeight {
  const unsaid: unknown = definition.args.find(({ name }) => sizeArguments.has(name))?.defaultValue;
  const size = pageSize(node, definition, variableSize, { unsaid: Number(unsaid ?? 0), most: mostValues });
  return size === null ? leaf : { ...leaf, cost: Math.ceil(size / valuesOfObject) };
}

interface PageSizes {
  /** The size if none is given. */
  readonly unsaid: number;
  readonly most: number;
}

const ofObjects: PageSizes = { unsaid: defaultPageSize, most: largestPageSize };

/** The page size of a field, `null` for a field without pages. */
function pageSize(
  node: FieldNode,
  definition: GraphQLField<unknown, unknown>,
  variableSize: VariableSizes,
  { unsaid, most }: PageSizes = ofObjects,
): number | null {
  if (!definition.args.some(({ name }) => sizeArguments.has(name))) return null;
  const given = node.arguments?.filter(({ name }) => sizeArguments.has(name.value)) ?? [];
  const sizes = given.map(({ name, value }) => {
    const asked = value.kind === Kind.VARIABLE ? variableSize(value.name.value) : sizeOf(literal(value));
    return Math.min(sizeArguments.get(name.value) ?? most, asked ?? unsaid);
  });
  return sizes.length === 0 ? unsaid : Math.max(...sizes);
}

/** How many page sizes of one operation are remembered with their costs. */
const mostRemembered = 50;

/** The cost of one operation with the variables of a request. Measuring walks the document; only page sizes make a difference, so it is done once for each. */
export class OperationCosts {
  readonly #sizes: readonly string[];
  readonly #known = new LRUCache<string, number>({ max: mostRemembered });

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly document: DocumentNode,
    private readonly operation: OperationDefinitionNode,
  ) {
    const sizes = new Set<string>();
    visit(document, {
      Argument({ name, value }) {
        if (sizeArguments.has(name.value) && value.kind === Kind.VARIABLE) sizes.add(value.name.value);
      },
    });
    this.#sizes = [...sizes];
  }

  of(variables: Readonly<Record<string, unknown>>): number {
    const sizes = variableSizes(this.operation, variables);
    const key = this.#sizes.map((name) => sizes(name)).join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { cost } = operationWeight(this.schema, this.document, this.operation, variables);
    this.#known.set(key, cost);
    return cost;
  }
}

/** The page size from a variable; `null` if it is none. */
type VariableSizes = (name: string) => number | null;

function variableSizes(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): VariableSizes {
  return (name) => {
    const given = variables[name];
    if (given !== undefined) return sizeOf(given);
    const definition = variableDefinitions.find(({ variable }) => variable.name.value === name);
    return sizeOf(definition?.defaultValue && literal(definition.defaultValue));
  };
}

/** A number, or a list without its items: nothing else gives a number. */
function literal(value: ValueNode): unknown {
  if (value.kind === Kind.INT) return Number(value.value);
  if (value.kind === Kind.LIST) return value.values;
  return value.kind === Kind.NULL ? null : value.kind;
}

/** The page size of a value, `null` if it is none. An invalid one will be refused, and counts as the largest until then. */
function sizeOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const asked = Array.isArray(value) ? value.length : value;
  return typeof asked === 'number' ? Math.min(mostValues, Math.max(1, asked)) : mostValues;
}
