/** What a reader of JSON content says it wants of it, container by container. */

export type Kind = 'object' | 'array' | 'string' | 'number' | 'literal';

/** Do not look inside; only check that it is well formed. */
export const SKIP = Symbol('skip');

/** Deliver the value's own JSON text, when it is at most `limit` bytes long. */
export class Capture {
  constructor(readonly limit: number) {}
}

/** What to do with a value that starts. A node is only entered for an object or an array; a scalar is skipped then. */
export type Step = typeof SKIP | Capture | Node;

/** Reader of one container. Of two members with one name both are delivered, in order: the later one should win. */
export interface Node {
  /** Names of its members are not read, so none is too long or too strange for it; each is reported as ''. */
  readonly readsNoNames?: true;
  /** A member's value or an element starts; `name` is '' in arrays. */
  value(name: string, kind: Kind, offset: number): Step;
  /** A captured value; `text` is undefined when it was longer than the limit. Offsets are those of the value's bytes. */
  text?(name: string, text: string | undefined, start: number, end: number): void;
  /** The container ended; `offset` is that of its closing bracket. */
  end?(offset: number): void;
}
