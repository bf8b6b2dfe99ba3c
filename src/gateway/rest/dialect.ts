import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../../platform/problems.js';

/** The position of a problem's field in the request document, if it is not where the dialect looks first. */
export type Pointers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** The conventions of a family of REST paths. */
export interface Dialect {
  /** Of every answer with a body, parameters and all: it is sent as it is. */
  readonly contentType: string;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** How to sign in, for whoever has to (RFC 9110 §11.6.1). */
  readonly challenge?: string;
  /** Headers, in addition to `Retry-After`, of a refusal that may be retried after this many seconds. */
  readonly waiting?: (seconds: number) => Readonly<Record<string, string>>;
  /** Content types that are read as JSON; content of other types is refused. */
  readonly readsContentType: (type: string) => boolean;
  readonly problem: (
    problems: readonly [Problem, ...Problem[]],
    request: { readonly headers: IncomingHttpHeaders; readonly pointers?: Pointers | undefined },
  ) => Answer;
}
