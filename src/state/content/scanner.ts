/**
 * A push scanner over JSON bytes that skips what nobody needs.
 *
 * State content is mostly attribute values that no reader here needs. Parsers that turn every token into an event or a value spend their time and memory on
 * those. This scanner passes over the bytes once and checks them against the grammar (RFC 8259, like `JSON.parse`) and UTF-8. It only makes calls in objects
 * and arrays that a {@link Node} chose to enter. Chunks may be cut anywhere. Memory: the container stack, and the text of a value while it is captured.
 */
import { escapable, hex, isDigit, literals } from './json-bytes.js';
import { TokenBytes, KnownTexts, unescaped } from './token-bytes.js';
import { Capture, SKIP } from './node.js';
import type { Kind, Node } from './node.js';
import { contentProblem, UnreadableContent } from './problem.js';
import type { ContentProblemCode } from './problem.js';
import { Utf8Check } from './utf8.js';
import { afterPlain, afterSpaces } from './word-steps.js';

/** Largest depth. Go's decoder, and so terraform, stops at 10,000. Real states are far below, and captured text is parsed by recursive code later. */
export const MAX_DEPTH = 1_000;

/** Longest member name that a node gets. */
const MAX_NAME_BYTES = 256 * 1024;

const VALUE = 0;
const VALUE_OR_END = 1;
const NAME_OR_END = 2;
const NAME = 3;
const COLON = 4;
const AFTER = 5;
const DONE = 6;
const LAST_BETWEEN_TOKENS = DONE;
const STRING = 7;
const ESCAPE = 8;
const HEX = 9;
const LITERAL = 10;
const MINUS = 11;
const ZERO = 12;
const INTEGER = 13;
const POINT = 14;
const FRACTION = 15;
const EXPONENT_MARK = 16;
const EXPONENT_SIGN = 17;
const EXPONENT = 18;

const nothing = Buffer.alloc(0);

export class JsonScanner {
  readonly #root: Node;
  readonly #maxDepth: number;
  readonly #utf8 = new Utf8Check();
  readonly #isObject: Uint8Array;
  readonly #nodes: Node[] = [];
  readonly #names: string[] = [];
  readonly #known = new KnownTexts();
  readonly #nameParts = new TokenBytes();
  readonly #captureParts = new TokenBytes();

  #state = VALUE;
  #depth = 0;
  #base = 0;
  /** Depth of a value that nobody reads, or -1: inside it no calls are made. */
  #quietDepth = -1;
  #capture: Capture | undefined;
  #captureStart = 0;
  #captureOffset = 0;
  #inName = false;
  #nameStart = 0;
  #nameEscaped = false;
  #hexLeft = 0;
  #literal = nothing;
  #literalAt = 0;
  #failed: UnreadableContent | undefined;

  /** @param root gets the document's single value under the name '' */
  constructor(root: Node, maxDepth = MAX_DEPTH) {
    this.#root = root;
    this.#maxDepth = maxDepth;
    this.#isObject = new Uint8Array(maxDepth + 1);
  }

  /** @throws UnreadableContent, the same one on every later call */
  write(bytes: Uint8Array): void {
    if (this.#failed) throw this.#failed;
    if (bytes.length === 0) return;
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#scan(chunk);
    if (!this.#utf8.accepts(chunk)) throw this.#problem('NOT_UTF8');
    this.#base += chunk.length;
  }

  /** @throws UnreadableContent if the document is not complete */
  end(): void {
    if (this.#failed) throw this.#failed;
    if (this.#depth === 0 && isFinishedNumber(this.#state)) this.#state = this.#endValue(nothing, 0);
    if (!this.#utf8.complete) throw this.#problem('NOT_UTF8');
    if (this.#state !== DONE) {
      throw this.#problem('NOT_JSON', this.#base === 0 ? 'it is empty' : 'it ends too early', this.#base);
    }
  }

  #problem(code: ContentProblemCode, detail?: string, offset?: number): UnreadableContent {
    this.#failed = new UnreadableContent(contentProblem(code, detail, offset));
    return this.#failed;
  }

  #unexpected(i: number): UnreadableContent {
    return this.#problem('NOT_JSON', 'unexpected character', this.#base + i);
  }

  /** What changes at every token is in local variables here. `#depth` is updated at once, and the others at the end. */
  #scan(chunk: Buffer): void {
    const n = chunk.length;
    const view = new DataView(chunk.buffer, chunk.byteOffset, n);
    const isObject = this.#isObject;
    let state = this.#state;
    let depth = this.#depth;
    let inObject = isObject[depth] === 1;
    let inName = this.#inName;
    let i = 0;
    this.#captureStart = 0;
    this.#nameStart = 0;

    while (i < n) {
      let c = view.getUint8(i);
      if (state <= LAST_BETWEEN_TOKENS) {
        while (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) {
          i = afterSpaces(view, i + 1, n);
          if (i === n) break;
          c = view.getUint8(i);
        }
        if (i === n) break;
      }
      switch (state) {
        case STRING: {
          i = afterPlain(view, i, n);
          if (i === n) break;
          c = view.getUint8(i);
          if (c === 0x22) {
            // The byte after a string is nearly always the same: it is handled here, which saves a turn of the loop.
            const next = i + 1 < n ? view.getUint8(i + 1) : 0;
            if (inName) {
              if (this.#quietDepth < 0) this.#endName(chunk, i);
              inName = false;
              state = COLON;
              if (next === 0x3a) {
                state = VALUE;
                i++;
              }
            } else {
              if (this.#quietDepth === depth) this.#endQuiet(chunk, i + 1);
              state = depth === 0 ? DONE : AFTER;
              if (next === 0x2c && depth > 0) {
                state = inObject ? NAME : VALUE;
                i++;
              }
            }
          } else if (c === 0x5c) {
            this.#nameEscaped = true;
            state = ESCAPE;
          } else {
            throw this.#unexpected(i);
          }
          i++;
          break;
        }
        case ESCAPE:
          if (escapable[c] === 1) state = STRING;
          else if (c === 0x75) {
            state = HEX;
            this.#hexLeft = 4;
          } else throw this.#unexpected(i);
          i++;
          break;
        case HEX:
          if (hex[c] !== 1) throw this.#unexpected(i);
          if (--this.#hexLeft === 0) state = STRING;
          i++;
          break;

        case NAME_OR_END:
        case NAME:
          if (c === 0x22) {
            state = STRING;
            inName = true;
            this.#nameStart = i + 1;
            this.#nameEscaped = false;
          } else if (c === 0x7d && state === NAME_OR_END) {
            state = this.#close(chunk, i);
            inObject = isObject[--depth] === 1;
          } else throw this.#unexpected(i);
          i++;
          break;
        case COLON:
          if (c !== 0x3a) throw this.#unexpected(i);
          state = VALUE;
          i++;
          break;
        case AFTER:
          if (c === 0x2c) {
            state = inObject ? NAME : VALUE;
          } else if (c === (inObject ? 0x7d : 0x5d)) {
            state = this.#close(chunk, i);
            inObject = isObject[--depth] === 1;
          } else throw this.#unexpected(i);
          i++;
          break;
        case VALUE_OR_END:
          if (c === 0x5d) {
            state = this.#close(chunk, i);
            inObject = isObject[--depth] === 1;
            i++;
            break;
          }
          state = VALUE;
          break;
        case VALUE:
          if (c === 0x22) {
            if (this.#quietDepth < 0) this.#ask('string', i);
            state = STRING;
          } else if (c === 0x7b || c === 0x5b) {
            inObject = c === 0x7b;
            this.#open(inObject ? 'object' : 'array', i);
            depth++;
            state = inObject ? NAME_OR_END : VALUE_OR_END;
          } else {
            state = this.#begin(c, i);
          }
          i++;
          break;
        case DONE:
          throw this.#unexpected(i);

        case LITERAL:
          if (c !== this.#literal[this.#literalAt]) throw this.#unexpected(i);
          i++;
          if (++this.#literalAt === this.#literal.length) state = this.#endValue(chunk, i);
          break;

        case MINUS:
          if (c === 0x30) state = ZERO;
          else if (isDigit(c)) state = INTEGER;
          else throw this.#unexpected(i);
          i++;
          break;
        case POINT:
        case EXPONENT_SIGN:
          if (!isDigit(c)) throw this.#unexpected(i);
          state = state === POINT ? FRACTION : EXPONENT;
          i++;
          break;
        case EXPONENT_MARK:
          if (c === 0x2b || c === 0x2d) state = EXPONENT_SIGN;
          else if (isDigit(c)) state = EXPONENT;
          else throw this.#unexpected(i);
          i++;
          break;
        default: {
          // ZERO, INTEGER, FRACTION, EXPONENT: the number may end here.
          while (state !== ZERO && isDigit(c)) {
            if (++i === n) break;
            c = view.getUint8(i);
          }
          if (i === n) break;
          if (c === 0x2e && state <= INTEGER) {
            state = POINT;
            i++;
          } else if ((c === 0x65 || c === 0x45) && state !== EXPONENT) {
            state = EXPONENT_MARK;
            i++;
          } else {
            state = this.#endValue(chunk, i);
          }
        }
      }
    }
    this.#state = state;
    this.#inName = inName;
    this.#keepOpen(chunk);
  }

  /** Copies what continues in the next chunk. */
  #keepOpen(chunk: Buffer): void {
    if (this.#inName && this.#quietDepth < 0) {
      if (this.#readsNoNames()) return;
      if (this.#nameParts.size > MAX_NAME_BYTES) throw this.#problem('NAME_TOO_LONG', undefined, this.#base);
      this.#nameParts.add(chunk.subarray(this.#nameStart));
    } else if (this.#capture) {
      const size = this.#base + chunk.length - this.#captureOffset;
      if (size <= this.#capture.limit) this.#captureParts.add(chunk.subarray(this.#captureStart));
      else this.#captureParts.clear();
    }
  }

  /** A value that is neither a container nor a string. */
  #begin(c: number, i: number): number {
    switch (c) {
      case 0x74:
      case 0x66:
      case 0x6e:
        if (this.#quietDepth < 0) this.#ask('literal', i);
        this.#literal = literals.get(c) ?? nothing;
        this.#literalAt = 1;
        return LITERAL;
      default:
        if (c !== 0x2d && !isDigit(c)) throw this.#unexpected(i);
        if (this.#quietDepth < 0) this.#ask('number', i);
        if (c === 0x2d) return MINUS;
        return c === 0x30 ? ZERO : INTEGER;
    }
  }

  #open(kind: 'object' | 'array', i: number): void {
    if (this.#depth === this.#maxDepth)
      throw this.#problem('TOO_DEEP', `more than ${this.#maxDepth} levels`, this.#base + i);
    if (this.#quietDepth < 0) this.#ask(kind, i);
    this.#isObject[++this.#depth] = kind === 'object' ? 1 : 0;
  }

  /** Asks the container's node what to do with the value that starts at `i`. */
  #ask(kind: Kind, i: number): void {
    const offset = this.#base + i;
    const step = (this.#nodes[this.#depth - 1] ?? this.#root).value(this.#names[this.#depth] ?? '', kind, offset);
    if (step === SKIP) {
      this.#quietDepth = this.#depth;
    } else if (step instanceof Capture) {
      this.#quietDepth = this.#depth;
      this.#capture = step;
      this.#captureStart = i;
      this.#captureOffset = offset;
    } else if (kind === 'object' || kind === 'array') {
      this.#nodes[this.#depth] = step;
      this.#names[this.#depth + 1] = '';
    } else {
      this.#quietDepth = this.#depth;
    }
  }

  #close(chunk: Buffer, i: number): number {
    this.#depth--;
    if (this.#quietDepth >= 0) return this.#endValue(chunk, i + 1);
    this.#nodes[this.#depth]?.end?.(this.#base + i);
    this.#nodes.length = this.#depth;
    return this.#depth === 0 ? DONE : AFTER;
  }

  /** @param end index after the value's last byte */
  #endValue(chunk: Buffer, end: number): number {
    if (this.#quietDepth === this.#depth) this.#endQuiet(chunk, end);
    return this.#depth === 0 ? DONE : AFTER;
  }

  #endQuiet(chunk: Buffer, end: number): void {
    this.#quietDepth = -1;
    if (this.#capture) this.#deliver(this.#capture, chunk, end);
  }

  #deliver(capture: Capture, chunk: Buffer, end: number): void {
    this.#capture = undefined;
    const stop = this.#base + end;
    const fits = stop - this.#captureOffset <= capture.limit;
    const text = fits ? this.#captured(chunk, end) : undefined;
    this.#captureParts.clear();
    const node = this.#nodes[this.#depth - 1] ?? this.#root;
    node.text?.(this.#names[this.#depth] ?? '', text, this.#captureOffset, stop);
  }

  #captured(chunk: Buffer, end: number): string {
    if (this.#captureParts.size > 0) return this.#captureParts.take(chunk, this.#captureStart, end);
    return this.#known.at(chunk, this.#captureStart, end);
  }

  /** For the container that is being read. */
  #readsNoNames(): boolean {
    return (this.#nodes[this.#depth - 1] ?? this.#root).readsNoNames === true;
  }

  #endName(chunk: Buffer, end: number): void {
    if (this.#readsNoNames()) {
      this.#names[this.#depth] = '';
      return;
    }
    let name: string;
    if (this.#nameParts.size === 0 && !this.#nameEscaped) {
      name = this.#known.at(chunk, this.#nameStart, end);
    } else {
      name = this.#nameParts.take(chunk, this.#nameStart, end);
      if (this.#nameEscaped) name = unescaped(name);
      if (name.includes('\0')) throw this.#problem('MALFORMED', 'a name contains the NUL character', this.#base + end);
    }
    this.#names[this.#depth] = name;
  }
}

function isFinishedNumber(state: number): boolean {
  return state === ZERO || state === INTEGER || state === FRACTION || state === EXPONENT;
}
