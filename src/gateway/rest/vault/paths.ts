/** Something at a path pattern: `issuer/:ref/issue/:role`, `sign-verbatim/:role?`, `mounts/*path/tune`. */
export interface AtPath {
  readonly path: string;
}

export interface PathMatch<Row extends AtPath> {
  /** All rows of the pattern that fits best. */
  readonly rows: readonly Row[];
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern<Row> {
  readonly shape: RegExp;
  readonly names: readonly string[];
  /** Open parts: `*` weighs more than any number of `:`. */
  readonly openness: number;
  readonly length: number;
  readonly rows: Row[];
}

const open = /^([:*])(\w+)(\?)?$/;

/** Finds the rows of a path. Patterns that say more go first: fewer open parts, then longer ones. Every pattern starts with a word. */
export class PathTable<Row extends AtPath> {
  readonly #byFirst = new Map<string, Pattern<Row>[]>();

  constructor(rows: readonly Row[]) {
    const patterns = new Map<string, Pattern<Row>>();
    for (const row of rows) {
      const key = row.path.replaceAll(/([:*])\w+/g, '$1');
      const known = patterns.get(key);
      if (known) {
        known.rows.push(row);
        continue;
      }
      const pattern = { ...compiled(row.path), rows: [row] };
      patterns.set(key, pattern);
      const first = row.path.split('/', 1)[0] ?? '';
      const bucket = this.#byFirst.get(first);
      if (bucket) bucket.push(pattern);
      else this.#byFirst.set(first, [pattern]);
    }
    for (const bucket of this.#byFirst.values()) {
      bucket.sort((one, other) => one.openness - other.openness || other.length - one.length);
    }
  }

  find(path: string): PathMatch<Row> | null {
    for (const { shape, names, rows } of this.#byFirst.get(path.split('/', 1)[0] ?? '') ?? []) {
      const match = shape.exec(path);
      if (!match) continue;
      const entries = names.flatMap((name, index) => {
        const value = match[index + 1];
        return value === undefined ? [] : [[name, value] as const];
      });
      return { rows, params: Object.fromEntries(entries) };
    }
    return null;
  }
}

function compiled(path: string): Omit<Pattern<never>, 'rows'> {
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
