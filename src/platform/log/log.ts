import { randomUUID } from 'node:crypto';
import { destination, pino, stdTimeFunctions } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { readableLine } from './line.js';
import { currentWork } from '../work/work.js';
import { redactFields, redactText } from './redact.js';

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** Secrets this process holds (root token, seal key): hidden wherever they turn up. */
  readonly secrets?: readonly string[];
  /** Lines for a person instead of JSON; a terminal on standard output by default. */
  readonly readable?: boolean;
  /** Where lines go; standard output by default. */
  readonly to?: DestinationStream;
}

/** A structured log: one JSON line an entry, or one readable line on a terminal; secrets do not pass. */
export function createLog({ level, secrets = [], ...options }: LogOptions): Log {
  const readable = options.readable ?? (options.to === undefined && process.stdout.isTTY);
  const colours = readable && process.env['NO_COLOR'] === undefined;
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      mixin: traceOf,
      formatters: { log: redactFields },
      hooks: {
        streamWrite(json) {
          const clean = redactText(json, secrets);
          return readable ? readableLine(clean, colours) : clean;
        },
      },
    },
    options.to ?? standardOutput(),
  );
}

/** Characters of lines that wait where standard output takes none; those beyond are lost. */
const mostWaiting = 1_000_000;

/** A log on a disk that is full must not end the server: lines wait, and come out when there is room. */
function standardOutput(): DestinationStream {
  const output = destination({ fd: 1, sync: true, maxLength: mostWaiting });
  output.on('error', () => undefined);
  return output;
}

/** Where what is logged belongs to, in OpenTelemetry's words; nothing where nothing is traced. */
function traceOf(): object {
  const span = currentWork()?.span;
  if (!span) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** The caller's `X-Request-Id` where it is harmless in a log and a header, else a new one. */
export function requestId(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
