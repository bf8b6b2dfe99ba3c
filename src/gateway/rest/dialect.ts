import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../../platform/problems.js';

/** Where a field of a problem is in the request document, for those that are not where the dialect looks first. */
export type Pointers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** How a family of REST paths speaks. */
export interface Dialect {
  readonly contentType: string;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers, in addition to `Retry-After`, of a refusal that is worth retrying after this many seconds. */
  readonly waiting?: (seconds: number) => Readonly<Record<string, string>>;
  /** Content types whose bytes are read as JSON; others with content are refused. */
  readonly readsContentType: (type: string) => boolean;
  readonly problem: (
    problems: readonly [Problem, ...Problem[]],
    request: { readonly headers: IncomingHttpHeaders; readonly pointers?: Pointers | undefined },
  ) => Answer;
}
