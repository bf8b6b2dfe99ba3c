import {
  GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isType,
  isWrappingType,
  Kind,
} from 'graphql';
import type { DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode, ValueNode } from 'graphql';
import { fragmentsOf } from './limits.js';
import { valuesOfObject } from './operation-weight.js';

/** The text of the whole schema, in objects: it takes about as long. */
const wholeText = 10_000;

/**
 * How many objects of the schema itself an operation shows (`__schema`, `__type`, and the text that a router of Apollo Federation reads): these lists have no
 * pages, and some have thousands of items. Fields of one object count as one for every ten, as plain values do elsewhere: they can be asked for under many names, and
 * counting them takes time too. Exact but for fields that are asked for twice under one name. Counting ends above `most`.
 */
export function schemaWeight(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { most, variables }: { readonly most: number; readonly variables: Readonly<Record<string, unknown>> },
): number {
  const fragments = fragmentsOf(document);
  let objects = 0;
  let fields = 0;
  const count = () => objects + Math.floor(fields / valuesOfObject);

  const within = (set: SelectionSetNode | undefined, source: unknown, partsOf: PartsOf): void => {
    for (const node of set?.selections ?? []) {
      fields += 1;
      if (count() > most) return;
      if (node.kind !== Kind.FIELD) {
        const inner = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
        within(inner?.selectionSet, source, partsOf);
      } else if (node.name.value === 'sdl') objects += wholeText;
      else if (node.selectionSet) {
        for (const part of partsOf(schema, source, node)) {
          objects += 1;
          if (count() > most) return;
          within(node.selectionSet, part, partsOfSchema);
        }
      }
    }
  };
  within(operation.selectionSet, undefined, partsOfQuery(operation, variables));
  return count();
}

/** The objects that a field of another one shows. */
type PartsOf = (schema: GraphQLSchema, source: unknown, field: FieldNode) => readonly unknown[];

function partsOfQuery(
  { variableDefinitions }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): PartsOf {
  const nameIn = (value: ValueNode | undefined): unknown => {
    if (value?.kind === Kind.STRING) return value.value;
    if (value?.kind !== Kind.VARIABLE) return undefined;
    const name = value.name.value;
    if (Object.hasOwn(variables, name)) return variables[name];
    return nameIn(variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue);
  };
  return (schema, _source, { name, arguments: given }) => {
    if (name.value === '__schema') return [schema];
    if (name.value === '_service') return [undefined];
    if (name.value !== '__type') return [];
    const named = nameIn(given?.find((each) => each.name.value === 'name')?.value);
    const type = typeof named === 'string' ? schema.getType(named) : undefined;
    return type ? [type] : [];
  };
}

const partsOfSchema: PartsOf = (schema, source, { name: { value: field } }) => {
  if (source instanceof GraphQLSchema) {
    if (field === 'types') return Object.values(source.getTypeMap());
    if (field === 'directives') return source.getDirectives();
    const roots = [source.getQueryType(), source.getMutationType(), source.getSubscriptionType()];
    return roots.filter((type) => type?.name.toLowerCase() === field.replace(/Type$/, ''));
  }
  if (isType(source)) {
    if (field === 'ofType') return isWrappingType(source) ? [source.ofType] : [];
    if (field === 'possibleTypes') return isAbstractType(source) ? schema.getPossibleTypes(source) : [];
    if (field === 'enumValues') return isEnumType(source) ? source.getValues() : [];
    if (field === 'inputFields') return isInputObjectType(source) ? Object.values(source.getFields()) : [];
    if (!isObjectType(source) && !isInterfaceType(source)) return [];
    if (field === 'interfaces') return source.getInterfaces();
    return field === 'fields' ? Object.values(source.getFields()) : [];
  }
  if (typeof source !== 'object' || source === null) return [];
  if (field === 'type' && 'type' in source) return [source.type];
  return field === 'args' && 'args' in source && Array.isArray(source.args) ? source.args : [];
};
