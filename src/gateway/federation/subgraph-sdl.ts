import { isObjectType, Kind, parse, print, printSchema, visit } from 'graphql';
import type { ConstDirectiveNode, DefinitionNode, GraphQLSchema, ObjectTypeDefinitionNode } from 'graphql';

/** A definition of Apollo Federation that every version 2 of it reads: https://www.apollographql.com/docs/graphos/reference/federation/directives */
const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])';

/** Types of Relay's specification, which other subgraphs declare with the same fields. */
const shared = new Set(['PageInfo']);

/** Fields of `Query` that find objects of this subgraph alone: in a supergraph they would promise to find all. */
const ofThisAlone = new Set(['node', 'nodes']);

/**
 * The schema as the composition of a supergraph reads it.
 * @param keys the keys of each type, such as `id` or `mountPath name`
 */
export function subgraphSdl(schema: GraphQLSchema, keys: ReadonlyMap<string, readonly string[]>): string {
  const query = schema.getQueryType()?.name;
  const document = visit(parse(printSchema(schema), { noLocation: true }), {
    ObjectTypeDefinition(node) {
      const { name, fields = [] } = node;
      if (name.value === query)
        return { ...node, fields: fields.filter((field) => !ofThisAlone.has(field.name.value)) };
      const added = (keys.get(name.value) ?? []).map((fields) => directive('key', fields));
      return withDirectives(node, shared.has(name.value) ? [...added, directive('shareable')] : added);
    },
    // Composition does not know it; the server checks it all the same, and descriptions say it.
    InputObjectTypeDefinition: (node) => ({
      ...node,
      directives: (node.directives ?? []).filter((one) => one.name.value !== 'oneOf'),
    }),
  });
  return `${link}\n\n${print({ ...document, definitions: document.definitions.filter(isOurs) })}\n`;
}

const withDirectives = (node: ObjectTypeDefinitionNode, added: readonly ConstDirectiveNode[]) =>
  added.length > 0 ? { ...node, directives: [...(node.directives ?? []), ...added] } : undefined;

function directive(name: string, fields?: string): ConstDirectiveNode {
  const given =
    fields === undefined
      ? {}
      : {
          arguments: [
            {
              kind: Kind.ARGUMENT,
              name: { kind: Kind.NAME, value: 'fields' },
              value: { kind: Kind.STRING, value: fields },
            } as const,
          ],
        };
  return { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: name }, ...given };
}

/** Composition knows the roots by their usual names. */
const isOurs = ({ kind }: DefinitionNode) => kind !== Kind.SCHEMA_DEFINITION;

/** The types that have an id by which `node` finds them. */
export const typesWithId = (schema: GraphQLSchema): readonly string[] =>
  Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node') ? [type.name] : [],
  );
