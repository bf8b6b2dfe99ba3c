import { isInterfaceType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Authorities } from '../../../src/pki/issuers/authorities.js';
import { deepQueries } from './deep-queries.js';
import { Growth, givenNames } from './growth.js';
import { openInstallation, schema } from './installation.js';
import type { Answer, Installation } from './installation.js';
import { visibleFor, leaves, listsOf, nodesQuery, reached, sourcesOf } from './selections.js';
import type { Source } from './selections.js';

/** What is read for each object by itself shows at any two widths; what is read in parts, of a hundred and more, at neither of these. */
const [narrow, wide] = [2, 12];
/** Statements of one list with one thing that hangs on its objects, at most; and where the token of an organization asks, which also acts for an account. */
const mostOfOne = 16;
const mostOfOrganization = 16;

/** Lists that are not asked for here, and why. */
const unasked: Readonly<Record<string, string>> = {
  'Mount.expiryHistogram': 'counted in test/gateway/graph/certificate-details.test.ts: its `from` is a time',
  'Query.ordersOfAcmeAccount': 'read as `acmeOrders` are, which are asked for',
  'Query.nodes': 'asked for below, for every type',
  'Query.pathCapabilities': 'of the paths that the caller names; they are read from policies in memory',
  'IssuanceExplanation.brokenRules': 'of one request, decided in memory',
  'IssuanceExplanation.findings': 'of one certificate, found in memory',
};

/** Lists and fields of which there are not more in a larger world, and why. The statements are counted all the same. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/^compareStateVersions\b/, 'two contents are compared, in memory'],
  [/^userTokens?(Page)?: (team|organization)$/, 'tokens of a user belong to no team and no organization'],
  [/^organization(s|Page): (defaultProject|dataRetentionPolicy)$/, 'the further organizations were made without'],
  [/^workspaces\.variables: variableSet$/, 'a variable of a workspace is of no set'],
  [/^variableSets\.variables: workspace$/, 'nor is one of a set of a workspace'],
  [
    /^celRoles\.certificates: (role|revocation|metadata)$/,
    'a CEL role is no role of the other kind, and takes no metadata; and none of its certificates was revoked',
  ],
  [/^workspaceResourcePage\b/, 'of one workspace, which has one that is managed'],
  [/^organizationTeamTokenPage: (user|organization)$/, 'tokens of teams belong to no user and no organization'],
  [/^estConfig\.labelToPathPolicy\b/, 'of one mount, which has no labels'],
  [/^teamTokens?(Page)?: (user|organization)$/, 'tokens of a team belong to no user and no organization'],
];

const nodeType = schema.getType('Node');
const sources = sourcesOf(schema, givenNames);
/** One list of each type whose objects have ids. */
const withIds = new Map(
  // Of several lists the first one stays: that nearest to the start.
  sources
    .toReversed()
    .flatMap((source) =>
      source.type.getInterfaces().some(({ name }) => name === 'Node') ? [[source.type.name, source] as const] : [],
    ),
);

interface Asked {
  readonly name: string;
  /** Names from the start of the query to what is looked for. */
  readonly path: readonly string[];
  readonly query: string;
}

interface Counted extends Asked, Answer {
  readonly found: number;
}

let world: Installation;
let growth: Growth;
const small = { root: new Map<string, Counted>(), reader: new Map<string, Counted>() };
type Who = keyof typeof small;

/** The values of a list's objects, and each thing that hangs on them. */
function questions(source: Source): Asked[] {
  const given = growth.given();
  const list = source.path.join('.');
  return [
    { name: list, path: source.path, query: source.query(leaves(source.type), given) },
    ...visibleFor(source.type).map(({ name, selection }) => ({
      name: `${list}: ${name}`,
      path: [...source.path, name],
      query: source.query(selection, given),
    })),
  ];
}

const tokenOf = (who: Who): string => (who === 'root' ? world.rootToken : growth.trunk.reader.token);

const isOfAudit = ({ type }: Source): boolean => type.name === 'AuditRecord';

/** What outlives a request is known before statements are counted: authorities, and what teams were given. */
async function warm(): Promise<void> {
  const organization = growth.given().organization;
  const query = `{ visibleMounts(first: 100) { nodes { issuers { totalCount } defaultIssuer { id } } } workspaces(organization: ${organization}) { totalCount } }`;
  for (const who of ['root', 'reader'] as const) await world.ask(query, tokenOf(who));
}

/** Objects of a list again, by their ids, with their values. */
async function again(source: Source): Promise<Asked> {
  const list = await world.ask(source.query('id', growth.given()));
  const ids = reached(list.data, source.path).flatMap((each) => ('id' in each ? [String(each.id)] : []));
  const distinct = [...new Set(ids)].slice(0, 100);
  return {
    name: `nodes: ${source.type.name}`,
    path: ['nodes'],
    query: nodesQuery(source.type, distinct, leaves(source.type)),
  };
}

const deep = (): Asked[] =>
  deepQueries.map(({ name, path, query }) => ({ name, path, query: query(growth.given().organization) }));

/** The trail is read by no person. */
const asks = (who: Who, { path }: Asked): string => (path[0] === 'auditTrailPage' ? growth.trunk.trail : tokenOf(who));

async function counted(who: Who, asked: Asked): Promise<Counted> {
  const answer = await world.ask(asked.query, asks(who, asked));
  return { ...asked, ...answer, found: reached(answer.data, asked.path).length };
}

/** Enough of a statement to know it by. */
const shortened = (sql: string): string => sql.replaceAll(/\s+/g, ' ').slice(0, 140);

/** What is wrong with a question at the larger width. */
function faults(who: Who, at: Counted, most = mostOfOne): string[] {
  const { name } = at;
  const before = small[who].get(name);
  if (!before) return [`${name} was not asked at width ${narrow}`];
  const said: string[] = [];
  if (at.reads.length !== before.reads.length)
    said.push(
      `${name}: ${before.reads.length} statements at width ${narrow}, ${at.reads.length} at ${wide}`,
      ...before.reads.map(shortened),
      '--',
      ...at.reads.map(shortened),
    );
  if (at.found > 0 && at.reads.length === 0) said.push(`${name}: what it reads is not counted`);
  if (at.reads.length > most) said.push(`${name}: ${at.reads.length} statements`, ...at.reads.map(shortened));
  if (who === 'root') {
    said.push(...at.errors.map(({ message }) => `${name}: ${message}`));
    if (at.found <= before.found && !alike.some(([pattern]) => pattern.test(name)))
      said.push(`${name}: ${before.found} found at width ${narrow}, ${at.found} at ${wide}: this counts nothing`);
  }
  return said;
}

beforeAll(async () => {
  world = await openInstallation();
  growth = await Growth.begin(world);
  await growth.to(narrow);
  await warm();
  // What is asked is recorded, sooner or later: the audit is asked before it has more records than a page.
  const [ofAudit, others] = [sources.filter(isOfAudit), sources.filter((source) => !isOfAudit(source))];
  const ask = async (who: Who, questioned: readonly Asked[]) => {
    for (const asked of questioned) small[who].set(asked.name, await counted(who, asked));
  };
  for (const who of ['root', 'reader'] as const) await ask(who, ofAudit.flatMap(questions));
  for (const who of ['root', 'reader'] as const) {
    const byId = await Promise.all([...withIds.values()].map(again));
    await ask(who, [...others.flatMap(questions), ...byId, ...deep()]);
  }
  await growth.to(wide);
  await warm();
});
afterAll(() => world.end());

test('every list of objects is asked for', () => {
  const asked = new Set(sources.map(({ field }) => field));
  expect(
    listsOf(schema)
      .filter((field) => !asked.has(field))
      .sort(),
  ).toEqual(Object.keys(unasked).sort());
});

describe.each(['root', 'reader'] as const)(
  `as many statements at width ${wide} as at width ${narrow}, asked by the %s`,
  (who) => {
    test.each(sources.map((source) => [source.path.join('.'), source] as const))('%s', async (_name, source) => {
      const wrong: string[] = [];
      const most = source.field === 'Query.auditTrailPage' ? mostOfOrganization : mostOfOne;
      for (const asked of questions(source)) wrong.push(...faults(who, await counted(who, asked), most));
      expect(wrong).toEqual([]);
    });

    test.each(deepQueries)('$name', async ({ name, most }) => {
      for (const asked of deep().filter((each) => each.name === name))
        expect(faults(who, await counted(who, asked), most)).toEqual([]);
    });

    test.each([...withIds])('%s by ids', async (_name, source) => {
      expect(faults(who, await counted(who, await again(source)))).toEqual([]);
    });
  },
);

test('authorities that nobody asked for before are read together', async () => {
  const mounts = await world.client.mount.findMany({ select: { id: true } });
  const counts: number[] = [];
  for (const width of [narrow, wide]) {
    const authorities = new Authorities(world);
    const ids = mounts.slice(0, width).map(({ id }) => id);
    const reads = await world.reads(async () => {
      const found = await authorities.several('id', ids);
      expect(found.filter((authority) => authority !== null)).toHaveLength(width);
    });
    counts.push(reads.length);
  }
  expect(counts).toEqual([5, 5]);
});

test('every type with an id is asked for by ids', () => {
  const types = isInterfaceType(nodeType) ? schema.getPossibleTypes(nodeType).map(({ name }) => name) : [];
  expect([...withIds.keys()].sort()).toEqual(types.sort());
});
