/** The header of a state: fields in any order, anywhere at the top level of the document. */
import { ScanBeside } from './beside.js';
import { contentProblem, UnreadableContent } from './problem.js';
import type { ContentProblem, ContentProblemCode } from './problem.js';
import { Capture, SKIP } from './node.js';
import type { Kind, Node, Step } from './node.js';
import type { Content } from './scan.js';

/** Formats that terraform still reads: 4 directly, 1 to 3 by upgrading. Format 0 is not JSON. */
const supportedFormats: readonly number[] = [1, 2, 3, 4];

export interface StateHeader {
  /** Version of the state format, even if it is not supported; null if the content is encrypted. */
  readonly version: number | null;
  /** 0 if the content has none, as in terraform. At most 2^63-1. */
  readonly serial: bigint;
  /** Null if the content has none or an empty one: early engine versions wrote none. */
  readonly lineage: string | null;
  /** `terraform_version` of the content, which OpenTofu writes too. */
  readonly engineVersion: string | null;
}

/**
 * A state identifies itself if its serial and lineage can be read. It may still be of an unsupported kind: then `unread` has the reason; otherwise it is empty.
 */
export type StateHeaderResult =
  | { readonly isState: true; readonly header: StateHeader; readonly unread: readonly ContentProblem[] }
  | { readonly isState: false; readonly problems: readonly ContentProblem[] };

const MAX_SERIAL = 2n ** 63n - 1n;
const fieldText = new Capture(4_096);

/** The top-level fields as JSON texts; `undefined` if a value was longer than any real one. */
type FieldTexts = Partial<Record<string, { readonly text: string | undefined }>>;
/** OpenTofu writes an encrypted state with these and without `version`, and checks them in this way before it decrypts. */
const encryptionFields = ['encryption_version', 'encrypted_data'] as const;
const headerFields: ReadonlySet<string> = new Set([
  'version',
  'serial',
  'lineage',
  'terraform_version',
  ...encryptionFields,
]);

/** Collects the header for a node that reads the top-level object for other purposes too. */
export class HeaderFields {
  readonly #texts: FieldTexts = {};

  /** The step for a header field; undefined if `name` is none. */
  step(name: string): Step | undefined {
    return headerFields.has(name) ? fieldText : undefined;
  }

  set(name: string, text: string | undefined): void {
    this.#texts[name] = { text };
  }

  result(): StateHeaderResult {
    const problems: ContentProblem[] = [];
    const unread: ContentProblem[] = [];
    const encrypted = encryptionFields.every((name) => this.#filled(name));
    const version = encrypted ? null : this.#version(problems, unread);
    if (encrypted) unread.push(contentProblem('ENCRYPTED'));
    const serial = this.#serial(problems);
    const lineage = this.#string('lineage', 'BAD_LINEAGE', problems);
    const engineVersion = this.#string('terraform_version', 'BAD_ENGINE_VERSION', unread);
    if (problems.length > 0) return { isState: false, problems: [...problems, ...unread] };
    return { isState: true, header: { version, serial, lineage, engineVersion }, unread };
  }

  #version(problems: ContentProblem[], unread: ContentProblem[]): number | null {
    const field = this.#present('version');
    const version = /^\d{1,9}$/.test(field?.text ?? '') ? Number(field?.text) : null;
    if (!field) problems.push(contentProblem('NO_VERSION'));
    else if (version === null) problems.push(contentProblem('BAD_VERSION', shown(field.text)));
    else if (!supportedFormats.includes(version)) unread.push(contentProblem('UNSUPPORTED_VERSION', shown(field.text)));
    return version;
  }

  /** A string that is not empty; encrypted data is longer than what is kept of it. */
  #filled(name: string): boolean {
    const field = this.#present(name);
    return field !== undefined && (field.text === undefined || /^"./.test(field.text)) && field.text !== '""';
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

/** The string of a JSON text; undefined if it is something else, or contains NUL, which databases do not store. */
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

/** Largest number of outputs of a state: each is a row, and documents of a version list all of them. Real configurations have less than a tenth. */
export const mostOutputs = 10_000;

export const tooManyOutputs = (): UnreadableContent =>
  new UnreadableContent(contentProblem('TOO_MANY_OUTPUTS', `more than ${mostOutputs}`));

/** Counts outputs without reading them. If there are two sections, the last one counts, but one is enough for a refusal. */
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

/** It is read to its end before it is refused: what looks like the start of a number may not be JSON at all. */
const notAnObject = new Capture(0);

/** Enters the document if it is an object; refuses it otherwise. */
export class DocumentNode implements Node {
  constructor(private readonly object: Node) {}

  value(_name: string, kind: Kind): Step {
    return kind === 'object' ? this.object : notAnObject;
  }

  text(): void {
    throw new UnreadableContent(contentProblem('NOT_AN_OBJECT'));
  }
}

/** Reads the header in parallel with another reader of the same bytes; then ask for the result. */
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
