import { isObject } from './reading.js';

/** A node of a parsed document (https://spec.graphql.org/October2021/#sec-Document), as all GraphQL parsers for JavaScript create it. */
type Node = Readonly<Record<string, unknown>>;

/**
 * The text of a parsed document. It is written here, because graphql-js would otherwise become a dependency of every program that has its documents as texts.
 * It is made from the nodes, not from their source text, because tools change the nodes and leave the source.
 * @throws TypeError for nodes that an executable document cannot contain
 */
export function printed(node: unknown): string {
  if (!isObject(node)) throw new TypeError('A document of GraphQL is made of nodes');
  const print = printers[String(node['kind'])];
  if (!print) throw new TypeError(`No operation or fragment holds ${String(node['kind'])}`);
  return print(node);
}

const listed = (node: Node, field: string): readonly string[] => {
  const nodes = node[field];
  return Array.isArray(nodes) ? nodes.map(printed) : [];
};
const wrapped = (before: string, items: readonly string[], after: string, between = ', ') =>
  items.length === 0 ? '' : `${before}${items.join(between)}${after}`;
const optional = (before: string, node: unknown) => (node === undefined || node === null ? '' : before + printed(node));

const argumentsOf = (node: Node) => wrapped('(', listed(node, 'arguments'), ')');
const directivesOf = (node: Node) => wrapped(' ', listed(node, 'directives'), '', ' ');
const variablesOf = (node: Node) => wrapped('(', listed(node, 'variableDefinitions'), ')');
const asItIs = (node: Node) => String(node['value']);

const printers: Readonly<Record<string, (node: Node) => string>> = {
  Document: (node) => listed(node, 'definitions').join('\n'),
  OperationDefinition: (node) =>
    `${String(node['operation'])}${optional(' ', node['name'])}${variablesOf(node)}${directivesOf(node)}${printed(node['selectionSet'])}`,
  FragmentDefinition: (node) =>
    `fragment ${printed(node['name'])}${variablesOf(node)} on ${printed(node['typeCondition'])}${directivesOf(node)}${printed(node['selectionSet'])}`,
  VariableDefinition: (node) =>
    `${printed(node['variable'])}: ${printed(node['type'])}${optional(' = ', node['defaultValue'])}${directivesOf(node)}`,

  SelectionSet: (node) => wrapped('{', listed(node, 'selections'), '}', ' '),
  Field: (node) =>
    `${node['alias'] ? `${printed(node['alias'])}: ` : ''}${printed(node['name'])}${argumentsOf(node)}${directivesOf(node)}${optional('', node['selectionSet'])}`,
  FragmentSpread: (node) => `...${printed(node['name'])}${directivesOf(node)}`,
  InlineFragment: (node) =>
    `...${optional(' on ', node['typeCondition'])}${directivesOf(node)}${printed(node['selectionSet'])}`,
  Directive: (node) => `@${printed(node['name'])}${argumentsOf(node)}`,
  Argument: (node) => `${printed(node['name'])}: ${printed(node['value'])}`,

  Name: asItIs,
  NamedType: (node) => printed(node['name']),
  ListType: (node) => `[${printed(node['type'])}]`,
  NonNullType: (node) => `${printed(node['type'])}!`,

  Variable: (node) => `$${printed(node['name'])}`,
  IntValue: asItIs,
  FloatValue: asItIs,
  BooleanValue: asItIs,
  EnumValue: asItIs,
  NullValue: () => 'null',
  // GraphQL reads everything that JSON escapes in the same way. A block string is a plain string after parsing.
  StringValue: (node) => JSON.stringify(node['value']),
  ListValue: (node) => `[${listed(node, 'values').join(', ')}]`,
  ObjectValue: (node) => `{${listed(node, 'fields').join(', ')}}`,
  ObjectField: (node) => `${printed(node['name'])}: ${printed(node['value'])}`,
};
