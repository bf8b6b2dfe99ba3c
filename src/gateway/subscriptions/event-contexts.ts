import type { EndableContext } from '../context.js';
import type { Session } from './session.js';

interface Shared {
  readonly context: EndableContext;
  users: number;
}

/** One context for all subscriptions of a token that are answered about the same event at once: what is read for one of them is read for all. */
export class EventContexts {
  readonly #shared = new Map<string, Shared>();

  /** @param eventId `null` where it is not known which event it is: then nothing is shared */
  async with<T>(session: Session, eventId: string | null, work: (context: EndableContext) => Promise<T>): Promise<T> {
    if (eventId === null) return work(session.context());
    const { tokenId, epoch } = session.caller;
    const key = `${tokenId} ${epoch} ${session.baseUrl} ${eventId}`;
    const shared = this.#shared.get(key) ?? { context: session.context(), users: 0 };
    this.#shared.set(key, shared);
    shared.users += 1;
    try {
      return await work(shared.context);
    } finally {
      shared.users -= 1;
      if (shared.users === 0) this.#shared.delete(key);
    }
  }
}
