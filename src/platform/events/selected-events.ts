import type { EventPosition, RecordedEvent } from './event.js';
import type { Follower } from './follower.js';

/** A stream that knows its position: a reader who continues after `taken` misses nothing. */
export interface ResumableStream<Shown> extends AsyncIterableIterator<Shown> {
  readonly taken: EventPosition;
}

/** The events of a follower as one caller may see them. */
export class SelectedEvents<Shown> implements ResumableStream<Shown> {
  /** @param select returns what is shown of an event, or `null` for nothing; what it throws ends the stream */
  constructor(
    private readonly follower: Follower,
    private readonly select: (event: RecordedEvent) => Promise<Shown | null>,
  ) {}

  get taken(): EventPosition {
    return this.follower.taken;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Shown, undefined>> {
    for (;;) {
      const { value, done } = await this.follower.next();
      if (done) return { done: true, value: undefined };
      let shown: Shown | null;
      try {
        shown = await this.select(value);
      } catch (error) {
        await this.follower.return();
        throw error;
      }
      if (shown !== null) return { done: false, value: shown };
    }
  }

  async return(): Promise<IteratorResult<Shown, undefined>> {
    await this.follower.return();
    return { done: true, value: undefined };
  }
}
