import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span } from '@opentelemetry/api';

export { SpanKind };
export type { Attributes, Context, Span };

const tracer = trace.getTracer('trustate');

/** Nobody hears of spans before somebody has said where they go: until then none are made. */
let tracing = false;

export function traceFromNowOn(): void {
  tracing = true;
}

export interface NewSpan {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** What it is a part of; without it the span begins a trace. */
  readonly parent?: Span | Context | undefined;
  /** By the clock of `performance.now()`. Defaults to now. */
  readonly startedAt?: number;
}

/** Every span takes its times from one clock, so that parts lie inside of what they are parts of. Where nothing is traced there is none. */
export function startSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent, startedAt }: NewSpan,
): Span | undefined {
  if (!tracing) return undefined;
  const within = parent && 'spanContext' in parent ? trace.setSpan(ROOT_CONTEXT, parent) : (parent ?? ROOT_CONTEXT);
  return tracer.startSpan(name, { kind, attributes, startTime: startedAt ?? performance.now() }, within);
}

export interface SpanEnd {
  /** What kind of failure it was, in a word: never a message, which may quote what somebody sent. */
  readonly failed?: string | undefined;
  readonly endedAt?: number;
}

export function endSpan(span: Span | undefined, { failed, endedAt = performance.now() }: SpanEnd = {}): void {
  if (!span) return;
  if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failed);
  span.end(endedAt);
}
