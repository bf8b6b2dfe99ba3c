import { GraphQLError, Kind } from 'graphql';
import type { DocumentNode, FieldNode, GraphQLSchema, OperationDefinitionNode, SelectionSetNode } from 'graphql';
import { fragmentsOf, overLimit } from './limits.js';
import { operationWeight } from './operation-weight.js';
import type { FieldCost } from './operation-weight.js';

/** A field of an operation, with the keys that lead to it in the answer. */
export interface FieldAt {
  readonly path: readonly string[];
  readonly node: FieldNode;
}

/**
 * The field to ask less of in a valid operation that costs too much: among the fields that cost most at each level, the innermost one that there are several of.
 * `null` if nothing costs anything.
 */
export function dearestField(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): FieldAt | null {
  const costs = new Map<FieldNode, FieldCost>();
  operationWeight(schema, document, operation, variables, (node, cost) => costs.set(node, cost));
  const fragments = fragmentsOf(document);

  const fieldsOf = (set: SelectionSetNode): FieldNode[] =>
    set.selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      const inner = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      return inner ? fieldsOf(inner.selectionSet) : [];
    });
  const dearestOf = (set: SelectionSetNode): FieldNode | null => {
    let dearest: FieldNode | null = null;
    let most = 0;
    for (const node of fieldsOf(set)) {
      const cost = costs.get(node)?.cost ?? 0;
      if (cost > most) [dearest, most] = [node, cost];
    }
    return dearest;
  };

  let found: FieldAt | null = null;
  const path: string[] = [];
  for (let set: SelectionSetNode | undefined = operation.selectionSet; set;) {
    const node = dearestOf(set);
    if (!node) break;
    path.push(node.alias?.value ?? node.name.value);
    if (!found || costs.get(node)?.several) found = { path: [...path], node };
    set = node.selectionSet;
  }
  return found;
}

/** The error for an operation that costs too much. `extensions.field` is where to ask less. */
export function tooDear(asked: number, most: number, dearest: FieldAt | null): GraphQLError {
  const { message, extensions } = overLimit('cost', asked, most);
  if (!dearest) return new GraphQLError(message, { extensions });
  return new GraphQLError(`${message}. Most of it is for ${dearest.path.join('.')}`, {
    nodes: dearest.node,
    extensions: { ...extensions, field: dearest.path },
  });
}
