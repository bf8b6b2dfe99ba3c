import { endOfTime } from '../x509/index.js';
import type { Broken } from './rules.js';

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

type TimeOutcome =
  | { readonly time: Date; readonly broken?: never }
  | { readonly broken: Broken; readonly time?: never };

/**
 * A time of RFC 3339, in the form of the specification (`YYYY-MM-ddTHH:MM:SSZ`) or with an offset, which Vault accepts too. Fractions of a second are dropped.
 */
export function parseTime(field: string, text: string): TimeOutcome {
  const broken = (rule: Broken['rule'], message: string): TimeOutcome => ({
    broken: { field, value: text, rule, message },
  });
  const [, year, month, day, hour, minute, second, zone = 'Z'] = form.exec(text) ?? [];
  const wanted = `${field}: ${JSON.stringify(text)} is not a time of the form YYYY-MM-ddTHH:MM:SSZ`;
  if (year === undefined) return broken('time-form', wanted);
  const local = `${year}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}`;
  const asUtc = new Date(`${local}Z`);
  // Date changes 30 February into another day, or refuses it.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 19) !== local) return broken('time-form', wanted);
  const time = new Date(`${local}${zone.toUpperCase()}`);
  return isEncodable(time) ? { time } : { broken: beyondCalendar(field, text) };
}

/** A time that certificates cannot encode. */
export const beyondCalendar = (field: string, text: string): Broken => ({
  field,
  value: text,
  rule: 'not-after-limit',
  message: `${field}: latest supported value is ${formatTime(endOfTime)}`,
});

const firstTime = Date.parse('0001-01-01T00:00:00Z');

/** Whether certificates can encode it. */
export const isEncodable = (time: Date): boolean =>
  time.getTime() >= firstTime && time.getTime() <= endOfTime.getTime() + 999;

/** RFC 3339 in UTC, to the second. */
export const formatTime = (time: Date): string =>
  Number.isNaN(time.getTime()) ? 'a time beyond all calendars' : time.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** The same with the fraction of a second that the text of the time has, which is dropped otherwise. */
export function formatWithFraction(text: string, time: Date): string {
  const [, fraction = ''] = /\.(\d*[1-9])0*(?:z|[+-][\d:]+)$/i.exec(text) ?? [];
  return fraction === '' ? formatTime(time) : formatTime(time).replace('Z', `.${fraction}Z`);
}

export const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000);
