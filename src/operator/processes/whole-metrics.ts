import { z } from 'zod';
import { LastSaid } from '../../platform/metrics/last-said.js';
import { metric } from '../../platform/metrics/metric.js';
import type { Metric } from '../../platform/metrics/metric.js';

/** What only grows: it must not become less when a process has ended, since readers would take that for a new beginning. */
const growing = new Set(['counter', 'histogram', 'summary']);

/** Milliseconds that a process may take to measure itself. What it said last stands for one that hangs. */
const answerMs = 2_000;

/** What a process says when it asks for the metrics of all. */
interface Asking {
  readonly process: readonly Metric[];
  readonly database: readonly Metric[];
  readonly databaseAgeMs: number;
}

export interface MeasuredProcess {
  readonly place: number;
  /** Asks it to measure itself; the answer comes to {@link WholeMetrics.measured}. */
  ask(id: number): void;
}

/** How long the event loop of a process was held up: one that hangs must not vanish among others that do not. */
const worst = /^nodejs_eventloop_lag_(?!min_)/;

/** The metrics of all processes as those of one server: sums, unless a metric says otherwise. */
export class WholeMetrics {
  readonly #last = new Map<number, readonly Metric[]>();
  readonly #database: LastSaid<readonly Metric[]>;
  /** What ended processes have counted. It is summed up beside, so that nothing is missing meanwhile. */
  #ended: readonly (readonly Metric[])[] = [];
  #summing = false;
  readonly #waiting = new Map<number, () => void>();
  #questions = 0;

  /**
   * @param own the metrics of the supervising process
   * @param now milliseconds of a clock that is never set
   */
  constructor(
    private readonly own: () => readonly Metric[],
    now?: () => number,
  ) {
    this.#database = new LastSaid(now);
  }

  /** What a process says of itself when it was asked to. */
  measured(place: number, id: number, metrics: readonly Metric[]): void {
    this.#said(place, metrics);
    this.#waiting.get(id)?.();
  }

  /** What a process says that somebody asked for the metrics of all: whoever else hangs, that is known. It alone reads the database, for all. */
  asked(place: number, { process, database, databaseAgeMs }: Asking): void {
    this.#said(place, process);
    if (database.length > 0) this.#database.say(database, databaseAgeMs);
  }

  /** What the process has counted stays counted, as far as it has said. */
  async gone(place: number): Promise<void> {
    const last = this.#last.get(place);
    this.#last.delete(place);
    if (!last) return;
    this.#ended = [...this.#ended, last.filter(({ type }) => growing.has(type))];
    if (this.#summing) return;
    this.#summing = true;
    try {
      while (this.#ended.length > 1) {
        const parts = this.#ended;
        const sum = await sumOf(parts);
        // Others may have ended meanwhile.
        this.#ended = [sum, ...this.#ended.slice(parts.length)];
      }
    } finally {
      this.#summing = false;
    }
  }

  /**
   * The document of `/metrics`.
   * @param others those that have not said it yet
   */
  async render(others: readonly MeasuredProcess[]): Promise<string> {
    await Promise.all(others.map((each) => this.#ask(each)));
    const { AggregatorRegistry } = await import('prom-client');
    // What has ended comes last: the first of several says how they are taken together.
    const database = this.#database.get() ?? [];
    return AggregatorRegistry.aggregate([...this.#last.values(), this.own(), database, ...this.#ended]).metrics();
  }

  #said(place: number, metrics: readonly Metric[]): void {
    this.#last.set(
      place,
      metrics.map((each) => (worst.test(each.name) ? { ...each, aggregator: 'max' } : each)),
    );
  }

  #ask(process: MeasuredProcess): Promise<void> {
    const id = (this.#questions += 1);
    return new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(late);
        this.#waiting.delete(id);
        resolve();
      };
      const late = setTimeout(end, answerMs);
      this.#waiting.set(id, end);
      process.ask(id);
    });
  }
}

async function sumOf(parts: readonly (readonly Metric[])[]): Promise<readonly Metric[]> {
  const { AggregatorRegistry } = await import('prom-client');
  return z.array(metric).parse(await AggregatorRegistry.aggregate([...parts]).getMetricsAsJSON());
}
