import type { EndableContext } from '../context.js';
import type { Answered } from '../execution/operation.js';
import type { PreparedOperation } from '../execution/prepared.js';
import type { Session } from './session.js';

/** What is asked about an event. */
export interface Question {
  readonly session: Session;
  /** `null` where it is not known which event it is: then nothing is shared. */
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
 * Subscriptions of one token that are answered about the same event at once are answered together: what is read for one is read for all, and who
 * asks the same gets the same answer. Each has been found to be allowed the event before.
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
