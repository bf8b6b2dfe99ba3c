import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { outsideWork } from '../work/work.js';
import { LastSaid } from './last-said.js';
import { LateReading } from './late-reading.js';
import type { Metric } from './metric.js';

/** One answered HTTP request. */
export interface HttpObservation {
  readonly method: string;
  /** The pattern of the route (`/api/v2/workspaces/:workspace_id`), never the path; absent if no route matched. */
  readonly route?: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

/** One executed GraphQL operation. */
export interface OperationObservation {
  /** The operation's name; absent when it has none. */
  readonly operation?: string | null | undefined;
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly outcome: 'ok' | 'problems' | 'errors';
  readonly seconds: number;
}

/** What a number describes. */
type MeasuredOf = 'process' | 'database';

/** What `/metrics` answers. */
interface Answer {
  readonly contentType: string;
  readonly body: string;
}

/** What one process says for `/metrics`, as prom-client hands it out. */
export interface Measured {
  readonly process: readonly Metric[];
  /** What every process would say of the database; empty unless asked for. */
  readonly database: readonly Metric[];
  /** Milliseconds since the database was as it says. */
  readonly databaseAgeMs: number;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'LIST']);

/** Callers can choose operation names. Names beyond this number, and longer ones, are counted together. */
const mostOperations = 200;
const longestName = 100;

/** Milliseconds that the database may take to say what it has. What it said before stands otherwise, for a while. */
const defaultDatabaseMs = 2_000;

/** The content of `/metrics`, in its own registries: two of them in one process are independent. */
export class Metrics {
  readonly registry = new Registry();
  readonly #ofDatabase = new Registry();

  private readonly requests = new Counter({
    name: 'trustate_http_requests_total',
    help: 'HTTP requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  });

  private readonly requestSeconds = new Histogram({
    name: 'trustate_http_request_duration_seconds',
    help: 'Time to answer an HTTP request, by method and route.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [this.registry],
  });

  private readonly operationSeconds = new Histogram({
    name: 'trustate_graphql_operation_duration_seconds',
    help: 'Time to execute a GraphQL operation, by name, type and outcome.',
    labelNames: ['operation', 'type', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });

  /** Our own operation names, and those of callers. */
  private readonly known = new Set<string>();
  private readonly called = new Set<string>();

  readonly #ofAll: (() => Promise<string>) | null;
  readonly #databaseJson: LateReading<readonly Metric[]>;
  readonly #databaseText: LateReading<void>;
  readonly #saidLast: LastSaid<string>;
  /** What the database said too late for those who asked. */
  readonly #saidLate: LastSaid<readonly Metric[]>;
  #rendering: Promise<Answer> | undefined;

  /** @param options.ofAll the document for all processes of the server, where there are others */
  constructor(
    options: {
      readonly process?: boolean;
      readonly ofAll?: (() => Promise<string>) | null;
      readonly databaseMs?: number;
      /** Milliseconds of a clock that is never set. */
      readonly now?: () => number;
    } = {},
  ) {
    const { databaseMs = defaultDatabaseMs } = options;
    this.#saidLast = new LastSaid(options.now);
    this.#saidLate = new LastSaid(options.now);
    if (options.process ?? true) collectDefaultMetrics({ register: this.registry });
    this.#ofAll = options.ofAll ?? null;
    // Also what it says too late for those who asked.
    this.#databaseJson = new LateReading(async () => {
      const said = known(await this.#ofDatabase.getMetricsAsJSON());
      this.#saidLate.say(said);
      return said;
    }, databaseMs);
    this.#databaseText = new LateReading(async () => {
      this.#saidLast.say(await this.#ofDatabase.metrics());
    }, databaseMs);
  }

  observeRequest({ method, route = 'unmatched', status, seconds }: HttpObservation): void {
    const known = methods.has(method) ? method : 'OTHER';
    this.requests.inc({ method: known, route, status });
    this.requestSeconds.observe({ method: known, route }, seconds);
  }

  /** Registers an operation of this repository, or a trusted one: it always has its own count. */
  knowOperation(name: string): void {
    this.known.add(name);
  }

  observeOperation({ operation, type, outcome, seconds }: OperationObservation): void {
    this.operationSeconds.observe({ operation: this.operationLabel(operation), type, outcome }, seconds);
  }

  /**
   * A number that is read when `/metrics` is read.
   * @param of the process: several processes are summed up; the database: one of them says it for all
   */
  gauge(name: `trustate_${string}`, help: string, of: MeasuredOf, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [of === 'process' ? this.registry : this.#ofDatabase],
      async collect() {
        this.set(await read());
      },
    });
  }

  /** Numbers of the database by label that are read when `/metrics` is read. A label that disappeared shows 0, and numbers that cannot be read are left out. */
  gauges(
    name: `trustate_${string}`,
    help: string,
    label: string,
    read: () => Promise<ReadonlyMap<string, number>>,
  ): void {
    const seen = new Set<string>();
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#ofDatabase],
      async collect() {
        this.reset();
        const values = await read().catch(() => null);
        if (values === null) return;
        for (const each of values.keys()) seen.add(each);
        for (const each of seen) this.set({ [label]: each }, values.get(each) ?? 0);
      },
    });
  }

  /** A counter for anything but requests. */
  counter<Label extends string>(name: `trustate_${string}_total`, help: string, labels: readonly Label[]) {
    return new Counter<Label>({ name, help, labelNames: labels, registers: [this.registry] });
  }

  /** @param database whether to read the numbers of the database too: none where that takes too long or fails, which the next call may have */
  async measure(database: boolean): Promise<Measured> {
    const [ofProcess, ofDatabase] = await Promise.all([
      this.registry.getMetricsAsJSON(),
      database ? this.#databaseJson.get() : null,
    ]);
    const process = known(ofProcess);
    if (!database) return { process, database: [], databaseAgeMs: 0 };
    const late = this.#saidLate.take();
    if (ofDatabase !== null || late === null) return { process, database: ofDatabase ?? [], databaseAgeMs: 0 };
    return { process, database: late.value, databaseAgeMs: late.ageMs };
  }

  /** The document of `/metrics`. Who asks while it is made gets that one: it is work for every process and for the database, however often it is asked for. */
  render(): Promise<Answer> {
    // None of those who wait can cancel it.
    this.#rendering ??= outsideWork(() => this.#render()).finally(() => {
      this.#rendering = undefined;
    });
    return this.#rendering;
  }

  async #render(): Promise<Answer> {
    const body = await (this.#ofAll ? this.#ofAll() : this.#own());
    return { contentType: this.registry.contentType, body };
  }

  async #own(): Promise<string> {
    const [ofProcess] = await Promise.all([this.registry.metrics(), this.#databaseText.get()]);
    return [ofProcess, this.#saidLast.get() ?? ''].join('\n');
  }

  private operationLabel(name: string | null | undefined): string {
    if (!name) return 'anonymous';
    if (this.known.has(name) || this.called.has(name)) return name;
    if (this.called.size >= mostOperations || name.length > longestName) return 'other';
    this.called.add(name);
    return name;
  }
}

/** Processes tell each other numbers as JSON, which has null for NaN, and null is summed up as 0: what is not known is left out. */
function known(metrics: Awaited<ReturnType<Registry['getMetricsAsJSON']>>): readonly Metric[] {
  return metrics.map((metric) => ({
    ...metric,
    type: String(metric.type),
    values: metric.values.filter(({ value }) => !Number.isNaN(value)),
  }));
}
