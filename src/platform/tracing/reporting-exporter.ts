import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';

/** The same exporter, which logs failures only when they begin and when they end. */
export function reportingExporter(exporter: SpanExporter, log: Pick<Logger, 'info' | 'warn'>): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED;
        if (failed && !failing) {
          log.warn({ reason: result.error?.message }, 'traces cannot be sent; they are dropped until this works again');
        } else if (!failed && failing) log.info('traces are sent again');
        failing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
