import { contentProblem, UnreadableContent } from './problem.js';
import { Capture, SKIP } from './node.js';
import { JsonScanner } from './scanner.js';
import type { Kind, Node, Step } from './node.js';
import type { Content } from './scan.js';
import { DocumentNode } from './header.js';

/** A range of the content, `[start, end)`, and its replacement. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
}

/** Only the position is needed, not the text. */
const place = new Capture(0);

/** Finds the positions of the top-level serial: every occurrence, because some readers use the last and some the first. */
class SerialPlaces implements Node {
  readonly edits: Edit[] = [];
  /** Start of a serial whose end was not read yet. */
  open: number | undefined;
  #found = false;
  #members = 0;

  constructor(private readonly serial: bigint) {}

  value(name: string, _kind: Kind, offset: number): Step {
    this.#members++;
    if (name !== 'serial') return SKIP;
    this.open = offset;
    return place;
  }

  text(_name: string, _text: string | undefined, start: number, end: number): void {
    this.#found = true;
    this.open = undefined;
    this.edits.push({ start, end, bytes: Buffer.from(String(this.serial)) });
  }

  end(offset: number): void {
    if (this.#found) return;
    const member = `${this.#members === 0 ? '' : ','}"serial":${String(this.serial)}`;
    this.edits.push({ start: offset, end: offset, bytes: Buffer.from(member) });
  }
}

/**
 * The content with another serial; all other bytes are unchanged. All top-level `serial` members are replaced, and one is added at the end if there is none.
 * Holds one chunk at a time.
 *
 * @param serial 0 to 2^63-1
 * @throws UnreadableContent if the content is not a JSON object; part of it may have been returned by then
 */
export async function* rewriteSerial(content: Content, serial: bigint): AsyncGenerator<Buffer> {
  if (serial < 0n || serial >= 2n ** 63n) throw new UnreadableContent(contentProblem('BAD_SERIAL', String(serial)));
  const places = new SerialPlaces(serial);
  const scanner = new JsonScanner(new DocumentNode(places));
  let base = 0;
  let given = 0;
  for await (const bytes of content) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    scanner.write(chunk);
    const end = base + chunk.length;
    for (const edit of places.edits.splice(0)) {
      if (edit.start > given) yield chunk.subarray(given - base, edit.start - base);
      yield edit.bytes;
      given = edit.end;
    }
    const until = places.open ?? end;
    if (until > given) yield chunk.subarray(given - base, until - base);
    given = Math.max(given, end);
    base = end;
  }
  scanner.end();
}
