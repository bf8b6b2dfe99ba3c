import { randomUUID } from 'node:crypto';
import { destination, pino, stdTimeFunctions } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { readableLine } from './line.js';
import { currentWork } from '../work/work.js';
import { redactFields, redactText } from './redact.js';

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** Secrets of this process (root token, seal key), which are hidden wherever they occur. */
  readonly secrets?: readonly string[];
  /** Lines for people instead of JSON. Defaults to true if standard output is a terminal. */
  readonly readable?: boolean;
  /** Where lines are written. Defaults to standard output. */
  readonly to?: DestinationStream;
  /** Which process of the server it is, where there are several: a field of each entry. */
  readonly process?: number;
}

/** A structured log: each entry is one JSON line, or one readable line on a terminal. Secrets are removed. */
export function createLog({ level, secrets = [], ...options }: LogOptions): Log {
  const readable = options.readable ?? (options.to === undefined && process.stdout.isTTY);
  const show = shown(readable);
  return pino(
    {
      level,
      base: options.process === undefined ? null : { process: options.process },
      timestamp: stdTimeFunctions.isoTime,
      mixin: traceOf,
      formatters: { log: redactFields },
      hooks: {
        streamWrite: (json) => show(redactText(json, secrets)),
      },
    },
    options.to ?? standardOutput(),
  );
}

/** The log of a process whose lines are written by several: those of others are written as they come, or made readable. */
export function createSharedLog(options: LogOptions): {
  readonly log: Log;
  readonly writeLine: (line: string) => void;
} {
  const to = options.to ?? standardOutput();
  const readable = options.readable ?? (options.to === undefined && process.stdout.isTTY);
  const show = shown(readable);
  return { log: createLog({ ...options, to, readable }), writeLine: (line) => to.write(show(line)) };
}

function shown(readable: boolean): (json: string) => string {
  const colours = readable && process.env['NO_COLOR'] === undefined;
  return readable ? (json) => readableLine(json, colours) : (json) => json;
}

/** How many characters may wait if standard output is blocked; further lines are lost. */
const mostWaiting = 1_000_000;

/** A full disk under the log must not end the server: lines wait until there is space. */
function standardOutput(): DestinationStream {
  const output = destination({ fd: 1, sync: true, maxLength: mostWaiting });
  output.on('error', () => undefined);
  return output;
}

/** The trace and span of a log entry, with OpenTelemetry's names; empty if nothing is traced. */
function traceOf(): object {
  const span = currentWork()?.span;
  if (!span) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** The caller's `X-Request-Id` if it is safe in a log and a header, otherwise a new one. */
export function requestId(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
