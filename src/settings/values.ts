import { isIP } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { pathOfFileUrl } from '../platform/file-url.js';
import { isHostName } from '../platform/host-name.js';
import { readTokenUri } from '../platform/pkcs11/token-uri.js';
import { readCidr } from '../platform/networks.js';
import { ignoredParameter } from './postgresql-parameters.js';

export const size = (least: number, most: number) => unit(/^(\d{1,15})\s*(B|KiB|MiB|GiB)?$/i, sizes, least, most);
export const duration = (least: number, most: number) => unit(/^(\d{1,12})\s*(ms|s|m|h|d)$/i, durations, least, most);

const sizes: Readonly<Record<string, number>> = { '': 1, b: 1, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 };
const durations: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function unit(shape: RegExp, units: Readonly<Record<string, number>>, least: number, most: number) {
  return z.string().transform((text, context) => {
    const [, count, name = ''] = shape.exec(text.trim()) ?? [];
    const value = Number(count) * (units[name.toLowerCase()] ?? Number.NaN);
    if (value >= least && value <= most) return value;
    context.addIssue('out of range');
    return z.NEVER;
  });
}

/** Of a file or a folder. */
export const absolutePath = z
  .string()
  .min(1)
  .transform((given) => path.resolve(given));

export const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

/** Of this machine, without a port. */
export const host = z.string().refine((text) => (isIP(text) !== 0 && !text.includes('%')) || isHostName(text));

export const port = z.union([z.literal('off').transform(() => null), whole(0, 65_535)]);

export const GiB = 2 ** 30;
export const hour = 3_600_000;

export const slowOperation = z.union([z.enum(['off', '0']).transform(() => null), duration(1, hour)]);

export const limit = (least: number, most: number) =>
  z.union([z.literal('off').transform(() => null), whole(least, most)]);

export const budget = z.union([z.literal('off').transform(() => null), whole(10_000, 999_999_999)]);

const masterKey = /^(?:[A-Za-z0-9+/_-]{43}=?|wrapped(?:\.[A-Za-z0-9_-]{1,400}){3})$/;
export const masterKeys = z.string().refine((text) => text.split(',').every((each) => masterKey.test(each)));

export const tokenUri = z.string().transform((text, context) => {
  const uri = readTokenUri(text);
  if (uri) return uri;
  context.addIssue('no key in a token');
  return z.NEVER;
});

const libraryName = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,62}[A-Za-z0-9])?$/;

/** Files of libraries by names: only an operator says what is loaded. */
export const libraries = z.string().transform((text, context): ReadonlyMap<string, string> => {
  const named = new Map<string, string>();
  for (const entry of text.split(',').map((each) => each.trim())) {
    const [, name = '', file = ''] = /^([^=]*)=(.*)$/.exec(entry) ?? [];
    if (!libraryName.test(name) || !path.isAbsolute(file) || named.has(name)) {
      context.addIssue('no libraries');
      return z.NEVER;
    }
    named.set(name, file);
  }
  return named;
});

export const publicUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url && plain && /^https?:$/.test(url.protocol)) return url.origin;
  context.addIssue('not an origin');
  return z.NEVER;
});

/** As an absolute URL, in whichever form it was written. */
const fileUrl = z
  .string()
  .startsWith('file:')
  .transform((url, context) => {
    try {
      return pathToFileURL(path.resolve(pathOfFileUrl(url))).href;
    } catch {
      context.addIssue('names no path');
      return z.NEVER;
    }
  });

const postgresqlUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//)
  .refine((text) => URL.canParse(text));

export const databaseUrl = z.string().transform((given, context) => {
  const url = z.union([fileUrl, postgresqlUrl]).safeParse(given);
  const ignored = url.success && !url.data.startsWith('file:') ? ignoredParameter(new URL(url.data)) : null;
  if (url.success && ignored === null) return url.data;
  context.addIssue({ code: 'custom', message: 'not a database', params: { why: ignored } });
  return z.NEVER;
});

export const objectStore = z.union([
  z.string().regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^?#]*)?(\?[^#]*)?$/),
  fileUrl,
  z
    .string()
    .regex(/^(?![a-z][a-z0-9+.-]*:)./i)
    .transform((folder) => pathToFileURL(path.resolve(folder)).href),
]);

export const auditExport = z.string().transform((given, context) => {
  const [, kind, file] = /^(file|unix):(.+)$/s.exec(given) ?? [];
  if (file !== undefined)
    return { kind: kind === 'unix' ? ('unix' as const) : ('file' as const), path: path.resolve(file) };
  const url = /^tcp:\/\/[^/@?#]+$/.test(given) && URL.canParse(given) ? new URL(given) : null;
  if (url && url.port !== '') {
    return { kind: 'tcp' as const, host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port) };
  }
  context.addIssue('not a place for records');
  return z.NEVER;
});

export const networks = z.string().transform((text, context) => {
  const given = text.split(',').map((one) => one.trim());
  if (given.every((one) => readCidr(one))) return given;
  context.addIssue('not networks');
  return z.NEVER;
});

/** In lower case, as Node has the headers of a request. */
export const headerName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
  .transform((name) => name.toLowerCase());

export const days = z
  .string()
  .regex(/^(?:off|[1-9]\d{0,3}(?:,[1-9]\d{0,3}){0,9})$/)
  .transform((text) => (text === 'off' ? [] : [...new Set(text.split(',').map(Number))].sort((a, b) => b - a)));

export const origins = z.string().transform((text, context) => {
  const given = text.split(',').map((one) => publicUrl.safeParse(one.trim()).data);
  const found = given.filter((one) => one !== undefined);
  if (found.length === given.length) return found;
  context.addIssue('not origins');
  return z.NEVER;
});
