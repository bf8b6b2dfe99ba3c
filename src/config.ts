import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { pathOfFileUrl } from './platform/file-url.js';
import { readCidr } from './platform/networks.js';

/** What an operator is told about one setting; parsing, `--help` and docs/operating.md all come from it. */
export interface SettingDoc {
  readonly variable: `TRUSTATE_${string}`;
  /** As an operator reads it; where it is also a valid value, it is what an absent variable means. */
  readonly default: string;
  readonly allowed: string;
  readonly about: string;
  /** Its value never appears in a message. */
  readonly secret?: true;
}

const docs = z.registry<SettingDoc>();

/** A setting whose default is a value of its own kind, so that the documented default and the real one cannot differ. */
function setting<T>(schema: z.ZodType<T, string>, doc: SettingDoc) {
  return schema.prefault(doc.default).register(docs, doc);
}

/** A setting that may stay unset; `default` says in words what happens then. */
function optional<T>(schema: z.ZodType<T, string>, doc: SettingDoc) {
  return schema.optional().register(docs, doc);
}

const size = (least: number, most: number) => unit(/^(\d{1,15})\s*(B|KiB|MiB|GiB)?$/i, sizes, least, most);
const duration = (least: number, most: number) => unit(/^(\d{1,12})\s*(ms|s|m|h|d)$/i, durations, least, most);

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

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

const port = z.union([z.literal('off').transform(() => null), whole(0, 65_535)]);

const GiB = 2 ** 30;
const hour = 3_600_000;

const slowOperation = z.union([z.enum(['off', '0']).transform(() => null), duration(1, hour)]);

const limit = (least: number, most: number) => z.union([z.literal('off').transform(() => null), whole(least, most)]);

const budget = z.union([z.literal('off').transform(() => null), whole(10_000, 999_999_999)]);

const publicUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url && plain && /^https?:$/.test(url.protocol)) return url.origin;
  context.addIssue('not an origin');
  return z.NEVER;
});

/** As an absolute URL, whichever way it was written. */
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

const databaseUrl = z.union([
  fileUrl,
  z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .refine((text) => URL.canParse(text)),
]);

const objectStore = z.union([
  z.string().regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^?#]*)?(\?[^#]*)?$/),
  fileUrl,
  z
    .string()
    .regex(/^(?![a-z][a-z0-9+.-]*:)./i)
    .transform((folder) => pathToFileURL(path.resolve(folder)).href),
]);

const auditExport = z.string().transform((given, context) => {
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

const networks = z.string().transform((text, context) => {
  const given = text.split(',').map((one) => one.trim());
  if (given.every((one) => readCidr(one))) return given;
  context.addIssue('not networks');
  return z.NEVER;
});

const days = z
  .string()
  .regex(/^(?:off|[1-9]\d{0,3}(?:,[1-9]\d{0,3}){0,9})$/)
  .transform((text) => (text === 'off' ? [] : [...new Set(text.split(',').map(Number))].sort((a, b) => b - a)));

const origins = z.string().transform((text, context) => {
  const given = text.split(',').map((one) => publicUrl.safeParse(one.trim()).data);
  const found = given.filter((one) => one !== undefined);
  if (found.length === given.length) return found;
  context.addIssue('not origins');
  return z.NEVER;
});

const schema = z.object({
  dataDir: setting(
    z
      .string()
      .min(1)
      .transform((folder) => path.resolve(folder)),
    {
      variable: 'TRUSTATE_DATA_DIR',
      default: './data',
      allowed: 'a folder that the server may write to; it is made when missing',
      about: 'Everything the server keeps, unless the database or the object store is elsewhere.',
    },
  ),
  host: setting(z.string().regex(/^[a-z0-9.:-]{1,253}$/i), {
    variable: 'TRUSTATE_HOST',
    default: 'localhost',
    allowed: 'a host name or an IP address of this machine; 0.0.0.0 or :: for all of them',
    about: 'Where the server listens. The default answers callers on this machine only.',
  }),
  httpPort: setting(port, {
    variable: 'TRUSTATE_HTTP_PORT',
    default: '8080',
    allowed: 'a port from 0 (any free one) to 65535, or off',
    about: 'Port for plain HTTP.',
  }),
  httpsPort: setting(port, {
    variable: 'TRUSTATE_HTTPS_PORT',
    default: '8443',
    allowed: 'a port from 0 (any free one) to 65535, or off',
    about: 'Port for HTTPS.',
  }),
  publicUrl: optional(publicUrl, {
    variable: 'TRUSTATE_PUBLIC_URL',
    default: 'scheme and host of each request',
    allowed: 'http:// or https://, a host and perhaps a port, and no path',
    about: 'What absolute URLs in answers start with: set it when the server stands behind a proxy.',
  }),
  trustedProxies: optional(networks, {
    variable: 'TRUSTATE_TRUSTED_PROXIES',
    default: 'none',
    allowed: 'addresses and networks such as 10.0.0.0/8, several with commas',
    about: 'Proxies whose X-Forwarded-For, -Proto and -Host are believed; what others send of these is ignored.',
  }),
  databaseUrl: optional(databaseUrl, {
    variable: 'TRUSTATE_DATABASE_URL',
    default: 'file:<data folder>/trustate.db',
    allowed: 'file:PATH for SQLite (%25, %3F, %23 for %, ? and #), or postgresql://USER:PASSWORD@HOST:PORT/DATABASE',
    about: 'The database. PostgreSQL is for more than one server.',
    secret: true,
  }),
  databaseTimeout: setting(duration(1_000, hour), {
    variable: 'TRUSTATE_DATABASE_TIMEOUT',
    default: '60s',
    allowed: 'a number with s or m, from 1s to 60m',
    about:
      'How long PostgreSQL may be silent while it is waited for. A connection is given up then, with its statement.',
  }),
  objectStore: optional(objectStore, {
    variable: 'TRUSTATE_OBJECT_STORE',
    default: '<data folder>/objects',
    allowed:
      'a folder, file:FOLDER (%25, %3F, %23 for %, ? and #), or s3://BUCKET/PREFIX?endpoint=URL&region=NAME&pathStyle=true',
    about: 'Where state content is kept, sealed. S3 takes its credentials and region from the usual AWS_* variables.',
  }),
  sealKey: optional(z.string().regex(/^[A-Za-z0-9+/_-]{43}=?(,[A-Za-z0-9+/_-]{43}=?)*$/), {
    variable: 'TRUSTATE_SEAL_KEY',
    default: 'read from the seal key file',
    allowed: '32 bytes in base64, earlier keys after it with commas; not together with TRUSTATE_SEAL_KEY_FILE',
    about: 'Master key that private keys and state content are sealed with.',
    secret: true,
  }),
  sealKeyFile: optional(
    z
      .string()
      .min(1)
      .transform((file) => path.resolve(file)),
    {
      variable: 'TRUSTATE_SEAL_KEY_FILE',
      default: '<data folder>/seal.key',
      allowed: 'a file with one such key a line, the current one first; the default one is made on first start',
      about: 'File with the master key, for a key that is kept apart from the data folder.',
    },
  ),
  rootToken: optional(z.string().regex(/^[\x21-\x7e]{16,256}$/), {
    variable: 'TRUSTATE_ROOT_TOKEN',
    default: 'made on first start and kept in <data folder>/root-token',
    allowed: '16 to 256 visible ASCII characters, without spaces',
    about:
      'Token of the user root, site administrator and owner of the organization default. Another one takes its place: the one before is revoked.',
    secret: true,
  }),
  deployment: setting(z.enum(['enterprise', 'hosted']), {
    variable: 'TRUSTATE_DEPLOYMENT',
    default: 'enterprise',
    allowed: 'enterprise or hosted',
    about: 'Which rules apply: enterprise has the backing-data actions, hosted has intermediate snapshots.',
  }),
  workers: optional(whole(1, 256), {
    variable: 'TRUSTATE_WORKERS',
    default: 'one less than the cores of the machine, at least 1',
    allowed: 'a number from 1 to 256',
    about: 'Threads for heavy work: reading state content, making keys.',
  }),
  logLevel: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), {
    variable: 'TRUSTATE_LOG_LEVEL',
    default: 'info',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
    about: 'Least severe level that is logged.',
  }),
  maxStateSize: setting(size(1, 64 * GiB), {
    variable: 'TRUSTATE_MAX_STATE_SIZE',
    default: '1GiB',
    allowed: 'bytes, or a number with KiB, MiB or GiB, up to 64GiB',
    about: 'Largest content of one state version.',
  }),
  storageQuota: setting(z.union([z.literal('off').transform(() => null), size(0, 2 ** 50)]), {
    variable: 'TRUSTATE_STORAGE_QUOTA',
    default: 'off',
    allowed: 'bytes, or a number with KiB, MiB or GiB, up to 1048576GiB, or off',
    about: 'Most bytes of state content that one organization may store, where it has no quota of its own.',
  }),
  maxBodySize: setting(size(1_024, GiB), {
    variable: 'TRUSTATE_MAX_BODY_SIZE',
    default: '16MiB',
    allowed: 'bytes, or a number with KiB, MiB or GiB, from 1KiB to 1GiB',
    about:
      'Largest request document, GraphQL or REST; 64KiB for callers without a valid token. Content above it has to be uploaded.',
  }),
  requestTimeout: setting(duration(1_000, 24 * hour), {
    variable: 'TRUSTATE_REQUEST_TIMEOUT',
    default: '5m',
    allowed: 'a number with s, m or h, from 1s to 24h',
    about: 'How long a caller may take to send one request.',
  }),
  keepAlive: setting(duration(1_000, hour), {
    variable: 'TRUSTATE_KEEP_ALIVE',
    default: '90s',
    allowed: 'a number with s or m, from 1s to 60m',
    about: 'How long a connection may be idle. Longer than the proxy in front keeps its own, or it meets closed ones.',
  }),
  connections: setting(whole(1, 1_000_000), {
    variable: 'TRUSTATE_CONNECTIONS',
    default: '10000',
    allowed: 'a number from 1 to 1000000',
    about: 'How many connections may be open at once.',
  }),
  connectionsPerAddress: setting(whole(1, 1_000_000), {
    variable: 'TRUSTATE_CONNECTIONS_PER_ADDRESS',
    default: '1000',
    allowed: 'a number from 1 to 1000000',
    about: 'How many of them one address may have open (IPv6: one /64). Trusted proxies may have all.',
  }),
  requestsAtOnce: setting(limit(1, 1_000_000), {
    variable: 'TRUSTATE_REQUESTS_AT_ONCE',
    default: '100',
    allowed: 'a number from 1 to 1000000, or off',
    about:
      'How many requests are worked on at once. What is more gets 503 with Retry-After, but never health, CRLs and OCSP.',
  }),
  failedSignIns: setting(limit(1, 1_000_000), {
    variable: 'TRUSTATE_FAILED_SIGN_INS',
    default: '100',
    allowed: 'a number from 1 to 1000000, or off',
    about: 'Requests with invalid tokens in a minute, from one address or guessing at one token, before more get 429.',
  }),
  tokenRate: setting(limit(1, 1_000_000), {
    variable: 'TRUSTATE_RATE_PER_TOKEN',
    default: 'off',
    allowed: 'a number from 1 to 1000000, or off',
    about: 'Requests a second with one token before more get 429.',
  }),
  addressRate: setting(limit(1, 1_000_000), {
    variable: 'TRUSTATE_RATE_PER_ADDRESS',
    default: 'off',
    allowed: 'a number from 1 to 1000000, or off',
    about: 'Requests a second from one address (IPv6: one /64) before more get 429.',
  }),
  hsts: setting(z.union([z.literal('off').transform(() => null), duration(0, 800 * 24 * hour)]), {
    variable: 'TRUSTATE_HSTS',
    default: 'off',
    allowed: 'a number with s, m, h or d, up to 800d, or off',
    about:
      'For how long browsers come back over HTTPS alone (Strict-Transport-Security). It holds for every port of the host.',
  }),
  operationTimeout: setting(duration(100, hour), {
    variable: 'TRUSTATE_OPERATION_TIMEOUT',
    default: '30s',
    allowed: 'a number with ms, s or m, from 100ms to 60m',
    about: 'How long one operation may run. Uploads and downloads are not operations.',
  }),
  metrics: setting(z.enum(['administrators', 'open', 'off']), {
    variable: 'TRUSTATE_METRICS',
    default: 'administrators',
    allowed: 'administrators, open or off',
    about:
      'Who may read /metrics: whoever has the metrics token or a token of a site administrator, everybody, or nobody.',
  }),
  metricsToken: optional(z.string().regex(/^[\x21-\x7e]{16,256}$/), {
    variable: 'TRUSTATE_METRICS_TOKEN',
    default: 'site administrators alone read /metrics',
    allowed: '16 to 256 visible ASCII characters, without spaces',
    about: 'Token that opens /metrics and nothing else, for Prometheus.',
    secret: true,
  }),
  slowOperation: setting(slowOperation, {
    variable: 'TRUSTATE_SLOW_OPERATION',
    default: '1s',
    allowed: 'a number with ms, s or m, from 1ms to 60m, or off',
    about: 'From which duration on an operation is logged as slow, with its name and hash, never its variables.',
  }),
  costBudget: setting(budget, {
    variable: 'TRUSTATE_COST_BUDGET',
    default: '2000000',
    allowed: 'a number from 10000 to 999999999, or off',
    about: 'Objects that one caller may ask for through /graphql in a minute. extensions.cost says what is left.',
  }),
  introspection: setting(z.enum(['authenticated', 'nobody']), {
    variable: 'TRUSTATE_INTROSPECTION',
    default: 'authenticated',
    allowed: 'authenticated or nobody',
    about: 'Who may read the GraphQL schema itself: callers with a valid token, or nobody.',
  }),
  trustedDocuments: optional(
    z
      .string()
      .min(1)
      .transform((file) => path.resolve(file)),
    {
      variable: 'TRUSTATE_TRUSTED_DOCUMENTS',
      default: 'any document may be sent',
      allowed: 'a manifest as codegen writes it: {"<sha-256>": "<document>"}',
      about: 'File with the only GraphQL documents that may run.',
    },
  ),
  stopTimeout: setting(duration(0, hour), {
    variable: 'TRUSTATE_STOP_TIMEOUT',
    default: '30s',
    allowed: 'a number with s or m, from 0s to 60m',
    about: 'How long a stopping server waits for requests in flight.',
  }),
  urlLifetime: setting(duration(60_000, 168 * hour), {
    variable: 'TRUSTATE_URL_LIFETIME',
    default: '25h',
    allowed: 'a number with m, h or d, from 1m to 7d',
    about: 'How long a signed upload or download URL is good for.',
  }),
  eventRetention: setting(duration(60_000, 8_760 * hour), {
    variable: 'TRUSTATE_EVENT_RETENTION',
    default: '24h',
    allowed: 'a number with m, h or d, from 1m to 365d',
    about: 'How long events are kept for subscribers that come back.',
  }),
  eventsKept: setting(whole(100, 100_000_000), {
    variable: 'TRUSTATE_EVENTS_KEPT',
    default: '100000',
    allowed: 'a number from 100 to 100000000',
    about: 'How many events are kept at most; the oldest go first.',
  }),
  auditExport: optional(auditExport, {
    variable: 'TRUSTATE_AUDIT_EXPORT',
    default: 'records are in the database alone',
    allowed: 'file:PATH, unix:PATH of a socket, or tcp://HOST:PORT',
    about: 'Where audit records are written beside the database, as lines of JSON.',
  }),
  auditRetention: setting(z.union([z.literal('off').transform(() => null), duration(24 * hour, 36_500 * 24 * hour)]), {
    variable: 'TRUSTATE_AUDIT_RETENTION',
    default: 'off',
    allowed: 'a number with h or d, from 1d to 36500d, or off',
    about: 'How long audit records are kept; off keeps all of them.',
  }),
  subscriptions: setting(whole(0, 1_000_000), {
    variable: 'TRUSTATE_SUBSCRIPTIONS',
    default: '5000',
    allowed: 'a number from 0 to 1000000',
    about: 'How many subscriptions may be open at once; 0 closes them.',
  }),
  subscriptionsPerCaller: setting(whole(0, 1_000_000), {
    variable: 'TRUSTATE_SUBSCRIPTIONS_PER_CALLER',
    default: '100',
    allowed: 'a number from 0 to 1000000',
    about: 'How many of them one account may have open at once.',
  }),
  allowedOrigins: optional(origins, {
    variable: 'TRUSTATE_ALLOWED_ORIGINS',
    default: 'those of the server itself',
    allowed: 'http:// or https://, a host and perhaps a port, and no path; several with commas',
    about: 'Other origins whose pages may call this server from a browser.',
  }),
  expiryWarnings: setting(days, {
    variable: 'TRUSTATE_EXPIRY_WARNINGS',
    default: '30,7,1',
    allowed: 'numbers of days from 1 to 9999 with commas, at most ten, or off',
    about: 'How long before their end certificates are announced as about to expire.',
  }),
  trashDays: setting(whole(0, 3_650), {
    variable: 'TRUSTATE_TRASH_DAYS',
    default: '7',
    allowed: 'a number of days from 0 to 3650',
    about: 'Days of work for which an object stays in the store that no row names any more, beyond the first.',
  }),
  softDeleteDays: setting(whole(0, 36_500), {
    variable: 'TRUSTATE_SOFT_DELETE_DAYS',
    default: '7',
    allowed: 'a number of days from 0 to 36500',
    about: 'Days until soft-deleted backing data goes for good, where the request does not say.',
  }),
});

type Given = z.output<typeof schema>;
type Derived = 'databaseUrl' | 'objectStore' | 'workers';

/**
 * Every setting, parsed: sizes in bytes, durations in milliseconds, paths absolute, the object store a `file:` or `s3:`
 * URL, a port of `null` for off. `undefined` is what the default says in words.
 */
export type Config = Readonly<Omit<Given, Derived> & { [K in Derived]-?: Exclude<Given[K], undefined> }>;

/** Settings that cannot be used; one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

const rows = Object.entries(schema.shape).flatMap(([key, field]) => {
  const doc = docs.get(field);
  return doc ? [{ key, doc }] : [];
});

/** The settings in the order in which they are documented. */
export const settings: readonly SettingDoc[] = rows.map(({ doc }) => doc);

/**
 * Reads every `TRUSTATE_*` variable; an empty one counts as absent.
 * @throws ConfigError with a line for each variable that is unknown or wrong
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = new Map(Object.entries(environment).filter(([name, value]) => name.startsWith('TRUSTATE_') && value));
  const wrong = [...given.keys()].filter((name) => !settings.some(({ variable }) => variable === name)).map(unknown);

  const parsed = schema.safeParse(Object.fromEntries(rows.map(({ key, doc }) => [key, given.get(doc.variable)])));
  const broken = new Set(parsed.error?.issues.map((issue) => issue.path[0]));
  for (const { key, doc } of rows) {
    if (broken.has(key)) wrong.push(refusal(doc, given.get(doc.variable) ?? ''));
  }
  if (given.has('TRUSTATE_SEAL_KEY') && given.has('TRUSTATE_SEAL_KEY_FILE')) {
    wrong.push('TRUSTATE_SEAL_KEY and TRUSTATE_SEAL_KEY_FILE are both set; allowed: one of them.');
  }
  if (given.get('TRUSTATE_HTTP_PORT') === 'off' && given.get('TRUSTATE_HTTPS_PORT') === 'off') {
    wrong.push('TRUSTATE_HTTP_PORT and TRUSTATE_HTTPS_PORT are both off; allowed: at most one of them.');
  }
  if (!parsed.success || wrong.length > 0) throw new ConfigError(wrong);

  const { dataDir, ...rest } = parsed.data;
  return Object.freeze({
    ...rest,
    dataDir,
    databaseUrl: rest.databaseUrl ?? pathToFileURL(path.join(dataDir, 'trustate.db')).href,
    objectStore: rest.objectStore ?? pathToFileURL(path.join(dataDir, 'objects')).href,
    workers: rest.workers ?? Math.max(1, availableParallelism() - 1),
  });
}

function refusal(doc: SettingDoc, value: string): string {
  const is = doc.secret ? 'has a value that cannot be used (not shown)' : `is ${JSON.stringify(value)}`;
  return `${doc.variable} ${is}; allowed: ${doc.allowed}.`;
}

function unknown(name: string): string {
  const near = settings.map(({ variable }) => ({ variable, steps: editDistance(name, variable) }));
  const nearest = near.reduce((best, other) => (other.steps < best.steps ? other : best));
  const hint = nearest.steps <= 3 ? ` Did you mean ${nearest.variable}?` : '';
  return `${name} is not a setting.${hint} "trustate serve --help" lists them.`;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, left] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, right] of Array.from(b).entries()) {
      const swap = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The settings as `--help` prints them. */
export function settingsHelp(): string {
  const lines = settings.flatMap(({ variable, default: value, allowed, about }) => [
    `  ${variable}`,
    `      ${about}`,
    `      ${allowed} (default: ${value})`,
  ]);
  return ['Settings, from the environment, all optional:', ...lines].join('\n');
}
