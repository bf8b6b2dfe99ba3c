import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type * as Spans from '../../../src/platform/tracing/spans.js';

const exporter = new InMemorySpanExporter();
let spans: typeof Spans;

beforeAll(async () => {
  // Tests that run in this process afterwards trace nothing.
  vi.resetModules();
  spans = await import('../../../src/platform/tracing/spans.js');
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  spans.traceFromNowOn();
});

afterEach(() => {
  vi.restoreAllMocks();
  exporter.reset();
});

afterAll(() => {
  trace.disable();
  vi.resetModules();
});

const nanoseconds = ([seconds, rest]: readonly [number, number]) => BigInt(seconds) * 1_000_000_000n + BigInt(rest);

/** When the span of this name began and ended. */
function timesOf(name: string) {
  const span = exporter.getFinishedSpans().find((each) => each.name === name);
  expect(span).toBeDefined();
  return { start: nanoseconds(span?.startTime ?? [0, 0]), end: nanoseconds(span?.endTime ?? [0, 0]) };
}

describe('a part lies within the whole', () => {
  test.each([
    ['goes on', 0],
    ['is set back by an hour meanwhile', -3_600_000],
    ['is set forward by an hour meanwhile', 3_600_000],
    // It is read in whole milliseconds, and a part may begin right after the whole.
    ['goes on by a fraction', -0.9],
  ])('where the wall clock %s', (_, by) => {
    const whole = spans.startSpan('whole', {});
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + by);
    const part = spans.startSpan('part', whole ? { parent: whole } : {});
    const startedAt = performance.now();
    const told = spans.startSpan('told', part ? { parent: part, startedAt } : {});
    spans.endSpan(told, { endedAt: startedAt });
    spans.endSpan(part);
    spans.endSpan(whole);

    const [outer, middle, inner] = [timesOf('whole'), timesOf('part'), timesOf('told')];
    expect(middle.start).toBeGreaterThanOrEqual(outer.start);
    expect(inner.start).toBeGreaterThanOrEqual(middle.start);
    expect(inner.end).toBe(inner.start);
    expect(middle.end).toBeGreaterThanOrEqual(inner.end);
    expect(outer.end).toBeGreaterThanOrEqual(middle.end);
    expect(outer.end - outer.start).toBeLessThan(60_000_000_000n);
  });
});

test('a trace begins by the wall clock', () => {
  const before = BigInt(Date.now());
  spans.endSpan(spans.startSpan('whole', {}));
  const { start, end } = timesOf('whole');
  expect(start / 1_000_000n).toBeGreaterThanOrEqual(before - 1n);
  expect(end / 1_000_000n).toBeLessThanOrEqual(BigInt(Date.now()) + 1n);
});
