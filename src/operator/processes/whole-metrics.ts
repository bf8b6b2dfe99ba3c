import { z } from 'zod';

/** One metric as prom-client hands it out as JSON. */
const metric = z.looseObject({ name: z.string(), type: z.string() });

type Metric = z.output<typeof metric>;

/** What only grows: it must not become less when a process has ended, since readers would take that for a new beginning. */
const growing = new Set(['counter', 'histogram', 'summary']);

/** Milliseconds that a process may take to measure itself. What it said last stands for one that hangs. */
const answerMs = 2_000;

export interface MeasuredProcess {
  readonly place: number;
  /** Asks it to measure itself; the answer comes to {@link WholeMetrics.measured}. */
  ask(id: number): void;
}

/** The metrics of all processes as those of one server: sums, unless a metric says otherwise. */
export class WholeMetrics {
  readonly #last = new Map<number, readonly Metric[]>();
  #ended: readonly Metric[] = [];
  readonly #waiting = new Map<number, () => void>();
  #asked = 0;

  /** @param own the metrics of the supervising process */
  constructor(private readonly own: () => readonly Metric[]) {}

  measured(place: number, id: number, metrics: readonly unknown[]): void {
    this.said(place, metrics);
    this.#waiting.get(id)?.();
  }

  /** What a process says of itself without being asked. */
  said(place: number, metrics: readonly unknown[]): void {
    this.#last.set(place, z.array(metric).parse(metrics));
  }

  /** What the process has counted stays counted, as far as it has said. */
  async gone(place: number): Promise<void> {
    const last = this.#last.get(place);
    this.#last.delete(place);
    if (!last) return;
    const counted = last.filter(({ type }) => growing.has(type));
    this.#ended = this.#ended.length === 0 ? counted : await sumOf([this.#ended, counted]);
  }

  /** The document of `/metrics`. */
  async render(processes: readonly MeasuredProcess[]): Promise<string> {
    await Promise.all(processes.map((each) => this.#ask(each)));
    const { AggregatorRegistry } = await import('prom-client');
    // What has ended comes last: the first of several says how they are taken together.
    return AggregatorRegistry.aggregate([...this.#last.values(), this.own(), this.#ended]).metrics();
  }

  #ask(process: MeasuredProcess): Promise<void> {
    const id = (this.#asked += 1);
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
