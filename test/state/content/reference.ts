import type { Kind, Node } from '../../../src/state/content/node.js';
import { Capture, SKIP } from '../../../src/state/content/node.js';

/** Why content is refused, and where. */
export interface Refusal {
  readonly code: 'NOT_JSON' | 'TOO_DEEP' | 'MALFORMED';
  readonly offset: number;
}

class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}

const depthOfAll = 1_000;
const space = /[ \t\r\n]*/y;

/** The rules of the scanner as a reader by recursion, one byte at a time, of content that is here as a whole. */
class Reference {
  #at = 0;

  /** @param text a character for each byte */
  constructor(
    private readonly text: string,
    private readonly root: Node,
  ) {}

  document(): void {
    this.#space();
    this.#value(this.root, '', 0);
    this.#space();
    if (this.#at < this.text.length) this.#refuse();
  }

  #refuse(code: Refusal['code'] = 'NOT_JSON', offset = this.#at): never {
    throw new Refused({ code, offset });
  }

  #space(): void {
    space.lastIndex = this.#at;
    this.#at += space.exec(this.text)?.[0].length ?? 0;
  }

  #take(byte: string): void {
    if (this.text[this.#at] !== byte) this.#refuse();
    this.#at++;
  }

  #takes(bytes: string): boolean {
    const next = this.text[this.#at];
    if (next === undefined || !bytes.includes(next)) return false;
    this.#at++;
    return true;
  }

  /** @param reader null where nobody reads */
  #value(reader: Node | null, name: string, depth: number): void {
    const start = this.#at;
    const kind = kindOf(this.text[start]) ?? this.#refuse();
    const container = kind === 'object' || kind === 'array';
    if (container && depth === depthOfAll) this.#refuse('TOO_DEEP');
    const step = reader?.value(name, kind, start) ?? SKIP;
    const inner = container && step !== SKIP && !(step instanceof Capture) ? step : null;
    if (kind === 'object') this.#object(inner, depth + 1);
    else if (kind === 'array') this.#array(inner, depth + 1);
    else if (kind === 'string') this.#string();
    else if (kind === 'number') this.#number(depth);
    else for (const byte of literals[this.text[start] ?? ''] ?? '') this.#take(byte);
    inner?.end?.(this.#at - 1);
    if (!(step instanceof Capture)) return;
    const text = this.#at - start <= step.limit ? utf8(this.text.slice(start, this.#at)) : undefined;
    reader?.text?.(name, text, start, this.#at);
  }

  #object(reader: Node | null, depth: number): void {
    this.#take('{');
    this.#space();
    if (this.#takes('}')) return;
    do {
      this.#space();
      const name = this.#name(reader);
      this.#space();
      this.#take(':');
      this.#space();
      this.#value(reader, name, depth);
      this.#space();
    } while (this.#takes(','));
    this.#take('}');
  }

  #array(reader: Node | null, depth: number): void {
    this.#take('[');
    this.#space();
    if (this.#takes(']')) return;
    do {
      this.#space();
      this.#value(reader, '', depth);
      this.#space();
    } while (this.#takes(','));
    this.#take(']');
  }

  #name(reader: Node | null): string {
    const start = this.#at;
    this.#string();
    if (!reader || reader.readsNoNames) return '';
    const name = String(JSON.parse(utf8(this.text.slice(start, this.#at))));
    if (name.includes('\0')) this.#refuse('MALFORMED', this.#at - 1);
    return name;
  }

  #string(): void {
    this.#take('"');
    while (!this.#takes('"')) {
      const next = this.text[this.#at] ?? '';
      if (next < ' ') this.#refuse();
      if (next === '\\') this.#escape();
      else this.#at++;
    }
  }

  #escape(): void {
    this.#take('\\');
    if (this.#takes('"\\/bfnrt')) return;
    this.#take('u');
    for (let i = 0; i < 4; i++) if (!this.#takes('0123456789abcdefABCDEF')) this.#refuse();
  }

  #number(depth: number): void {
    this.#takes('-');
    if (!this.#takes('0')) this.#digits();
    if (this.#takes('.')) this.#digits();
    if (this.#takes('eE')) {
      this.#takes('+-');
      this.#digits();
    }
    // Another digit might have followed: such a number is never told.
    if (depth > 0 && this.#at === this.text.length) this.#refuse();
  }

  #digits(): void {
    if (!this.#takes('0123456789')) this.#refuse();
    while (this.#takes('0123456789'));
  }
}

const literals: Partial<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };

function kindOf(byte = ''): Kind | undefined {
  if (byte === '{') return 'object';
  if (byte === '[') return 'array';
  if (byte === '"') return 'string';
  if (byte in literals) return 'literal';
  return /[-0-9]/.test(byte) ? 'number' : undefined;
}

const utf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

/** What is wrong with content that is valid UTF-8, by the plainest reading; null if nothing is. */
export function readPlainly(content: Uint8Array, root: Node): Refusal | null {
  try {
    new Reference(Buffer.from(content).toString('latin1'), root).document();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}
