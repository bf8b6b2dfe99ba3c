/** What the processes of one server tell each other about. */
export const topics = ['counts', 'additions', 'events', 'writer', 'jobs'] as const;

export type Topic = (typeof topics)[number];

/**
 * The other processes that serve the addresses of this server. What one tells arrives at all others, in order, unless they end before; nobody waits for
 * it. A server of one process has none.
 */
export interface Siblings {
  /** How many processes serve, this one included. */
  readonly of: number;
  /** @param message as JSON has it */
  tell(topic: Topic, message: unknown): void;
  /** @param heard gets what a sibling tells, and the place of that sibling */
  hear(topic: Topic, heard: (message: unknown, from: number) => void): void;
  /** A sibling has begun to serve. It knows nothing of what was told before. */
  onJoined(listener: () => void): void;
  /** A sibling has ended: nothing that it told holds any more. */
  onGone(listener: (place: number) => void): void;
}

const nothing = () => undefined;

export const noSiblings: Siblings = { of: 1, tell: nothing, hear: nothing, onJoined: nothing, onGone: nothing };
