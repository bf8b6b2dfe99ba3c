import { stateRoutes } from '../../src/gateway/rest/terraform/routes.js';
import type { RestRequest, Route } from '../../src/gateway/rest/terraform/route.js';
import type { Choices } from './choices.js';
import type { Soil } from './ground.js';
import { withAt } from './json-text.js';
import { readyValue } from './ready.js';
import type { Papers } from './site.js';
import type { FieldTable } from '../../src/gateway/rest/fields.js';

type Fields = readonly { readonly path: readonly string[]; readonly expected: string; readonly required: boolean }[];

interface Known {
  readonly row: Route;
  readonly fields: Fields;
  readonly queries: readonly string[];
}

/** What a row reads of a request: it is asked for its variables and given nothing. */
function knownOf(row: Route): Known {
  const fields: Fields[number][] = [];
  const queries: string[] = [];
  const request: RestRequest = {
    ...{ params: {}, headers: {}, baseUrl: '', url: '', include: {}, body: {}, page: { page: 1, pageSize: 20 } },
    query: (name) => {
      queries.push(name);
      return undefined;
    },
    queries: () => [],
    fields: (table: FieldTable) => {
      fields.push(...Object.values(table));
      return Object.fromEntries(Object.keys(table).map((name) => [name, []])) as never;
    },
  };
  try {
    row.variables(request);
  } catch {
    // What it has asked for until then is what there is to know.
  }
  return { row, fields, queries };
}

const params: Readonly<Record<string, string>> = {
  workspace_id: '{{workspace}}',
  state_version_id: '{{version}}',
  project_id: '{{project}}',
  organization: '{{organization}}',
  name: '{{workspaceName}}',
  team_id: '{{team}}',
  user: '{{user}}',
};
/** Where the part of a path that is called so is of another kind. */
const ids = ['{{workspace}}', '{{version}}', '{{team}}', 'run-0000000000000000', 'x'];

/** Taking the site apart is for others: it takes a second to make anew. */
const rare =
  /^(?:DELETE \/(?:organizations|workspaces|teams)\/:\w+|DELETE .*workspaces\/:name|POST .*safe-delete|POST .*permanently_delete.*)$/;

function itemOf(choices: Choices): unknown {
  return choices.one<unknown>([
    { type: 'workspaces', id: '{{workspace}}' },
    { type: 'users', id: '{{username}}' },
    { type: 'tag-bindings', attributes: { key: 'k', value: 'v' } },
    { type: 'tags', attributes: { name: '{{unique}}' } },
    { type: 'organization-memberships', id: 'ou-0000000000000000' },
    { type: 'teams', id: '{{team}}' },
  ]);
}

function valueOf({ path, expected }: Fields[number], choices: Choices, papers: Papers): unknown {
  if (expected.startsWith('a list')) return [itemOf(choices), itemOf(choices)];
  if (expected.startsWith('one of ')) return choices.one(expected.slice('one of '.length).split(', '));
  if (expected.startsWith('a whole number')) return 1 + choices.below(5);
  if (expected === 'true or false') return choices.chance(50);
  if (path.at(-1) === 'type') return expected.split(' or ')[0];
  if (path.at(-1) === 'id') return choices.one(ids);
  return readyValue((path.at(-1) ?? '').replaceAll('-', '_'), choices, papers);
}

const known = stateRoutes.routes.map(knownOf);
const reading = known.filter(({ fields }) => fields.length > 0);

/** The documented paths of the state service, with documents of the fields that they read. */
const soil =
  (rows: readonly Known[]): Soil =>
  (choices, papers) => {
    let chosen = choices.one(rows);
    if (rare.test(`${chosen.row.method} ${chosen.row.path}`) && !choices.chance(3)) chosen = choices.one(reading);
    const { row, fields, queries } = chosen;
    const place = row.path.replaceAll(/:(\w+)/g, (_match, name: string) => params[name] ?? choices.one(ids));
    const asked = queries
      .filter(() => choices.chance(40))
      .map(
        (name) =>
          `${encodeURIComponent(name)}=${choices.one(['x', '{{workspaceName}}', '{{organization}}', '{{workspace}}', 'applied'])}`,
      );
    if (row.include && choices.chance(30))
      asked.push(`include=${row.include.filter(() => choices.chance(50)).join(',')}`);
    const sent = fields.filter(({ required }) => required || choices.chance(60));
    let document: unknown = fields.length === 0 ? undefined : { data: { type: 'things' } };
    for (const field of sent) document = withAt(document, field.path, valueOf(field, choices, papers));
    return {
      what: `${row.method} ${row.path}`,
      method: row.method,
      path: `${stateRoutes.prefix}${place}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
      headers: document === undefined ? {} : { 'content-type': 'application/vnd.api+json' },
      speech: 'json-api',
      document,
    };
  };

export const restSoil = soil(known);
/** Those that take a document. */
export const restDocuments = soil(reading);
