/**
 * The part of HCL for policies: `path "…" { name = value }` blocks; values that are texts, words, numbers, lists of them or maps of names to lists; and
 * comments in all three styles. It is strict: anything else is a fault with its line.
 */
export interface HclBlock {
  readonly path: string;
  readonly attributes: ReadonlyMap<string, unknown>;
}

export type HclReading = { readonly blocks: readonly HclBlock[] } | { readonly fault: string };

type TokenKind = 'text' | 'word' | 'number' | '{' | '}' | '[' | ']' | ',' | '=' | 'end';
interface Token {
  readonly kind: TokenKind;
  readonly value: string;
  readonly line: number;
}

class Fault extends Error {}

export function readHcl(source: string): HclReading {
  try {
    return { blocks: new Parser(tokensOf(source)).document() };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

class Parser {
  #at = 0;
  constructor(private readonly tokens: readonly Token[]) {}

  document(): HclBlock[] {
    const blocks: HclBlock[] = [];
    while (this.#peek().kind !== 'end') {
      const key = this.#key();
      // A policy's text may contain a name, but the name under which it is stored counts.
      if (key.value === 'name' && this.#peek().kind === '=') this.#attribute();
      else if (key.value === 'path') blocks.push(this.#block());
      else throw fault(key, `invalid key "${key.value}"`);
    }
    return blocks;
  }

  #block(): HclBlock {
    const path = this.#take('text');
    this.#take('{');
    const attributes = new Map<string, unknown>();
    while (this.#peek().kind !== '}') {
      const key = this.#key();
      if (attributes.has(key.value)) throw fault(key, `"${key.value}" is given twice`);
      attributes.set(key.value, this.#attribute());
      if (this.#peek().kind === ',') this.#at += 1;
    }
    this.#take('}');
    return { path: path.value, attributes };
  }

  /** A block may be written without `=`. */
  #attribute(): unknown {
    if (this.#peek().kind === '{') return this.#lists();
    this.#take('=');
    const { kind } = this.#peek();
    if (kind === '{') return this.#lists();
    if (kind === 'number') return Number(this.#take(kind).value);
    if (kind === 'text' || kind === 'word') return this.#take(kind).value;
    return this.#list(() => this.#item());
  }

  /** Names with their lists. */
  #lists(): ReadonlyMap<string, unknown> {
    const lists = new Map<string, unknown>();
    this.#take('{');
    while (this.#peek().kind !== '}') {
      const key = this.#key();
      if (lists.has(key.value)) throw fault(key, `"${key.value}" is given twice`);
      this.#take('=');
      lists.set(
        key.value,
        this.#list(() => (this.#peek().kind === '[' ? this.#list(() => this.#item()) : this.#item())),
      );
      if (this.#peek().kind === ',') this.#at += 1;
    }
    this.#take('}');
    return lists;
  }

  #list(item: () => unknown): unknown[] {
    this.#take('[');
    const items: unknown[] = [];
    while (this.#peek().kind !== ']') {
      items.push(item());
      if (this.#peek().kind !== ']') this.#take(',');
    }
    this.#take(']');
    return items;
  }

  #item(): unknown {
    const { kind, value } = this.#peek();
    if (kind === 'number') return Number(this.#take(kind).value);
    if (kind === 'word' && (value === 'true' || value === 'false')) return this.#take(kind).value === 'true';
    return this.#take('text').value;
  }

  #key(): Token {
    return this.#take(this.#peek().kind === 'text' ? 'text' : 'word');
  }

  #peek(): Token {
    return this.tokens[this.#at] ?? { kind: 'end', value: '', line: 0 };
  }

  #take(kind: TokenKind): Token {
    const token = this.#peek();
    if (token.kind !== kind) throw fault(token, `expected ${names[kind]}, found ${names[token.kind]}`);
    this.#at += 1;
    return token;
  }
}

const names: Readonly<Record<TokenKind, string>> = {
  text: 'a quoted text',
  word: 'a name',
  number: 'a number',
  '{': '"{"',
  '}': '"}"',
  '[': '"["',
  ']': '"]"',
  ',': '","',
  '=': '"="',
  end: 'the end',
};

const skipped = /(?:[ \t\r\n]+|(?:#|\/\/)[^\n]*|\/\*[^]*?\*\/)+/y;
const quoted = /"((?:[^"\\\n\r\0]|\\.)*)"/y;
const word = /[A-Za-z_][A-Za-z0-9_-]*/y;
const number = /-?\d{1,15}(?:\.\d{1,15})?(?![\w.])/y;
const escapes: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t' };

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  const take = (shape: RegExp): RegExpExecArray | null => {
    shape.lastIndex = at;
    const match = shape.exec(source);
    if (!match) return null;
    at = shape.lastIndex;
    line += match[0].split('\n').length - 1;
    return match;
  };
  // A byte order mark from an editor.
  if (source.startsWith('\uFEFF')) at = 1;
  for (;;) {
    take(skipped);
    if (at >= source.length) break;
    const text = take(quoted);
    if (text) {
      tokens.push({ kind: 'text', value: unescaped(text[1] ?? '', line), line });
      continue;
    }
    const name = take(word);
    if (name) {
      tokens.push({ kind: 'word', value: name[0], line });
      continue;
    }
    const digits = take(number);
    if (digits) {
      tokens.push({ kind: 'number', value: digits[0], line });
      continue;
    }
    const mark = source.charAt(at);
    if (!isMark(mark)) throw new Fault(`line ${line}: unexpected ${JSON.stringify(mark)}`);
    tokens.push({ kind: mark, value: mark, line });
    at += 1;
  }
  tokens.push({ kind: 'end', value: '', line });
  return tokens;
}

function isMark(mark: string): mark is '{' | '}' | '[' | ']' | ',' | '=' {
  return '{}[],='.includes(mark);
}

function unescaped(text: string, line: number): string {
  if (text.includes('${')) throw new Fault(`line ${line}: templates are not supported`);
  return text.replaceAll(
    /\\(?:u([0-9A-Fa-f]{4})|(.))/g,
    (whole, code: string | undefined, letter: string | undefined) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      const meant = escapes[letter ?? ''];
      if (meant === undefined) throw new Fault(`line ${line}: unknown escape ${whole}`);
      return meant;
    },
  );
}

function fault({ line }: Token, reason: string): Fault {
  return new Fault(`line ${line}: ${reason}`);
}
