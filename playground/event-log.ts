import type { ExecutionResult } from 'graphql';

/** One result of a subscription. */
export interface LoggedEvent {
  /** Counts up from 1. */
  readonly number: number;
  readonly at: Date;
  /** What it is about, in a line. */
  readonly title: string;
  readonly failed: boolean;
  /** The whole result, as it came. */
  readonly text: string;
}

export interface Log {
  /** `none` until something subscribes. */
  readonly state: 'none' | 'open' | 'ended';
  /** Newest first, the last `kept` of them. */
  readonly events: readonly LoggedEvent[];
  /** How many came in all. */
  readonly count: number;
}

const kept = 500;
const none: Log = { state: 'none', events: [], count: 0 };

/** The results of the last subscription, in the manner of React's external stores. */
export class EventLog {
  #log = none;
  readonly #readers = new Set<() => void>();

  readonly current = (): Log => this.#log;
  readonly follow = (reader: () => void): (() => void) => {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  };

  begin(): void {
    this.#become({ ...none, state: 'open' });
  }

  add(result: ExecutionResult): void {
    const { events, count } = this.#log;
    const event: LoggedEvent = {
      number: count + 1,
      at: new Date(),
      title: titleOf(result),
      failed: result.errors !== undefined,
      text: JSON.stringify(result, null, 2),
    };
    this.#become({ ...this.#log, events: [event, ...events].slice(0, kept), count: count + 1 });
  }

  end(): void {
    if (this.#log.state === 'open') this.#become({ ...this.#log, state: 'ended' });
  }

  /** Forgets what came; one that is open goes on. */
  empty(): void {
    this.#become({ ...this.#log, events: [] });
  }

  clear(): void {
    if (this.#log.state === 'ended') this.#become(none);
  }

  #become(log: Log): void {
    this.#log = log;
    for (const reader of this.#readers) reader();
  }
}

const longest = 120;

/** The values that stand at the top of the event: `LOCKED root …`; of an error, its message. */
function titleOf({ data, errors }: ExecutionResult): string {
  const [error] = errors ?? [];
  if (error) return error.message;
  const [event] = Object.values(data ?? {});
  if (typeof event !== 'object' || event === null) return '';
  const words = Object.entries(event).flatMap(([name, value]) =>
    name.endsWith('Id') || isTime(value) ? [] : wordsIn(value),
  );
  return words.join('  ').slice(0, longest);
}

const isTime = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const name = Object.entries(value).find(([key]) => key === 'name' || key === 'serial');
  return name ? wordsIn(name[1]) : [];
}
