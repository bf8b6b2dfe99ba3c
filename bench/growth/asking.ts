import type { Asked } from '../state-service/wire.js';
import type { GrownWorld } from './world.js';

/** How to ask one and the same of every world. */
export type Asking = (world: GrownWorld) => Asked;
export type Askings = Readonly<Record<string, Asking>>;

export const graphql =
  (query: string, variables: (world: GrownWorld) => object = () => ({})): Asking =>
  (world) => ({
    ...{ method: 'POST', path: '/graphql', type: 'application/json' },
    body: JSON.stringify({ query, variables: variables(world) }),
  });

/** A path of either dialect. */
export const get =
  (path: string | ((world: GrownWorld) => string)): Asking =>
  (world) => ({ path: typeof path === 'string' ? path : path(world) });

export const post =
  (path: string, body: object): Asking =>
  () => ({ ...{ method: 'POST', path, type: 'application/json' }, body: JSON.stringify(body) });

/** A list of a connection: its first page, its last, and how many there are. */
export const ends = (name: string, field: string, args: string, node: string): Askings => ({
  [`${name}, first page`]: graphql(`{ ${field}(first: 20${args}) { nodes { ${node} } } }`),
  [`${name}, last page`]: graphql(`{ ${field}(last: 20${args}) { nodes { ${node} } } }`),
  [`${name}, count`]: graphql(`{ ${field}(first: 1${args}) { totalCount } }`),
});

/** A list of an object, likewise. */
export const endsOf = (name: string, object: string, field: string, node: string): Askings => ({
  [`${name}, first page`]: graphql(`{ ${object} { ${field}(first: 20) { nodes { ${node} } } } }`),
  [`${name}, last page`]: graphql(`{ ${object} { ${field}(last: 20) { nodes { ${node} } } } }`),
  [`${name}, count`]: graphql(`{ ${object} { ${field}(first: 1) { totalCount } } }`),
});

/** Pages of a list by REST: the first one, one in the middle, and the last. */
export const pages = (name: string, path: string): Askings => {
  const at = (number: number) => `${path}${path.includes('?') ? '&' : '?'}page%5Bsize%5D=20&page%5Bnumber%5D=${number}`;
  return {
    [`${name} by REST, first page`]: get(at(1)),
    [`${name} by REST, middle page`]: get(({ rows }) => at(Math.max(1, Math.floor(rows / 40)))),
    [`${name} by REST, last page`]: get(({ rows }) => at(Math.floor(rows / 20))),
  };
};

/** Searches for a part of a name that all have, that few have, and that none has. */
export const searches = (name: string, field: string, args: string, node: string, filter = 'search'): Askings => {
  const found = (text: string, selection: string) =>
    graphql(`{ ${field}(first: 20${args}, filter: { ${filter}: "${text}" }) { ${selection} } }`);
  return {
    [`${name}, a part of the name that all have`]: found('rown', `nodes { ${node} }`),
    [`${name}, a part of the name that few have`]: found('rarely', `nodes { ${node} }`),
    [`${name}, a part of the name that few have, count`]: found('rarely', 'totalCount'),
    [`${name}, a part of the name that none has`]: found('nowhere', `nodes { ${node} }`),
  };
};
