import type { Caller } from '../../identity/caller.js';
import { endSpan, startSpan } from '../../platform/tracing/spans.js';
import type { OperationObservation } from '../../platform/metrics/metrics.js';
import { currentWork, followsWork, Work, within } from '../../platform/work/work.js';
import type { EndableContext } from '../context.js';
import { withinDeadline } from './deadline.js';
import type { GatewayPorts } from '../ports.js';
import { turnsAs, turnsOf } from './turns.js';

export type RunningDeps = Pick<GatewayPorts, 'log' | 'metrics' | 'settings'>;

/** An operation for operators: its name and its document, never its variables. */
export interface OperationIdentity {
  readonly name: string | undefined;
  readonly type: OperationObservation['type'];
  /** SHA-256 of its document, hexadecimal. */
  readonly digest: () => string;
}

/** One run of an operation: limited in time, measured, traced, and ended when nobody waits for it any more. */
export class OperationRun {
  outcome: OperationObservation['outcome'] = 'errors';
  readonly #began = performance.now();
  readonly #work: Work | null;

  constructor(
    private readonly deps: RunningDeps,
    private readonly operation: OperationIdentity,
    private readonly context: EndableContext,
  ) {
    this.#work = followsWork() ? workOf(operation, context) : null;
  }

  /** @throws LIMIT_EXCEEDED if it takes too long, UNAVAILABLE if its caller closed the connection */
  execute<Result extends object>(call: () => Promise<Result> | Result): Promise<Result> | Result {
    const running = this.#work ? within(this.#work, call) : call();
    if (!('then' in running)) return running;
    return withinDeadline(this.context, this.deps.settings.operationTimeout, running, (reason) => {
      this.#work?.cancel(reason);
      // A mutation finishes what it has begun. Everything else can use no service any more.
      if (this.operation.type !== 'mutation') this.context.withdraw(reason);
    });
  }

  end(): void {
    const { operation, outcome } = this;
    const milliseconds = performance.now() - this.#began;
    const { metrics, settings } = this.deps;
    metrics.observeOperation({
      operation: operation.name,
      type: operation.type,
      outcome,
      seconds: milliseconds / 1000,
    });
    const { slowOperation } = settings;
    if (slowOperation !== null && slowOperation !== undefined && milliseconds >= slowOperation)
      this.#slow(milliseconds);
    const span = this.#work?.span?.setAttribute('trustate.outcome', outcome);
    endSpan(span, outcome === 'errors' ? { failed: 'errors' } : {});
  }

  #slow(milliseconds: number): void {
    const { name, type, digest } = this.operation;
    const { caller, origin } = this.context;
    const { statements, databaseMs } = this.#work ?? {};
    this.deps.log.warn(
      {
        operation: name ?? null,
        type,
        document: digest(),
        outcome: this.outcome,
        ms: Math.round(milliseconds),
        ...(databaseMs !== undefined && { statements, databaseMs: Math.round(databaseMs) }),
        caller: accountOf(caller),
        requestId: origin.requestId,
      },
      'slow operation',
    );
  }
}

function workOf({ name, type, digest }: OperationIdentity, { caller, origin }: EndableContext): Work {
  const request = currentWork();
  const parent = request?.span;
  const attributes = {
    ...(name !== undefined && { 'graphql.operation.name': name }),
    'graphql.operation.type': type,
    'trustate.document.sha256': digest(),
  };
  const span = startSpan(name === undefined ? type : `${type} ${name}`, { attributes, parent });
  const account = caller ? turnsAs(caller) : turnsOf(origin.remoteAddress);
  return new Work({ span, whole: type === 'mutation', countedFor: request, account });
}

const accountOf = (caller: Caller | null) => caller?.userId ?? null;
