/** What a state says of itself, in any order and anywhere at the top level of the document. */
import { ScanBeside } from './beside.js';
import { contentProblem, UnreadableContent } from './problem.js';
import type { ContentProblem, ContentProblemCode } from './problem.js';
import { Capture, SKIP } from './node.js';
import type { Kind, Node, Step } from './node.js';
import type { Content } from './scan.js';

/** Formats that terraform still reads: 4 as it is, 1 to 3 by upgrading. Format 0 is not JSON. */
export const supportedFormats: readonly number[] = [1, 2, 3, 4];

export interface StateHeader {
  /** Version of the state format, also one that is not supported; null where the content has none that is a whole number. */
  readonly version: number | null;
  /** 0 when the content has none, as terraform reads it. At most 2^63-1. */
  readonly serial: bigint;
  /** Null when the content has none or an empty one: early engines wrote none. */
  readonly lineage: string | null;
  /** `terraform_version` of the content, which OpenTofu writes too. */
  readonly engineVersion: string | null;
}

/**
 * A state says which one it is: its serial and its lineage can be read. One that does may still be of a kind that nobody here reads on from:
 * `unread` says why, and is empty otherwise.
 */
export type StateHeaderResult =
  | { readonly isState: true; readonly header: StateHeader; readonly unread: readonly ContentProblem[] }
  | { readonly isState: false; readonly problems: readonly ContentProblem[] };

const MAX_SERIAL = 2n ** 63n - 1n;
const fieldText = new Capture(4_096);

/** The top-level fields as JSON texts; `undefined` where a value was longer than any real one. */
type FieldTexts = Partial<Record<string, { readonly text: string | undefined }>>;
const headerFields = new Set(['version', 'serial', 'lineage', 'terraform_version']);

/** Collects the header on behalf of a node that reads the top-level object for more than that. */
export class HeaderFields {
  readonly #texts: FieldTexts = {};

  /** The step for a header field, or undefined when `name` is none. */
  step(name: string): Step | undefined {
    return headerFields.has(name) ? fieldText : undefined;
  }

  set(name: string, text: string | undefined): void {
    this.#texts[name] = { text };
  }

  result(): StateHeaderResult {
    const problems: ContentProblem[] = [];
    const unread: ContentProblem[] = [];
    const version = this.#version(unread);
    const serial = this.#serial(problems);
    const lineage = this.#string('lineage', 'BAD_LINEAGE', problems);
    const engineVersion = this.#string('terraform_version', 'BAD_ENGINE_VERSION', unread);
    // Any JSON object has no version and no serial.
    const anything = !this.#present('version') && !this.#present('serial');
    if (problems.length > 0 || anything) return { isState: false, problems: [...problems, ...unread] };
    return { isState: true, header: { version, serial, lineage, engineVersion }, unread };
  }

  #version(problems: ContentProblem[]): number | null {
    const field = this.#present('version');
    if (!field) {
      problems.push(contentProblem('NO_VERSION'));
      return null;
    }
    const version = /^\d{1,9}$/.test(field.text ?? '') ? Number(field.text) : null;
    if (version === null || !supportedFormats.includes(version)) {
      problems.push(contentProblem('UNSUPPORTED_VERSION', shown(field.text)));
    }
    return version;
  }

  #serial(problems: ContentProblem[]): bigint {
    const field = this.#present('serial');
    if (!field) return 0n;
    const serial = /^\d{1,19}$/.test(field.text ?? '') ? BigInt(field.text ?? '') : -1n;
    if (serial < 0n || serial > MAX_SERIAL) problems.push(contentProblem('BAD_SERIAL', shown(field.text)));
    return serial;
  }

  #string(name: string, code: ContentProblemCode, problems: ContentProblem[]): string | null {
    const field = this.#present(name);
    if (!field) return null;
    const value = stringOf(field.text);
    if (value === undefined) problems.push(contentProblem(code, shown(field.text)));
    return value === undefined || value === '' ? null : value;
  }

  #present(name: string): { readonly text: string | undefined } | undefined {
    const field = this.#texts[name];
    return field?.text === 'null' ? undefined : field;
  }
}

/** The string a JSON text is, or undefined when it is something else; one with NUL in it is, because no database has to keep it. */
export function stringOf(text: string | undefined): string | undefined {
  if (!text?.startsWith('"')) return undefined;
  if (!text.includes('\\')) return text.slice(1, -1);
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' && !value.includes('\0') ? value : undefined;
}

function shown(text: string | undefined): string {
  if (text === undefined) return 'it is too long';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Outputs that one state may have: each is a row, and documents of a version name all of them. No configuration that people write has a tenth of it. */
export const mostOutputs = 10_000;

export const tooManyOutputs = (): UnreadableContent =>
  new UnreadableContent(contentProblem('TOO_MANY_OUTPUTS', `more than ${mostOutputs}`));

/** Counts outputs, and reads none of them. The last of two sections is the one that counts, and one is enough to be refused. */
class OutputCount implements Node {
  readonly readsNoNames = true;
  #count = 0;

  restart(): this {
    this.#count = 0;
    return this;
  }

  value(): Step {
    this.#count += 1;
    if (this.#count > mostOutputs) throw tooManyOutputs();
    return SKIP;
  }
}

class HeaderNode implements Node {
  readonly fields = new HeaderFields();
  readonly #outputs = new OutputCount();

  value(name: string, kind: Kind): Step {
    if (name === 'outputs' && kind === 'object') return this.#outputs.restart();
    return this.fields.step(name) ?? SKIP;
  }

  text(name: string, text: string | undefined): void {
    this.fields.set(name, text);
  }
}

/** Read to its end before it is refused: what looks like the start of a number may be no JSON at all. */
const notAnObject = new Capture(0);

/** Enters the document when it is an object; refuses it otherwise. */
export class DocumentNode implements Node {
  constructor(private readonly object: Node) {}

  value(_name: string, kind: Kind): Step {
    return kind === 'object' ? this.object : notAnObject;
  }

  text(): void {
    throw new UnreadableContent(contentProblem('NOT_AN_OBJECT'));
  }
}

/** Reads the header alongside another reader of the same bytes; then ask for the result. */
export class StateHeaderReader extends ScanBeside {
  readonly #node: HeaderNode;

  constructor() {
    const node = new HeaderNode();
    super(new DocumentNode(node));
    this.#node = node;
  }

  end(): StateHeaderResult {
    const problems = this.finish();
    return problems.length > 0 ? { isState: false, problems } : this.#node.fields.result();
  }
}

/** @throws only what the content's own stream throws */
export async function readStateHeader(content: Content): Promise<StateHeaderResult> {
  const reader = new StateHeaderReader();
  for await (const chunk of content) {
    reader.write(chunk);
    if (reader.problems.length > 0) break;
  }
  return reader.end();
}
