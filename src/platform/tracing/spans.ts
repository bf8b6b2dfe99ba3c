import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span } from '@opentelemetry/api';

export { SpanKind };
export type { Attributes, Context, Span };

const tracer = trace.getTracer('trustate');

/** No spans are created until a destination is set. */
let tracing = false;

export function traceFromNowOn(): void {
  tracing = true;
}

export interface NewSpan {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** The parent; without it the span begins a trace. */
  readonly parent?: Span | Context | undefined;
  /** By the clock of `performance.now()`. Defaults to now. */
  readonly startedAt?: number;
}

/**
 * How far the wall clock is ahead of `performance.now()`, in milliseconds, as the first span of a trace found it here. OpenTelemetry's SDK asks for each span
 * anew, by a clock of whole milliseconds that an operator may set meanwhile: a part could begin before the whole.
 */
const ahead = new WeakMap<Span, number>();

/** All spans of a trace take their times from one clock, so that a part always lies inside its parent. Returns nothing if nothing is traced. */
export function startSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent, startedAt }: NewSpan,
): Span | undefined {
  if (!tracing) return undefined;
  const [within, known] =
    parent && 'spanContext' in parent
      ? [trace.setSpan(ROOT_CONTEXT, parent), ahead.get(parent)]
      : [parent ?? ROOT_CONTEXT, undefined];
  const offset = known ?? Date.now() - performance.now();
  const startTime = offset + (startedAt ?? performance.now());
  const started = tracer.startSpan(name, { kind, attributes, startTime }, within);
  ahead.set(started, offset);
  return started;
}

export interface SpanEnd {
  /** The kind of failure in a word: never a message, which may quote what somebody sent. */
  readonly failed?: string | undefined;
  readonly endedAt?: number;
}

export function endSpan(span: Span | undefined, { failed, endedAt = performance.now() }: SpanEnd = {}): void {
  if (!span) return;
  if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failed);
  span.end((ahead.get(span) ?? 0) + endedAt);
}
