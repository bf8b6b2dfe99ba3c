import { expect, test } from 'vitest';
import { openTracing } from '../../../src/platform/tracing/open-tracing.js';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };

test.each([
  // environment                                                                said
  [{}, []],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, []],
  [{ OTEL_SERVICE_NAME: 'somebody', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, []],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, []],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'True' }, []],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'jaeger' }, [/^nothing is traced: OTEL_TRACES_EXPORTER is "jaeger"/]],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, [/^nothing is traced: OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"/]],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, [/"grpc"/]],
])('traces nothing with %j', async (environment: Record<string, string>, said: readonly RegExp[]) => {
  const lines: string[] = [];
  const say = (line: unknown) => {
    lines.push(String(line));
  };
  expect(await openTracing(environment, { info: say, warn: say })).toBeNull();
  expect(lines).toHaveLength(said.length);
  for (const [index, pattern] of said.entries()) expect(lines[index]).toMatch(pattern);
});
