import type { FastifyRequest } from 'fastify';
import { isTrue, lastOf } from './request.js';
import type { VaultRoute, VaultVerb } from './route.js';
import { weak } from './weak.js';
import type { WeakKind, WeakTable } from './weak.js';

/** The response for `path-help` of the command lines: `GET` of a path with `help=1`. Nothing is done, whatever a GET of the path would do. */
export interface Help {
  readonly help: string;
  readonly see_also: null;
}

export const asksHelp = ({ method, query }: Pick<FastifyRequest, 'method' | 'query'>): boolean =>
  method === 'GET' && isTrue(lastOf(query, 'help'));

const methods: Readonly<Record<VaultVerb, string>> = {
  read: 'GET',
  list: 'LIST',
  update: 'POST or PUT',
  patch: 'PATCH',
  delete: 'DELETE',
};

const isKind = (name: string): name is keyof typeof weak => Object.hasOwn(weak, name);

/** The name of a kind; `value` for one that only its path has. */
export function kindOf({ read, compared }: WeakKind<unknown>): keyof typeof weak | 'value' {
  const isIt = (each: WeakKind<unknown>) => each.read === read && each.compared === compared;
  return (
    Object.keys(weak)
      .filter(isKind)
      .find((name) => isIt(weak[name])) ?? 'value'
  );
}

const parametersOf = (fields: WeakTable): string[] =>
  Object.entries(fields).map(([name, kind]) => `    ${name} (${kindOf(kind)})${kind.does ? `: ${kind.does}` : ''}`);

type Described = Pick<VaultRoute, 'verb' | 'path' | 'fields'>;

/** The methods of a path, each with its parameters. */
export function pathHelp(path: string, routes: readonly Described[]): Help {
  const described = routes.map((route) => [methods[route.verb], ...parametersOf(route.fields)].join('\n'));
  const help = [`Request: ${path}\nPath: ${routes[0]?.path ?? path}`, ...described].join('\n\n');
  return { help: `${help}\n`, see_also: null };
}

/** The paths of an authority. */
export function mountHelp(mount: string, routes: readonly Described[]): Help {
  const byPath = new Map<string, string[]>();
  for (const { path, verb } of routes) byPath.set(path, [...(byPath.get(path) ?? []), methods[verb]]);
  const lines = [...byPath].map(([path, verbs]) => `    ${path}: ${verbs.join(', ')}`);
  return { help: [`Certificate authority at ${mount}`, '', ...lines.sort(), ''].join('\n'), see_also: null };
}
