import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  extendSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { DocumentNode, GraphQLField, GraphQLObjectType } from 'graphql';
import { serverRoot } from './server.js';

/** The public contract, as it is checked in. */
const read = (name: string) => readFileSync(path.join(serverRoot, 'graphql', name), 'utf8');
export const schema = buildSchema(read('schema.graphql'));
/** With what only operations of REST may ask for. */
const whole = extendSchema(schema, parse(read('internal.graphql')));

export function objectType(name: string): GraphQLObjectType {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`the schema has no type ${name}`);
  return type;
}

/** @param coordinate `Workspace.runs`, or the plain name of a field of Query or Mutation */
export function fieldOf(coordinate: string): GraphQLField<unknown, unknown> {
  const [owner, name] = coordinate.includes('.') ? coordinate.split('.') : [undefined, coordinate];
  const types = owner === undefined ? [schema.getQueryType(), schema.getMutationType()] : [objectType(owner)];
  const found = types.flatMap((type) => Object.values(type?.getFields() ?? {})).find((field) => field.name === name);
  if (!found) throw new Error(`the schema has no field ${coordinate}`);
  return found;
}

/** @param path with dots, from an argument of the field on: `search.tagged.key` */
export function hasArgument(coordinate: string, path: string): boolean {
  const [name, ...members] = path.split('.');
  const argument = fieldOf(coordinate).args.find((one) => one.name === name);
  let type = argument && getNamedType(argument.type);
  for (const member of members) {
    const field = isInputObjectType(type) ? type.getFields()[member] : undefined;
    type = field && getNamedType(field.type);
  }
  return type !== undefined;
}

/** What callers of GraphQL ask for where an operation of REST asks for an internal field. */
const publicFieldOf: Readonly<Record<string, string>> = {
  acmeAccountIds: 'acmeAccounts',
  acmeEabKeyEntries: 'acmeEabKeys',
  auditTrailPage: 'Organization.auditRecords',
  celRoleNames: 'celRoles',
  certificateMetadataSerialNumbers: 'certificateMetadataEntries',
  certificateSerialNumbers: 'certificates',
  certificateDetails: 'certificates',
  leaseToRenew: 'lease',
  mountOfPath: 'mount',
  myMembershipPage: 'myMemberships',
  ordersOfAcmeAccount: 'acmeOrders',
  organizationMembershipPage: 'Organization.memberships',
  organizationPage: 'organizations',
  policyNames: 'policies',
  policyText: 'policy',
  projectPage: 'projects',
  projectTeamAccessPage: 'projectTeamAccess',
  reservedTagKeyPage: 'reservedTagKeys',
  'Organization.runPage': 'Organization.runs',
  revocationRequestAccessors: 'revocationRequests',
  revokedSerialNumbers: 'revocations',
  roleNames: 'roles',
  stateVersionPage: 'Workspace.stateVersions',
  stateVersionOutputPage: 'stateVersionOutputs',
  tagPage: 'tags',
  'Tag.workspacePage': 'Tag.workspaces',
  teamPage: 'Organization.teams',
  teamTokenPage: 'teamTokens',
  organizationTeamTokenPage: 'teamTokens',
  workspaceResourcePage: 'Workspace.resources',
  tunedMount: 'mount',
  unifiedRevocationAccessors: 'unifiedRevocations',
  userTokenPage: 'userTokens',
  'Workspace.configurationVersionPage': 'Workspace.configurationVersions',
  'Workspace.remoteStateConsumerPage': 'Workspace.remoteStateConsumers',
  'Workspace.runPage': 'Workspace.runs',
  variableSetPage: 'variableSets',
  'Workspace.variableSetPage': 'Workspace.variableSets',
  'Project.variableSetPage': 'Project.variableSets',
  webhookPage: 'webhooks',
  workspacePage: 'workspaces',
  workspaceTeamAccessPage: 'workspaceTeamAccess',
};

/** The fields that an operation asks for, those of its fragments last, as {@link fieldOf} takes them. */
export function coordinatesIn(document: DocumentNode): string[] {
  const info = new TypeInfo(whole);
  const found: string[] = [];
  const Field = () => {
    const owner = info.getParentType()?.name ?? '';
    const name = info.getFieldDef()?.name ?? '';
    const coordinate = ['Query', 'Mutation'].includes(owner) ? name : `${owner}.${name}`;
    found.push(publicFieldOf[coordinate] ?? coordinate);
  };
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  for (const definition of [...operations.slice(0, 1), ...fragments])
    visit(definition, visitWithTypeInfo(info, { Field }));
  return found;
}

interface Tree {
  readonly members: Map<string, Tree>;
}
const leaf = (): Tree => ({ members: new Map() });

/**
 * What selects these fields of an object.
 * @param paths with dots; `permissions.*` is every member
 * @throws Error for one that the type does not have
 */
export function selectionOf(typeName: string, paths: Iterable<string>): string {
  const tree = leaf();
  for (const each of paths) {
    let place = tree;
    for (const name of each.split('.')) {
      const inner = place.members.get(name) ?? leaf();
      place.members.set(name, inner);
      place = inner;
    }
  }
  return printed(objectType(typeName), tree);
}

/** A value of several parts, such as a policy of a certificate: nothing hangs on it. */
const isPlain = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).every((field) => isLeafType(getNamedType(field.type)));
const everything: Tree = { members: new Map([['*', leaf()]]) };

function printed(type: GraphQLObjectType, { members }: Tree): string {
  const every = members.has('*') ? Object.keys(type.getFields()).map((name) => [name, leaf()] as const) : [];
  const wanted = new Map([...members, ...every].filter(([name]) => name !== '*'));
  const parts = [...wanted].map(([name, inner]) => {
    if (name === '__typename') return name;
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} has no field ${name}`);
    const of = getNamedType(field.type);
    if (!isCompositeType(of)) return name;
    if (isObjectType(of) && inner.members.size > 0) return `${name} ${printed(of, inner)}`;
    return `${name} ${isObjectType(of) && isPlain(of) ? printed(of, everything) : '{ __typename }'}`;
  });
  return `{ ${parts.join(' ')} }`;
}

/** What lies at a path; of lists, of each item. A step through null is null. */
export function valueAt(object: unknown, dotted: string): unknown {
  return dotted.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : value.map((item) => member(item, name));
    return member(value, name);
  }, object);
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return null;
  const found: unknown = Reflect.get(value, name);
  return found;
}
