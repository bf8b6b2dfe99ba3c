import { GraphQLError, Kind, OperationTypeNode } from 'graphql';
import type { DirectiveNode, DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { fragmentsOf } from './limits.js';

const conditional = new Set(['skip', 'include']);

/**
 * The only field of a subscription must not be skipped or included: without it there would be nothing to follow. GraphQL requires this since September 2025
 * (5.2.4.1). It is checked before graphql-js 16 validates, which throws if a variable decides, and later fails on the rest.
 */
export function conditionalSubscriptions(document: DocumentNode): readonly GraphQLError[] {
  const fragments = fragmentsOf(document);
  return document.definitions
    .flatMap((node) =>
      node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.SUBSCRIPTION
        ? conditionsIn(node.selectionSet, fragments)
        : [],
    )
    .map((directive) => {
      const message = `@${directive.name.value} may not decide about the field of a subscription`;
      return new GraphQLError(message, { nodes: directive });
    });
}

/** On the fields of the operation itself, in any fragments. */
function conditionsIn(
  root: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly DirectiveNode[] {
  const found: DirectiveNode[] = [];
  const sets = new Set([root]);
  // A set that is extended during iteration visits new items too, and only once: fragments may contain each other.
  for (const { selections } of sets) {
    for (const node of selections) {
      found.push(...(node.directives ?? []).filter(({ name }) => conditional.has(name.value)));
      if (node.kind === Kind.INLINE_FRAGMENT) sets.add(node.selectionSet);
      const spread = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : undefined;
      if (spread) sets.add(spread.selectionSet);
    }
  }
  return found;
}
