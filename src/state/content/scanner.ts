/**
 * A push scanner over JSON bytes that skips what nobody needs.
 *
 * State content is mostly attribute values that no reader here needs. Parsers that turn every token into an event or a value spend their time and memory on
 * those. This scanner passes over the bytes once and checks them against the grammar (RFC 8259, like `JSON.parse`) and UTF-8. It only makes calls in objects
 * and arrays that a {@link Node} chose to enter. Chunks may be cut anywhere. Memory: the container stack, and the text of a value while it is captured.
 *
 * The grammar is in kernel/assembly/scan.ts. What is here are the containers that were entered, and the texts that were asked for.
 */
import * as cell from './kernel/cells.js';
import { withKernel } from './kernel/kernel.js';
import type { Kernel } from './kernel/kernel.js';
import { anyName } from './names-read.js';
import { TokenBytes, KnownTexts, unescaped } from './token-bytes.js';
import { Capture, SKIP } from './node.js';
import type { Kind, Node } from './node.js';
import { contentProblem, UnreadableContent } from './problem.js';
import type { ContentProblemCode } from './problem.js';
import { Utf8Check } from './utf8.js';

/** Longest member name that a node gets. */
const MAX_NAME_BYTES = 256 * 1024;

export class JsonScanner {
  readonly #root: Node;
  readonly #utf8 = new Utf8Check();
  /** The kernel's cells between two chunks. */
  readonly #kept = new Int32Array(cell.KEPT / 4);
  /** Those of the containers that were entered, outermost first. */
  readonly #nodes: Node[] = [];
  /** The name of the value that a container is at, from that of the document on. */
  readonly #names: string[] = [''];
  readonly #knownNames = new KnownTexts();
  readonly #knownValues = new KnownTexts();
  readonly #nameParts = new TokenBytes();
  readonly #captureParts = new TokenBytes();
  #base = 0;
  #capture: Capture | undefined;
  #captureStart = 0;
  #captureOffset = 0;
  #failed: UnreadableContent | undefined;

  /** @param root gets the document's single value under the name '' */
  constructor(root: Node) {
    this.#root = root;
    this.#kept[cell.QUIET] = -1;
    this.#kept.set(anyName, cell.READ);
  }

  /** @throws UnreadableContent, the same one on every later call */
  write(bytes: Uint8Array): void {
    this.#unlessFailed(() => {
      if (bytes.length === 0) return;
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      withKernel((kernel) => {
        kernel.cells.set(this.#kept);
        for (let from = 0; from < chunk.length; from += cell.WINDOW_BYTES)
          this.#scan(kernel, chunk.subarray(from, from + cell.WINDOW_BYTES));
        this.#kept.set(kernel.cells);
      });
      if (!this.#utf8.accepts(chunk)) throw this.#problem('NOT_UTF8');
    });
  }

  /** @throws UnreadableContent if the document is not complete, the same one on every later call */
  end(): void {
    this.#unlessFailed(() => {
      this.#finish();
    });
  }

  #finish(): void {
    const [state = cell.VALUE, depth] = this.#kept;
    const endsWithNumber = depth === 0 && state >= cell.ZERO;
    if (endsWithNumber && this.#capture) this.#deliver(this.#capture, Buffer.alloc(0), 0);
    if (!this.#utf8.complete) throw this.#problem('NOT_UTF8');
    if (!endsWithNumber && state !== cell.DONE) {
      throw this.#problem('NOT_JSON', this.#base === 0 ? 'it is empty' : 'it ends too early', this.#base);
    }
  }

  /** Content that was refused stays so, whether by the grammar or by a node. */
  #unlessFailed(work: () => void): void {
    if (this.#failed) throw this.#failed;
    try {
      work();
    } catch (error) {
      if (error instanceof UnreadableContent) this.#failed = error;
      throw error;
    }
  }

  #problem(code: ContentProblemCode, detail?: string, offset?: number): UnreadableContent {
    return new UnreadableContent(contentProblem(code, detail, offset));
  }

  /** @param chunk as much as the kernel's window holds */
  #scan(kernel: Kernel, chunk: Buffer): void {
    const { cells } = kernel;
    kernel.show(chunk);
    cells[cell.NAME_START] = cell.WINDOW;
    this.#captureStart = 0;
    for (;;) {
      const why = kernel.scan();
      const nameEnd = cells[cell.NAME_END] ?? 0;
      if (nameEnd > 0)
        this.#endName(chunk, placeOf(cells[cell.NAME_START]), placeOf(nameEnd), cells[cell.ESCAPED] === 1);
      if (why === cell.SPENT) break;
      const at = placeOf(cells[cell.AT]);
      switch (why) {
        case cell.IS_STRING:
          this.#ask('string', placeOf(cells[cell.VALUE_START]));
          if (this.#capture) this.#deliver(this.#capture, chunk, at);
          break;
        case cell.STARTS_OBJECT:
        case cell.STARTS_ARRAY:
          if (this.#ask(why === cell.STARTS_OBJECT ? 'object' : 'array', placeOf(cells[cell.VALUE_START]))) {
            this.#filterNames(cells);
            break;
          }
          cells[cell.QUIET] = this.#nodes.length;
          cells[cell.REPORTED] = this.#capture ? 1 : 0;
          break;
        case cell.STARTS_STRING:
        case cell.STARTS_NUMBER:
        case cell.STARTS_LITERAL:
          this.#ask(scalars[why], placeOf(cells[cell.VALUE_START]));
          cells[cell.REPORTED] = this.#capture ? 1 : 0;
          break;
        case cell.CLOSES:
          this.#nodes.pop()?.end?.(this.#base + at - 1);
          this.#filterNames(cells);
          break;
        case cell.ENDS:
          if (this.#capture) this.#deliver(this.#capture, chunk, at);
          break;
        case cell.TOO_DEEP:
          throw this.#problem('TOO_DEEP', `more than ${cell.MAX_DEPTH} levels`, this.#base + at);
        default:
          throw this.#problem('NOT_JSON', 'unexpected character', this.#base + at);
      }
    }
    this.#keepOpen(kernel, chunk);
    this.#base += chunk.length;
  }

  /** Tells the kernel which members the container's node reads. */
  #filterNames(cells: Int32Array): void {
    const [low, high] = this.#node.reads?.bits ?? anyName;
    cells[cell.READ] = low;
    cells[cell.READ + 1] = high;
  }

  /** What reads the value that is next. */
  get #node(): Node {
    return this.#nodes[this.#nodes.length - 1] ?? this.#root;
  }

  /**
   * Asks the container's node what to do with the value that starts at `i`.
   * @returns whether it is a container that was entered
   */
  #ask(kind: Kind, i: number): boolean {
    const offset = this.#base + i;
    const step = this.#node.value(this.#names[this.#nodes.length] ?? '', kind, offset);
    if (step instanceof Capture) {
      this.#capture = step;
      this.#captureStart = i;
      this.#captureOffset = offset;
    } else if (step !== SKIP && (kind === 'object' || kind === 'array')) {
      this.#nodes.push(step);
      this.#names[this.#nodes.length] = '';
      return true;
    }
    return false;
  }

  /** Copies what continues in the next chunk. */
  #keepOpen({ cells }: Kernel, chunk: Buffer): void {
    if (this.#capture) {
      const size = this.#base + chunk.length - this.#captureOffset;
      if (size <= this.#capture.limit) this.#captureParts.add(chunk.subarray(this.#captureStart));
      else this.#captureParts.clear();
    } else if (cells[cell.IN_NAME] === 1 && cells[cell.QUIET] === -1 && !this.#node.readsNoNames) {
      const start = placeOf(cells[cell.NAME_START]);
      this.#limitName(start, chunk.length);
      this.#nameParts.add(chunk.subarray(start));
    }
  }

  /** @param end index after the value's last byte */
  #deliver(capture: Capture, chunk: Buffer, end: number): void {
    this.#capture = undefined;
    const stop = this.#base + end;
    const fits = stop - this.#captureOffset <= capture.limit;
    const name = this.#names[this.#nodes.length] ?? '';
    if (fits && capture.as === 'bytes') {
      this.#deliverBytes(name, chunk, end);
      return;
    }
    const text = fits ? this.#captured(chunk, end) : undefined;
    this.#captureParts.clear();
    this.#node.text?.(name, text, this.#captureOffset, stop);
  }

  #deliverBytes(name: string, chunk: Buffer, end: number): void {
    if (this.#captureParts.size === 0) {
      this.#node.bytes?.(name, chunk, this.#captureStart, end);
      return;
    }
    const whole = this.#captureParts.takeBytes(chunk, this.#captureStart, end);
    this.#node.bytes?.(name, whole, 0, whole.length);
  }

  #captured(chunk: Buffer, end: number): string {
    if (this.#captureParts.size > 0) return this.#captureParts.take(chunk, this.#captureStart, end);
    return this.#knownValues.at(chunk, this.#captureStart, end);
  }

  #endName(chunk: Buffer, start: number, end: number, escaped: boolean): void {
    this.#names[this.#nodes.length] = this.#node.readsNoNames ? '' : this.#name(chunk, start, end, escaped);
  }

  /** @throws NAME_TOO_LONG, wherever the content is cut */
  #limitName(start: number, end: number): void {
    const size = this.#nameParts.size + end - start;
    if (size > MAX_NAME_BYTES) throw this.#problem('NAME_TOO_LONG', undefined, this.#base + end - size);
  }

  #name(chunk: Buffer, start: number, end: number, escaped: boolean): string {
    if (this.#nameParts.size === 0 && !escaped) return this.#knownNames.at(chunk, start, end);
    this.#limitName(start, end);
    const text = this.#nameParts.take(chunk, start, end);
    const name = escaped ? unescaped(text) : text;
    if (name.includes('\0')) throw this.#problem('MALFORMED', 'a name contains the NUL character', this.#base + end);
    return name;
  }
}

/** The kinds of values that cannot be entered, by what the kernel says when one starts. */
const scalars = {
  [cell.STARTS_STRING]: 'string',
  [cell.STARTS_NUMBER]: 'number',
  [cell.STARTS_LITERAL]: 'literal',
} as const;

/** Index in the chunk of an address in the window. */
const placeOf = (address = cell.WINDOW): number => address - cell.WINDOW;
