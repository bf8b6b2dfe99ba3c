import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { GraphQLField, GraphQLNamedType, GraphQLObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { resolvers } from '../../src/gateway/resolvers.js';
import { buildApiSchema } from '../../src/gateway/schema.js';
import { defaultValues, mostValues } from '../../src/platform/graphql/values.js';

const schema = buildApiSchema(resolvers);
const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
const types = objects.filter(({ name }) => !name.startsWith('__'));

/** Lists of objects that are no connections, and what bounds each: parts of one document, which have no identity, or what the caller named. */
const plain: Readonly<Record<string, RegExp>> = {
  'AcmeOrder.authorizations': /At most 100/,
  'EstConfig.labelToPathPolicy': /At most 100/,
  'ChangedInstance.about': /only `status` .* and `provider`/,
  'ChangedInstance.attributes': /At most 100 are listed/,
  'CelRole.variables': /At most 64/,
  'ImportIssuersPayload.mapping': /Only the size of a request limits their number/,
  'IssuanceExplanation.findings': /the first hundred are shown/,
  'InstanceDifference.added': /At most 1000 are listed/,
  'InstanceDifference.changed': /At most 1000 are listed/,
  'InstanceDifference.removed': /At most 1000 are listed/,
  'IssuanceExplanation.brokenRules': /Only the names and fields of the request limit their number/,
  'Mount.expiryHistogram': /at most 100 buckets/,
  'OutputDifference.added': /At most 1000 are listed/,
  'OutputDifference.changed': /At most 1000 are listed/,
  'OutputDifference.removed': /At most 1000 are listed/,
  'Policy.rules': /Only the size of the text limits their number/,
  'Query.acmeEabKeyEntries': /at most 10000/,
  'Query.irrevocableLeaseCounts': /one count for each mount/,
  'Query.irrevocableLeases': /at most 10000/,
  'Query.nodes': /at most 100/,
  'Query.pathCapabilities': /At most 100/,
  'Role.policyIdentifiers': /Only the size of a request limits their number/,
  'RotateCrlPayload.crls': /one for each issuer of the mount/,
};

/** Lists of plain values that have no pages: parts of one document that somebody wrote, which is bounded by what a request has room for or by what is said of it. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'Names and usages of a certificate or a request': [
    ...['dns', 'email', 'ip', 'other', 'uri'].map((kind) => `CertificateNames.${kind}`),
    ...['extKeyUsages', 'keyUsages'].map((kind) => `PlannedCertificateType.${kind}`),
    ...['extKeyUsageOids', 'extKeyUsages', 'keyUsages'].map((kind) => `Certificate.${kind}`),
    ...['crlDistributionPoints', 'deltaCrlDistributionPoints', 'issuingCertificates', 'ocspServers'].map(
      (field) => `CertificateUrls.${field}`,
    ),
  ],
  'Fields of a role': [
    ...[
      'allowedDomains',
      'allowedIpSansCidr',
      'allowedOtherSans',
      'allowedSerialNumbers',
      'allowedUriSans',
      'allowedUserIds',
    ],
    ...['cnValidations', 'country', 'extKeyUsage', 'extKeyUsageOids', 'keyUsage', 'locality', 'organization', 'ou'],
    ...['postalCode', 'province', 'streetAddress'],
  ].map((field) => `Role.${field}`),
  'A chain of issuers, or its certificates': ['IssuedCertificate.caChain', 'Issuer.chain'],
  'Settings that a request gave': [
    ...['crlDistributionPoints', 'deltaCrlDistributionPoints', 'issuingCertificates', 'ocspServers'].map(
      (field) => `UrlsConfig.${field}`,
    ),
    ...['Workspace.triggerPatterns', 'Workspace.triggerPrefixes', 'Token.policies', 'OwnToken.policies'],
    ...['ServiceToken.policies', 'ServiceToken.boundCidrs', 'OwnToken.boundCidrs', 'TokenRole.boundCidrs'],
    ...['allowedPolicies', 'allowedPoliciesGlob', 'disallowedPolicies', 'disallowedPoliciesGlob'].map(
      (field) => `TokenRole.${field}`,
    ),
    'PolicyRule.requiredParameters',
    ...['SignInTerms.policies', 'SignInTerms.boundCidrs'],
    ...['allowedCommonNames', 'allowedDnsSans', 'allowedEmailSans', 'allowedMetadataExtensions', 'allowedNames'].map(
      (field) => `CertificateRule.${field}`,
    ),
    ...['allowedOrganizationalUnits', 'allowedUriSans', 'requiredExtensions'].map(
      (field) => `CertificateRule.${field}`,
    ),
    ...['AcmeConfig.allowedIssuers', 'AcmeConfig.allowedRoles', 'CrlConfig.shardBases'],
    ...[
      'auditNonHmacRequestKeys',
      'auditNonHmacResponseKeys',
      'passthroughRequestHeaders',
      'allowedResponseHeaders',
    ].map((field) => `AuthMethodTuning.${field}`),
    ...['EstConfig.auditFields'],
    ...['ScepConfig.allowedDigestAlgorithms', 'ScepConfig.allowedEncryptionAlgorithms'],
    ...['CmpConfig.auditFields', 'CmpConfig.disabledValidations'],
    ...['crlExpiryHours', 'events', 'expiryDays', 'otherTriggers'].map((field) => `Webhook.${field}`),
  ],
  'Words of an enum, or of a few': [
    'Issuer.usage',
    'ManagedKey.usages',
    'PathCapabilities.capabilities',
    'PolicyRule.capabilities',
  ],
  'One for each mount': ['UnifiedRevocation.mountAccessors'],
  'What a request named, or broke': [
    'BrokenRule.field',
    'DeleteTagsPayload.deletedIds',
    'MoveWorkspacesPayload.workspaceIds',
    ...types.flatMap((type) => (type.name.endsWith('Problem') ? [`${type.name}.field`] : [])),
    ...['existingIssuers', 'existingKeys', 'importedIssuers', 'importedKeys'].map(
      (field) => `ImportIssuersPayload.${field}`,
    ),
  ],
};

/** The same, where the description says what bounds them. */
const said: Readonly<Record<string, RegExp>> = {
  'ResourceDifference.added': /At most 1000 are listed/,
  'ResourceDifference.changed': /At most 1000 are listed/,
  'ResourceDifference.removed': /At most 1000 are listed/,
  'StateVersion.outputIds': /Only the size of the content limits their number/,
  'AcmeAccount.contact': /At most 10\./,
  'AcmeOrder.names': /At most 100/,
  'ScepTransaction.names': /At most 100/,
  'Workspace.tagNames': /At most 100/,
  'Workspace.variableIds': /At most 1000/,
  ...Object.fromEntries(
    ['variableIds', 'workspaceIds', 'projectIds'].map((name) => [`VariableSet.${name}`, /At most 1000/]),
  ),
};

interface Placed {
  readonly name: string;
  readonly of: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
}

const fields: readonly Placed[] = types.flatMap((of) =>
  Object.values(of.getFields()).map((field) => ({ name: `${of.name}.${field.name}`, of, field })),
);

const isListOfObjects = ({ field: { type } }: Placed) => {
  const named = getNamedType(type);
  return isListType(getNullableType(type)) && (isObjectType(named) || isInterfaceType(named));
};

/** `edges`, `nodes` and `items` are what pages consist of. */
const isPart = ({ of, field }: Placed) =>
  /(Connection|Page)$/.test(of.name) && ['edges', 'nodes', 'items'].includes(field.name);

const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node');

/** The lists with pages that objects of a type lead to, however far. */
function pagesBelow(start: GraphQLNamedType): string[] {
  const seen = new Set<GraphQLNamedType>();
  const below = (type: GraphQLNamedType): string[] => {
    if (!isObjectType(type) || seen.has(type)) return [];
    seen.add(type);
    return Object.values(type.getFields()).flatMap((field) => {
      const named = getNamedType(field.type);
      return /(Connection|Page)$/.test(named.name) ? [`${type.name}.${field.name}`] : below(named);
    });
  };
  return below(start);
}

describe('a field that gives several objects', () => {
  const lists = fields
    .filter(isListOfObjects)
    .filter((list) => !isPart(list) && getNamedType(list.field.type).name !== 'Problem');

  test('is a connection, a numbered page, or a list that something bounds', () => {
    expect(lists.map(({ name }) => name).sort()).toEqual(Object.keys(plain).sort());
  });

  test.each(lists)('$name says what bounds it, and holds nothing that is found by an identifier', ({ name, field }) => {
    expect(field.description).toMatch(plain[name] ?? /^$/);
    const of = getNamedType(field.type);
    if (name !== 'Query.nodes') expect(isObjectType(of) && isNode(of)).toBe(false);
  });

  test.each(lists.filter(({ name }) => name !== 'Query.nodes'))(
    '$name leads to no list with pages: its own length is not in the cost of an operation',
    ({ field }) => {
      expect(pagesBelow(getNamedType(field.type))).toEqual([]);
    },
  );

  const pages = fields.filter(({ field }) => getNamedType(field.type).name.endsWith('Page'));

  test('has numbers for pages alone, each with both arguments', () => {
    expect(pages.length).toBeGreaterThan(10);
    const short = pages.filter(({ field }) => {
      const given = field.args.map(({ name }) => name);
      return !given.includes('page') || !given.includes('pageSize');
    });
    expect(short.map(({ name }) => name)).toEqual([]);
  });

  test('has a page of every type by cursors where it has one by numbers', () => {
    const kinds = (end: string) =>
      types.filter(({ name }) => name.endsWith(end)).map(({ name }) => name.slice(0, -end.length));
    expect(kinds('Page').filter((kind) => !kinds('Connection').includes(kind))).toEqual([]);
  });
});

test('a workspace leads to lists with pages, so that the rule above finds some', () => {
  const workspace = schema.getType('Workspace');
  expect(workspace && pagesBelow(workspace)).toContain('Workspace.stateVersions');
});

describe('a field that gives several plain values', () => {
  const lists = fields.filter(
    ({ field: { type } }) => isListType(getNullableType(type)) && isLeafType(getNamedType(type)),
  );
  const paged = lists.filter(({ field }) => field.args.length > 0);

  test('has pages, or is part of one document', () => {
    const warnings = lists.map(({ name }) => name).filter((name) => name.endsWith('.warnings'));
    const bounded = [...Object.values(parts).flat(), ...Object.keys(said), ...warnings];
    const without = lists.filter((list) => !paged.includes(list)).map(({ name }) => name);
    expect(without.sort()).toEqual(bounded.sort());
  });

  test('has pages where it belongs to nothing: in a query', () => {
    const roots = lists.filter(({ of }) => [schema.getQueryType(), schema.getSubscriptionType()].includes(of));
    expect(roots.length).toBeGreaterThan(0);
    expect(roots.filter((list) => !paged.includes(list)).map(({ name }) => name)).toEqual([]);
  });

  test.each(paged)('$name has pages of at most 10000, each after the last value of another', ({ field }) => {
    const [first, after] = ['first', 'after'].map((name) => field.args.find((argument) => argument.name === name));
    expect(String(first?.type)).toBe('Int!');
    expect(first?.defaultValue).toBe(defaultValues);
    expect(first?.description).toContain(`at most ${mostValues}.`);
    expect(String(after?.type)).toBe(getNamedType(field.type).name);
    expect(field.description).toContain('A page with fewer items than requested is the last one.');
  });

  test.each(Object.entries(said))('%s says what bounds it', (name, bound) => {
    expect(lists.find((list) => list.name === name)?.field.description).toMatch(bound);
  });
});

describe('an object', () => {
  test('with an `id` is a node', () => {
    const others = types.filter((type) => 'id' in type.getFields() && !isNode(type));
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  test.each(types.filter(isNode))('$name has an identifier that is never null', (type) => {
    const { id } = type.getFields();
    expect(String(id?.type)).toBe('ID!');
  });
});

describe('a mutation', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  test.each(mutations)('$name takes one `input` and gives a payload with `problems`', ({ args, type }) => {
    expect(args.map(({ name }) => name)).toEqual(['input']);
    expect(args.every((argument) => isNonNullType(argument.type))).toBe(true);
    const payload = getNamedType(type);
    expect(payload.name).toMatch(/Payload$/);
    expect(isObjectType(payload) && String(payload.getFields()['problems']?.type)).toBe('[Problem!]!');
  });
});
