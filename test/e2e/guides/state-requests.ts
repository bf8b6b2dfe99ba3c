import { readFields } from '../../../src/gateway/rest/fields.js';
import type { RestRequest, Route } from '../../../src/gateway/rest/terraform/route.js';
import type { FieldTable } from '../../../src/gateway/rest/fields.js';

const values = [
  'state-versions',
  'runs',
  'data-retention-policies',
  'read',
  'secret',
  'env',
  '2026-01-02T03:04:05Z',
  1,
  true,
  [],
  {},
];

/** A document that has what is taken wherever the table looks. */
function documentFor(table: FieldTable): object {
  const document = {};
  for (const { path, read } of Object.values(table)) {
    const value = values.find((each) => read(each) !== undefined);
    let inner: object = document;
    for (const name of path.slice(0, -1)) {
      const next: unknown = Reflect.get(inner, name);
      const object = typeof next === 'object' && next !== null ? next : {};
      Reflect.set(inner, name, object);
      inner = object;
    }
    Reflect.set(inner, path.at(-1) ?? '', value);
  }
  return document;
}

/**
 * What a row of the REST table makes of a request that has everything it looks for.
 * @returns the variables of its operation, and where in the request's document it looked; types of resources, which say nothing, and whole lists apart
 */
export function sampled(row: Route): { readonly places: readonly string[]; readonly variables: object } {
  const places = new Set<string>();
  const request: RestRequest = {
    params: {},
    query: () => '',
    queries: () => [],
    page: { page: 1, pageSize: 20 },
    include: {},
    body: {},
    fields: (table) => {
      for (const { path } of Object.values(table)) places.add(path.join('.'));
      return readFields(table, documentFor(table));
    },
    headers: {},
    baseUrl: '',
    url: '',
  };
  // Of what is read, no document is sent.
  const variables = row.method === 'GET' ? {} : row.variables(request);
  return { variables, places: [...places].filter((place) => place !== 'data' && !place.endsWith('.type')) };
}
