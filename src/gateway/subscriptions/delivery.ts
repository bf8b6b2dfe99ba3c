import { GraphQLError } from 'graphql';
import { eventIdOf } from '../../platform/events/event.js';
import type { EventPosition } from '../../platform/events/event.js';
import type { Variables } from '../execution/executor.js';
import type { PreparedOperation } from '../execution/prepared.js';
import { answered, refusalOf } from '../execution/operation.js';
import type { Answered, OperationDeps } from '../execution/operation.js';
import type { Session } from './session.js';
import type { SharedAnswers } from './shared-answers.js';

export interface DeliveryDeps extends OperationDeps {
  readonly answers: SharedAnswers;
}

/** What an open subscription is made of. */
export interface Followed {
  readonly operation: PreparedOperation;
  readonly variables: Variables;
  readonly session: Session;
  readonly source: AsyncIterable<unknown>;
  /** Called once, at the end of any kind. */
  readonly ended: () => void;
}

/** The early end of a subscription, and why; `extensions.after` is where the next one continues. */
export class Interrupted extends Error {
  constructor(readonly errors: readonly [GraphQLError, ...GraphQLError[]]) {
    super(errors[0].message);
  }
}

/** Responses before others get the thread: a client that catches up on many events delays nobody. */
const inOneTurn = 16;

/** The responses of one subscription: its operation is run for each event. One response is created at a time, on request. */
export class Delivery implements AsyncIterableIterator<Answered> {
  readonly #source: AsyncIterator<unknown, unknown>;
  readonly #variables: string;
  #made = 0;
  #reject: ((error: unknown) => void) | null = null;
  #failure: Error | null = null;
  #over = false;

  constructor(
    private readonly deps: DeliveryDeps,
    private readonly followed: Followed,
  ) {
    this.#source = followed.source[Symbol.asyncIterator]();
    this.#variables = JSON.stringify(followed.variables);
  }

  /** Id of the last requested event: the next subscription continues after it. */
  get after(): string | null {
    const { source } = this.followed;
    return 'taken' in source && isPosition(source.taken) ? eventIdOf(source.taken) : null;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** One call at a time. @throws Interrupted */
  async next(): Promise<IteratorResult<Answered, undefined>> {
    const before = this.after;
    try {
      if (this.#failure) throw this.#failure;
      const answer = this.#over ? undefined : await this.#interruptible(this.#answer());
      return answer ? { done: false, value: answer } : { done: true, value: undefined };
    } catch (error) {
      this.#failure = null;
      await this.return();
      throw this.#interrupted(error, before);
    }
  }

  async return(): Promise<IteratorResult<Answered, undefined>> {
    if (!this.#over) {
      this.#over = true;
      this.followed.ended();
      await this.#source.return?.();
    }
    return { done: true, value: undefined };
  }

  /** Ends it from outside: whoever waits for a response, or requests the next one, gets the error. */
  fail(error: Error): void {
    if (this.#over) return;
    this.#failure ??= error;
    if (this.#reject) this.#reject(error);
    else void this.return();
  }

  async #answer(): Promise<Answered | undefined> {
    const { operation, session, variables } = this.followed;
    this.#made += 1;
    if (this.#made % inOneTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    const { value, done } = await this.#source.next();
    if (done) {
      await this.return();
      return undefined;
    }
    const eventId = this.after;
    return this.deps.answers.of({ session, operation, variables: this.#variables, eventId }, async (context) => {
      const answer = await answered(this.deps, operation, context, variables, value);
      return eventId === null ? answer : { ...answer, extensions: { ...answer.extensions, eventId } };
    });
  }

  /** Settles with the work, or rejects as soon as {@link fail} is called. */
  #interruptible<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#reject = reject;
      work.then(resolve, reject);
    }).finally(() => {
      this.#reject = null;
    });
  }

  #interrupted(error: unknown, after: string | null): Interrupted {
    const [first, ...rest] = refusalOf(error, this.deps, this.followed.session);
    const { message, extensions } = first;
    const resumable = after === null || extensions['code'] === 'EVENT_GONE' ? extensions : { ...extensions, after };
    return new Interrupted([new GraphQLError(message, { extensions: resumable }), ...rest]);
  }
}

function isPosition(value: unknown): value is EventPosition {
  return typeof value === 'object' && value !== null && 'number' in value && 'at' in value;
}
