/** How a reader of JSON content chooses what it needs, container by container. */
import type { NamesRead } from './names-read.js';

export type Kind = 'object' | 'array' | 'string' | 'number' | 'literal';

/** Skip the content; only check that it is valid. */
export const SKIP = Symbol('skip');

/** Deliver the value's own JSON, as text or as bytes, if it has at most `limit` bytes. */
export class Capture {
  constructor(
    readonly limit: number,
    readonly as: 'text' | 'bytes' = 'text',
  ) {}
}

/** What to do with a value that starts. A node is only used for an object or an array; a scalar is then skipped. */
export type Step = typeof SKIP | Capture | Node;

/** Reader of one container. If two members have the same name, both are delivered in order: the later one should win. */
export interface Node {
  /** The names of its members are not read, so none is too long or invalid; each is reported as ''. */
  readonly readsNoNames?: true;
  /** Members with other names are skipped, mostly without a call. */
  readonly reads?: NamesRead;
  /** A member's value or an element starts; `name` is '' in arrays. */
  value(name: string, kind: Kind, offset: number): Step;
  /** A captured value; `text` is undefined if it was longer than the limit. Offsets are those of the value's bytes. */
  text?(name: string, text: string | undefined, start: number, end: number): void;
  /** A value captured as bytes: those `from` `start` to `end`, which may change after the call. One that was longer than the limit is told as text is. */
  bytes?(name: string, from: Uint8Array, start: number, end: number): void;
  /** The container ended; `offset` is that of its closing bracket. */
  end?(offset: number): void;
}
