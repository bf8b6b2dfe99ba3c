import { asciiString, Tag } from './der-writer.js';
import { X509Error } from './error.js';

/** RFC 5280 4.1.2.5: the value for "no well-defined expiration", and the last time that can be encoded. */
export const endOfTime = new Date('9999-12-31T23:59:59Z');

const startOfUtcTime = Date.UTC(1950, 0, 1);
const endOfUtcTime = Date.UTC(2050, 0, 1);
const startOfTime = new Date(0).setUTCFullYear(0, 0, 1);

/** `YYYYMMDDHHMMSSZ`, without fractions of a second. */
function stamp(date: Date): string {
  const time = date.getTime();
  if (!(time >= startOfTime && time < endOfTime.getTime() + 1000))
    throw new X509Error('invalid_value', 'time', 'not between the years 0 and 9999');
  const iso = date.toISOString();
  const [day, clock] = [iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10), iso.slice(11, 13) + iso.slice(14, 16)];
  return `${day}${clock}${iso.slice(17, 19)}Z`;
}

/** RFC 5280 4.1.2.5: UTCTime through the year 2049, GeneralizedTime after (and before 1950, which UTCTime cannot express). */
export function encodeTime(date: Date): Buffer {
  const text = stamp(date);
  const time = date.getTime();
  return time >= startOfUtcTime && time < endOfUtcTime
    ? asciiString(Tag.utcTime, text.slice(2))
    : asciiString(Tag.generalizedTime, text);
}

/** OCSP (RFC 6960 4.2.2.1) and invalidity dates only have GeneralizedTime. */
export const encodeGeneralizedTime = (date: Date): Buffer => asciiString(Tag.generalizedTime, stamp(date));

const generalized = /^\d{14}Z$/;

/** `YYYYMMDDHHMMSSZ`; undefined for anything else, such as the 30th of February. */
export function parseGeneralizedTime(text: string): Date | undefined {
  if (!generalized.test(text)) return undefined;
  // All digits as one number, which is below 2^53, from its end.
  const digits = Number(text.slice(0, -1));
  const second = digits % 100;
  const minute = Math.floor(digits / 1e2) % 100;
  const hour = Math.floor(digits / 1e4) % 100;
  const day = Math.floor(digits / 1e6) % 100;
  const month = Math.floor(digits / 1e8) % 100;
  const year = Math.floor(digits / 1e10);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(Date.UTC(year < 100 ? 2000 : year, month - 1, day, hour, minute, second));
  // `Date.UTC` takes the years before 100 for those of the last century.
  if (year < 100) date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined;
}

/** `YYMMDDHHMMSSZ`: 50 to 99 belong to the last century (RFC 5280 4.1.2.5.1). */
export function parseUtcTime(text: string): Date | undefined {
  return parseGeneralizedTime(`${Number(text.slice(0, 2)) >= 50 ? '19' : '20'}${text}`);
}
