import type { Caller, RequestOrigin } from '../../identity/caller.js';
import { problem } from '../../platform/problems.js';
import { callerGone } from '../context.js';
import type { Answering, ContextFactory, EndableContext } from '../context.js';
import type { TokenWatch } from './token-watch.js';

/** The origin of a lasting connection. */
export interface Arrival {
  readonly token: string | null;
  readonly origin: RequestOrigin;
  readonly baseUrl: string;
  /** Id of the last event of a client that connects again. */
  readonly resumeAfter?: string | undefined;
}

export interface SessionDeps {
  readonly authenticate: (token: string, origin: RequestOrigin) => Promise<Caller | null>;
  /** The same for a new connection: failures are counted. @throws LIMIT_EXCEEDED */
  readonly signIn: SessionDeps['authenticate'];
  readonly makeContext: ContextFactory;
  readonly watch: TokenWatch;
}

/** Work in a session has no separate response to watch: the code that started it ends its context. */
const unwatched: Answering = { destroyed: false, writableFinished: true, once: () => undefined };

/** The caller of a lasting connection. The token is checked again whenever it matters. */
export class Session {
  #caller: Caller;
  #ended = false;
  /** Contexts of single operations while they run. */
  readonly #running = new Set<EndableContext>();
  readonly #letGo: () => void;

  private constructor(
    private readonly deps: SessionDeps,
    private readonly arrival: Arrival & { readonly token: string },
    caller: Caller,
    private readonly ended: (error: Error) => void,
  ) {
    this.#caller = caller;
    this.#letGo = deps.watch.hold(this);
  }

  /**
   * @param ended called when the token is no longer valid
   * @throws UNAUTHENTICATED, LIMIT_EXCEEDED
   */
  static async open(deps: SessionDeps, arrival: Arrival, ended: (error: Error) => void): Promise<Session> {
    const { token, origin } = arrival;
    const caller = token === null ? null : await deps.signIn(token, origin);
    if (token === null || !caller) throw problem('UNAUTHENTICATED');
    return new Session(deps, { ...arrival, token }, caller, ended);
  }

  /** As of the last check. */
  get caller(): Caller {
    return this.#caller;
  }

  /** The token of the connection. */
  get token(): string {
    return this.arrival.token;
  }

  get origin(): RequestOrigin {
    return this.arrival.origin;
  }

  get baseUrl(): string {
    return this.arrival.baseUrl;
  }

  /** Who is calling now. @throws UNAUTHENTICATED when the token is no longer valid; this ends the session */
  async present(): Promise<Caller> {
    const { token, origin } = this.arrival;
    const caller = this.#ended ? null : await this.deps.authenticate(token, origin);
    if (caller) return (this.#caller = caller);
    const error = problem('UNAUTHENTICATED');
    if (!this.#ended) {
      this.close();
      this.ended(error);
    }
    throw error;
  }

  /**
   * A context for one operation or one event, with new loaders.
   * @param after the event to continue after, if the subscription names one itself
   */
  context(after?: string): EndableContext {
    const { origin, baseUrl, resumeAfter = after } = this.arrival;
    const presentCaller = () => this.present();
    return this.deps.makeContext({
      caller: this.#caller,
      origin,
      baseUrl,
      response: unwatched,
      presentCaller,
      ...(resumeAfter !== undefined && { resumeAfter }),
    });
  }

  /** Runs an operation that ends with the session. */
  async answer<T>(work: (context: EndableContext) => Promise<T>): Promise<T> {
    const context = this.context();
    this.#running.add(context);
    try {
      return await work(context);
    } finally {
      this.#running.delete(context);
    }
  }

  close(): void {
    this.#ended = true;
    this.#letGo();
    for (const context of this.#running) context.end(callerGone());
  }
}
