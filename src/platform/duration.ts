/** Seconds of each unit. The subseconds are Go's; the day is Vault's. */
const units: Readonly<Record<string, number>> = {
  d: 86_400,
  h: 3600,
  m: 60,
  s: 1,
  ms: 1e-3,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ns: 1e-9,
};

const term = /(\d+(?:\.\d*)?|\.\d+)(d|h|ms|m|s|us|µs|μs|ns)/y;

/** No duration is written with more characters. */
const longest = 100;

/**
 * Seconds from a number, or from text: digits, Go style (`1h30m`), or with days (`30d`). Fractions of a second are dropped. Undefined for anything else.
 * Negative values are returned, so that the rule of the field can refuse them.
 */
export function parseDuration(value: unknown): number | undefined {
  const seconds = secondsIn(value);
  return seconds === undefined ? undefined : whole(seconds);
}

/** The same in milliseconds, with their fractions dropped: for pauses that are shorter than a second. */
export function parseMilliseconds(value: unknown): number | undefined {
  const seconds = secondsIn(value);
  return seconds === undefined ? undefined : whole(seconds * 1000);
}

function secondsIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > longest) return undefined;
  const text = value.trim();
  if (text === '') return 0;
  const unsigned = text.replace(/^[+-]/, '');
  const seconds = /^\d+$/.test(unsigned) ? Number(unsigned) : sumOfTerms(unsigned);
  return seconds === undefined || !text.startsWith('-') ? seconds : -seconds;
}

function sumOfTerms(text: string): number | undefined {
  let seconds = 0;
  let at = 0;
  while (at < text.length) {
    term.lastIndex = at;
    const [matched = '', amount = '', unit = ''] = term.exec(text) ?? [];
    if (matched === '') return undefined;
    seconds += Number(amount) * (units[unit] ?? NaN);
    at += matched.length;
  }
  return text === '' ? undefined : seconds;
}

function whole(seconds: number): number | undefined {
  // A sum of decimal fractions may be slightly below the whole second that was written.
  const dropped = Math.trunc(seconds + Math.sign(seconds) * 1e-9) + 0;
  return Number.isSafeInteger(dropped) ? dropped : undefined;
}

/** In the form in which Go prints durations, and so do Vault's warnings: `1h30m0s`. */
export function formatDuration(seconds: number): string {
  const size = Math.abs(seconds);
  const [hours, minutes, rest] = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
  const text = hours > 0 ? `${hours}h${minutes}m${rest}s` : minutes > 0 ? `${minutes}m${rest}s` : `${rest}s`;
  return seconds < 0 ? `-${text}` : text;
}

/** The same of milliseconds: `10ms`, `1.5s`, `1m0s`. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds % 1000 === 0) return formatDuration(milliseconds / 1000);
  if (milliseconds < 1000) return `${milliseconds}ms`;
  const minutes = Math.floor(milliseconds / 60_000);
  const rest = `${(milliseconds % 60_000) / 1000}s`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}
