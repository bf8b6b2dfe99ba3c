import type { ExecutionResult } from 'graphql';
import { withinDeadline } from '../execution/deadline.js';
import type { NamedDocuments } from '../graphql/documents.js';
import type { EndableContext } from '../context.js';
import type { Variables } from '../execution/executor.js';
import type { Places } from '../admission/places.js';
import { admitted, answered, Refused, shown } from '../execution/operation.js';
import type { Answered } from '../execution/operation.js';
import type { PreparedOperation } from '../execution/prepared.js';
import { Delivery } from './delivery.js';
import type { DeliveryDeps } from './delivery.js';
import { askedOperation, askedText } from './request.js';
import type { AskedOperation } from './request.js';
import type { Slots } from './slots.js';
import type { Session } from './session.js';

export interface ConnectionOperationsDeps extends DeliveryDeps {
  readonly documents: NamedDocuments;
  readonly slots: Slots;
  readonly places: Places;
}

/** An operation that may run. */
export interface Admitted extends AskedOperation {
  readonly operation: PreparedOperation;
}

/** Operations over lasting connections: subscriptions, and others that clients send over the same connection. */
export class ConnectionOperations {
  constructor(private readonly deps: ConnectionOperationsDeps) {}

  /** Whether a request is a subscription, only by its text: the sender is not known yet, and other requests need no second check. An unreadable one is none. */
  subscribes(request: unknown): boolean {
    try {
      const { source, name } = askedText(request, this.deps);
      return this.deps.executor.subscribes(source, name);
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }

  /** Parses a request and checks that its operation may run. @throws Refused, ProblemError UNAUTHENTICATED */
  async admit(request: unknown, session: Session): Promise<Admitted> {
    await session.present();
    const asked = askedOperation(request, this.deps);
    return { ...asked, operation: admitted(this.deps, asked.prepared, asked.name, session) };
  }

  /**
   * Runs an admitted operation: a subscription is opened, all others are answered, in one of the places that HTTP requests take.
   * @throws Refused, GraphQLError LIMIT_EXCEEDED, ProblemError UNAVAILABLE and others
   */
  async start({ operation, variables, after }: Admitted, session: Session): Promise<Delivery | Answered> {
    if (!operation.isSubscription) {
      return this.deps.places.during(() =>
        session.answer((context) => answered(this.deps, operation, context, variables)),
      );
    }
    const leave = this.deps.slots.take(session.caller.userId);
    try {
      return await this.#open(operation, variables, session.context(after), session, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #open(
    operation: PreparedOperation,
    variables: Variables,
    context: EndableContext,
    session: Session,
    leave: () => void,
  ): Promise<Delivery> {
    const { budget, executor, settings } = this.deps;
    // Each event has its own cost; opening is refused if the caller could not pay for the first one.
    const settle = budget.take(context, executor.checkCost(operation, variables));
    const following = executor.follow(operation, context, variables);
    const source = await withinDeadline(context, settings.operationTimeout, following);
    settle(0);
    if (isStream(source)) return new Delivery(this.deps, { operation, variables, session, source, ended: leave });
    const [first, ...rest] = (source.errors ?? []).map((error) => shown(error, this.deps, context));
    throw first ? new Refused([first, ...rest]) : new Error('a subscription opened without events');
  }
}

const isStream = (opened: AsyncIterable<unknown> | ExecutionResult): opened is AsyncIterable<unknown> =>
  Symbol.asyncIterator in opened;
