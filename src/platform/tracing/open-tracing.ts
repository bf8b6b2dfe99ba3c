import { propagation, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { traceFromNowOn } from './spans.js';

/** Traces are exported. */
export interface Tracing {
  /** Sends the remaining spans, with a short time limit. */
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

type Destination = 'console' | 'http/protobuf' | 'http/json';

/** Milliseconds that a stopping server spends on the last spans. */
const flushMs = 3_000;

/**
 * Starts tracing if the environment variables of OpenTelemetry's specification name a destination: an endpoint for OTLP, or an exporter by its name. The SDK
 * reads all other variables (headers, service name, sampler, batches), and is loaded only then.
 * @returns `null` if nothing is traced
 */
export async function openTracing(
  environment: Environment,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<Tracing | null> {
  const destination = destinationOf(environment, (reason) => {
    log.warn(`nothing is traced: ${reason}`);
  });
  if (destination === null) return null;
  const [{ BasicTracerProvider, BatchSpanProcessor }, { W3CTraceContextPropagator }, resources, reporting] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('./reporting-exporter.js'),
    ]);
  const { detectResources, envDetector, resourceFromAttributes } = resources;
  const own = resourceFromAttributes({ 'service.name': 'trustate' });
  const provider = new BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(reporting.reportingExporter(await exporterFor(destination), log))],
  });
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  traceFromNowOn();
  log.info({ exporter: destination }, 'operations are traced');
  return {
    async close() {
      // Not unref'd: otherwise a process with nothing else to wait for would end before the spans are sent.
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, flushMs);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

/** OpenTelemetry's environment variables: an empty one counts as absent. */
function destinationOf(environment: Environment, refuse: (reason: string) => void): Destination | null {
  const read = (name: string) => {
    const value = environment[name]?.trim();
    return value === '' ? undefined : value;
  };
  if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  const endpoint = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const exporter = read('OTEL_TRACES_EXPORTER') ?? (endpoint === undefined ? 'none' : 'otlp');
  if (exporter === 'none' || exporter === 'console') return exporter === 'none' ? null : exporter;
  if (exporter !== 'otlp') {
    refuse(`OTEL_TRACES_EXPORTER is ${JSON.stringify(exporter)}; known are otlp, console and none`);
    return null;
  }
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol === 'http/protobuf' || protocol === 'http/json') return protocol;
  refuse(`OTEL_EXPORTER_OTLP_PROTOCOL is ${JSON.stringify(protocol)}; known are http/protobuf and http/json`);
  return null;
}

async function exporterFor(destination: Destination): Promise<SpanExporter> {
  switch (destination) {
    case 'console':
      return new (await import('@opentelemetry/sdk-trace-base')).ConsoleSpanExporter();
    case 'http/json':
      return new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter();
    case 'http/protobuf':
      return new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter();
  }
}
