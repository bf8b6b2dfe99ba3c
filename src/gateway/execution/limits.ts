import { GraphQLError, Kind } from 'graphql';
import type { DocumentNode, FragmentDefinitionNode, OperationDefinitionNode, SelectionSetNode } from 'graphql';

/** Limits of one operation: each is the highest number that is allowed. All but `text` are checked before the operation runs. */
export interface OperationLimits {
  /** Characters (UTF-16 code units) of the document, because the time to parse it depends on them. Larger data belongs in variables. */
  readonly characters: number;
  /** Tokens of the document. It may have as many comments besides. */
  readonly tokens: number;
  /** Operations in the document. Only one of them runs, but validation walks the fragments again for each. */
  readonly operations: number;
  /** Levels of fields below each other, with fragments expanded. */
  readonly depth: number;
  /** Fields, with fragments expanded. */
  readonly fields: number;
  /** Fields that have an alias, with fragments expanded. */
  readonly aliases: number;
  /** Characters of one name that the document makes up: an alias, or the name of an operation or a fragment. An alias is sent again for each object, and in the path of each error. */
  readonly name: number;
  /** Directives, with fragments expanded. */
  readonly directives: number;
  /** Objects that the response is expected to have at most, computed as `operation-weight.ts` says. */
  readonly cost: number;
  /** Objects of the schema itself that are asked for, computed as `schema-weight.ts` says. A tool that reads the whole schema once needs half of the default. */
  readonly schema: number;
  /**
   * Characters of the response that are in memory (`Spent.characters` of `budget.ts`). They are known only when the operation has run. The answer to a query is
   * refused then, and that to a mutation is cut to what fits. JSON writes one character as six in the worst case, and six times the default is less than the
   * longest string of V8.
   */
  readonly text: number;
}

export const defaultLimits: OperationLimits = {
  characters: 1_048_576,
  tokens: 5_000,
  operations: 50,
  depth: 16,
  fields: 2_000,
  aliases: 100,
  name: 255,
  directives: 100,
  cost: 10_000,
  schema: 40_000,
  text: 67_108_864,
};

/** Who sends a document: a caller with a valid token, or anybody. */
export type Asker = 'caller' | 'stranger';

/** Limits for callers without a valid token, where they differ. Public requests need far less, and with these, parsing and validation take a few milliseconds at most. */
const ofStrangers = {
  characters: 16_384,
  tokens: 500,
  operations: 5,
  depth: 16,
  fields: 250,
  aliases: 20,
  directives: 20,
} as const satisfies Partial<OperationLimits>;

/** The limits for callers without a valid token: of each limit the lower one of `limits` and of those for strangers. */
export function limitsOfStrangers(limits: OperationLimits): OperationLimits {
  const { characters, tokens, operations, depth, fields, aliases, name, directives, cost, schema, text } = limits;
  return {
    characters: Math.min(characters, ofStrangers.characters),
    tokens: Math.min(tokens, ofStrangers.tokens),
    operations: Math.min(operations, ofStrangers.operations),
    depth: Math.min(depth, ofStrangers.depth),
    fields: Math.min(fields, ofStrangers.fields),
    aliases: Math.min(aliases, ofStrangers.aliases),
    name,
    directives: Math.min(directives, ofStrangers.directives),
    cost,
    schema,
    text,
  };
}

/**
 * The error for an operation that exceeds a limit, with the code LIMIT_EXCEEDED.
 * @param asked what the operation has, in the unit of the limit; `more` where counting ended early
 * @param most what is allowed
 */
export function overLimit(limit: keyof OperationLimits, asked: number | 'more', most: number): GraphQLError {
  return new GraphQLError(`The operation exceeds the limit of ${limit}: ${asked} where ${most} are allowed`, {
    extensions: { code: 'LIMIT_EXCEEDED', limit, asked, most },
  });
}

interface Shape {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  /** The longest one. */
  readonly name: number;
  readonly directives: number;
}
const nothing: Shape = { depth: 0, fields: 0, aliases: 0, name: 0, directives: 0 };

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  return fragments;
}

/** Measures a document: each number is that of the operation or fragment that has most of it. It needs no schema, accepts fragment cycles, and takes time linear in the document. */
function shapeOf(document: DocumentNode): Shape {
  const fragments = fragmentsOf(document);
  const known = new Map<string, Shape>();

  const fragment = (name: string): Shape => {
    const seen = known.get(name);
    if (seen) return seen;
    // Represents the fragment while it is being measured: a cycle, which validation refuses later, ends here.
    known.set(name, nothing);
    const node = fragments.get(name);
    const shape = node ? named(selections(node.selectionSet), node) : nothing;
    known.set(name, shape);
    return shape;
  };
  const named = (shape: Shape, { name, directives = [] }: OperationDefinitionNode | FragmentDefinitionNode): Shape => ({
    ...shape,
    name: Math.max(shape.name, name?.value.length ?? 0),
    directives: shape.directives + directives.length,
  });
  const selections = (set: SelectionSetNode | undefined): Shape => {
    let total = nothing;
    for (const node of set?.selections ?? []) {
      const inner = node.kind === Kind.FRAGMENT_SPREAD ? fragment(node.name.value) : selections(node.selectionSet);
      const field = node.kind === Kind.FIELD ? 1 : 0;
      const alias = node.kind === Kind.FIELD ? node.alias?.value : undefined;
      total = {
        depth: Math.max(total.depth, inner.depth + field),
        fields: total.fields + inner.fields + field,
        aliases: total.aliases + inner.aliases + (alias === undefined ? 0 : 1),
        name: Math.max(total.name, inner.name, alias?.length ?? 0),
        directives: total.directives + inner.directives + (node.directives?.length ?? 0),
      };
    }
    return total;
  };

  let largest = nothing;
  const all = document.definitions.map((node) => {
    if (node.kind === Kind.OPERATION_DEFINITION) return named(selections(node.selectionSet), node);
    return node.kind === Kind.FRAGMENT_DEFINITION ? fragment(node.name.value) : nothing;
  });
  for (const shape of all) {
    largest = {
      depth: Math.max(largest.depth, shape.depth),
      fields: Math.max(largest.fields, shape.fields),
      aliases: Math.max(largest.aliases, shape.aliases),
      name: Math.max(largest.name, shape.name),
      directives: Math.max(largest.directives, shape.directives),
    };
  }
  return largest;
}

/**
 * Checks the limits that need no schema, from `operations` to `directives`. It comes before validation, which is slow on documents that exceed them.
 * @returns the error LIMIT_EXCEEDED of the first limit that is exceeded; `null` if none is
 */
export function checkShape(document: DocumentNode, limits: OperationLimits): GraphQLError | null {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length;
  if (operations > limits.operations) return overLimit('operations', operations, limits.operations);
  const shape = shapeOf(document);
  for (const limit of ['depth', 'fields', 'aliases', 'name', 'directives'] as const) {
    if (shape[limit] > limits[limit]) return overLimit(limit, shape[limit], limits[limit]);
  }
  return null;
}

/** Levels of braces, brackets and parentheses. No sensible document has more, and a recursive parser would overflow the stack. */
const mostNesting = 256;

const opening = new Set(['{', '(', '[']);
const closing = new Set(['}', ')', ']']);
/** Either ends a line, a comment and a string that is not a block string (GraphQL 2.1.2). */
const endsLine = /[\n\r]/;

/**
 * Checks the text of a document before it is parsed, in one pass: its length, how deep it is nested, and its comments, which the parser keeps but does not count
 * as tokens. What is in strings and comments is not nesting.
 * @returns the error LIMIT_EXCEEDED of `characters`, `depth` or `tokens`; `null` if none is exceeded
 */
export function checkSource(source: string, limits: OperationLimits): GraphQLError | null {
  if (source.length > limits.characters) return overLimit('characters', source.length, limits.characters);
  let depth = 0;
  let comments = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '"') at = endOfString(source, at);
    else if (character === '#') {
      at = endOfLine(source, at);
      comments += 1;
    } else if (opening.has(character)) depth += 1;
    else if (closing.has(character)) depth -= 1;
    if (depth > mostNesting) return overLimit('depth', 'more', limits.depth);
    if (comments > limits.tokens) return overLimit('tokens', 'more', limits.tokens);
  }
  return null;
}

/** @returns the end of the string that begins at `start`: its last quote, or the position where it cannot continue */
function endOfString(source: string, start: number): number {
  const block = source.startsWith('"""', start);
  const quotes = block ? '"""' : '"';
  for (let at = start + quotes.length; at < source.length; at += 1) {
    if (source.startsWith(quotes, at)) return at + quotes.length - 1;
    if (source[at] === '\\') at += block && !source.startsWith('\\"""', at) ? 0 : quotes.length;
    else if (!block && endsLine.test(source.charAt(at))) return at;
  }
  return source.length;
}

function endOfLine(source: string, start: number): number {
  const length = source.slice(start).search(endsLine);
  return length === -1 ? source.length : start + length;
}
