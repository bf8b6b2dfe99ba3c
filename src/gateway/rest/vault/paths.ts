/** Something at a path pattern: `issuer/:ref/issue/:role`, `sign-verbatim/:role?`, `mounts/*path/tune`. */
export interface AtPath {
  readonly path: string;
}

export interface PathMatch<Route extends AtPath> {
  /** All routes of the best matching pattern. */
  readonly routes: readonly Route[];
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern<Route> {
  readonly shape: RegExp;
  readonly names: readonly string[];
  /** Number of parameters: `*` counts more than any number of `:`. */
  readonly openness: number;
  readonly length: number;
  readonly routes: Route[];
}

const open = /^([:*])(\w+)(\?)?$/;

/** Finds the routes of a path. More specific patterns come first: those with fewer parameters, then longer ones. Every pattern begins with a word. */
export class PathTable<Route extends AtPath> {
  readonly #byFirst = new Map<string, Pattern<Route>[]>();

  constructor(routes: readonly Route[]) {
    const patterns = new Map<string, Pattern<Route>>();
    for (const route of routes) {
      const key = route.path.replaceAll(/([:*])\w+/g, '$1');
      const known = patterns.get(key);
      if (known) {
        known.routes.push(route);
        continue;
      }
      const pattern = { ...compiled(route.path), routes: [route] };
      patterns.set(key, pattern);
      const first = route.path.split('/', 1)[0] ?? '';
      const bucket = this.#byFirst.get(first);
      if (bucket) bucket.push(pattern);
      else this.#byFirst.set(first, [pattern]);
    }
    for (const bucket of this.#byFirst.values()) {
      bucket.sort((one, other) => one.openness - other.openness || other.length - one.length);
    }
  }

  find(path: string): PathMatch<Route> | null {
    for (const { shape, names, routes } of this.#byFirst.get(path.split('/', 1)[0] ?? '') ?? []) {
      const match = shape.exec(path);
      if (!match) continue;
      const entries = names.flatMap((name, index) => {
        const value = match[index + 1];
        return value === undefined ? [] : [[name, value] as const];
      });
      return { routes, params: Object.fromEntries(entries) };
    }
    return null;
  }
}

function compiled(path: string): Omit<Pattern<never>, 'routes'> {
  const names: string[] = [];
  let openness = 0;
  const source = path.split('/').map((segment, index) => {
    const [, kind, name = '', optional] = open.exec(segment) ?? [];
    const slash = index === 0 ? '' : '/';
    if (kind === undefined) return slash + segment.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    names.push(name);
    openness += kind === '*' ? 100 : 1;
    const part = kind === '*' ? '(.+)' : '([^/]+)';
    return optional === undefined ? slash + part : `(?:${slash}${part})?`;
  });
  return { shape: new RegExp(`^${source.join('')}$`, 's'), names, openness, length: path.length };
}
