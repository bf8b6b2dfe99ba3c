import { stringEnd } from '../content/json-text.js';

/**
 * JSON as a tree whose scalars keep their text: numbers are compared and shown with all their digits, which `JSON.parse` would round. The text must be valid.
 */
export type JsonTree =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonTree> };

const space = new Set([' ', '\t', '\r', '\n']);
const punctuation = new Set(['[', ']', '{', '}', ':', ',']);

/** @throws SyntaxError if the text is not valid JSON */
export function parseTree(text: string): JsonTree {
  let at = 0;
  const next = (): string => {
    while (space.has(text[at] ?? '')) at++;
    const first = text[at];
    if (first === undefined) throw new SyntaxError('unexpected end of JSON');
    const start = at;
    if (punctuation.has(first)) at++;
    else if (first === '"') at = stringEnd(text, start);
    else while (at < text.length && !punctuation.has(text[at] ?? '') && !space.has(text[at] ?? '')) at++;
    return text.slice(start, at);
  };
  return parseValue(next(), next);
}

function parseValue(first: string, next: () => string): JsonTree {
  if (first === '[') {
    const items: JsonTree[] = [];
    for (let at = next(); at !== ']'; at = next()) if (at !== ',') items.push(parseValue(at, next));
    return { kind: 'array', items };
  }
  if (first === '{') {
    const members = new Map<string, JsonTree>();
    for (let at = next(); at !== '}'; at = next()) {
      if (at === ',') continue;
      const name = parsedString(at);
      next();
      members.set(name, parseValue(next(), next));
    }
    return { kind: 'object', members };
  }
  return { kind: 'scalar', text: first.startsWith('"') ? JSON.stringify(parsedString(first)) : first };
}

function parsedString(text: string): string {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'string') throw new SyntaxError('a member name is not a string');
  return value;
}

export const nullTree: JsonTree = { kind: 'scalar', text: 'null' };

export const isNull = (tree: JsonTree | undefined): boolean => tree?.kind === 'scalar' && tree.text === 'null';

/** The same text for all ways to write a value: no spaces, members sorted by name. */
export function canonicalText(tree: JsonTree): string {
  switch (tree.kind) {
    case 'scalar':
      return tree.text;
    case 'array':
      return `[${tree.items.map(canonicalText).join(',')}]`;
    case 'object': {
      const members = [...tree.members].sort(([a], [b]) => (a < b ? -1 : 1));
      return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${canonicalText(value)}`).join(',')}}`;
    }
  }
}

/** The string, if the tree is one. */
export function stringIn(tree: JsonTree | undefined): string | undefined {
  return tree?.kind === 'scalar' && tree.text.startsWith('"') ? parsedString(tree.text) : undefined;
}

export const member = (tree: JsonTree | undefined, name: string): JsonTree | undefined =>
  tree?.kind === 'object' ? tree.members.get(name) : undefined;
