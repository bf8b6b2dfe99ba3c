import type { EndableContext } from '../context.js';
import type { Answered } from '../execution/operation.js';
import type { PreparedOperation } from '../execution/prepared.js';
import type { Session } from './session.js';

/** A question about an event. */
export interface Question {
  readonly session: Session;
  /** `null` if the event is unknown: then nothing is shared. */
  readonly eventId: string | null;
  readonly operation: PreparedOperation;
  /** JSON of the variables. */
  readonly variables: string;
}

interface Shared {
  readonly context: EndableContext;
  readonly answers: Map<PreparedOperation, Map<string, Promise<Answered>>>;
  users: number;
}

/**
 * Subscriptions of one token that are answered about the same event at the same time are answered together: data is read once for all, and equal questions get
 * the same response. Each was checked for permission before.
 */
export class SharedAnswers {
  readonly #shared = new Map<string, Shared>();

  async of(
    { session, eventId, operation, variables }: Question,
    work: (context: EndableContext) => Promise<Answered>,
  ): Promise<Answered> {
    if (eventId === null) return work(session.context());
    const { tokenId, epoch } = session.caller;
    const key = `${tokenId} ${epoch} ${session.baseUrl} ${eventId}`;
    const shared = this.#shared.get(key) ?? { context: session.context(), answers: new Map(), users: 0 };
    this.#shared.set(key, shared);
    shared.users += 1;
    try {
      return await answerIn(shared, operation, variables, work);
    } finally {
      shared.users -= 1;
      if (shared.users === 0) this.#shared.delete(key);
    }
  }
}

function answerIn(
  { context, answers }: Shared,
  operation: PreparedOperation,
  variables: string,
  work: (context: EndableContext) => Promise<Answered>,
): Promise<Answered> {
  const known = answers.get(operation) ?? new Map<string, Promise<Answered>>();
  answers.set(operation, known);
  const answer = known.get(variables) ?? work(context);
  known.set(variables, answer);
  return answer;
}
