import path from 'node:path';
import { z } from 'zod';
import { optional, setting } from './setting.js';
import {
  auditExport,
  budget,
  databaseUrl,
  days,
  duration,
  GiB,
  hour,
  libraries,
  limit,
  headerName,
  masterKeys,
  networks,
  objectStore,
  origins,
  port,
  publicUrl,
  size,
  slowOperation,
  tokenUri,
  whole,
} from './values.js';

/** Every setting: its shape, its default, and its description for the operator. */
export const schema = z.object({
  dataDir: setting(
    z
      .string()
      .min(1)
      .transform((folder) => path.resolve(folder)),
    {
      variable: 'TRUSTATE_DATA_DIR',
      default: './data',
      allowed: 'a folder that the server may write to; it is created if missing',
      about: 'Where the server keeps everything, unless the database or the object store is elsewhere.',
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
    allowed: 'http:// or https://, a host, optionally a port, and no path',
    about: 'What absolute URLs in responses start with. Set it when the server is behind a proxy.',
  }),
  trustedProxies: optional(networks, {
    variable: 'TRUSTATE_TRUSTED_PROXIES',
    default: 'none',
    allowed: 'addresses and networks such as 10.0.0.0/8, separated by commas',
    about: 'Proxies whose X-Forwarded-For, -Proto and -Host are trusted. From everyone else these headers are ignored.',
  }),
  clientCertificateHeader: optional(headerName, {
    variable: 'TRUSTATE_CLIENT_CERTIFICATE_HEADER',
    default: 'none',
    allowed: 'the name of a header, such as Client-Cert',
    about:
      'The header in which trusted proxies say which certificate a client has proved itself by. From everyone else it is ignored.',
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
      'How long PostgreSQL may stay silent during a statement. After that, the statement is cancelled and the connection closed.',
  }),
  objectStore: optional(objectStore, {
    variable: 'TRUSTATE_OBJECT_STORE',
    default: '<data folder>/objects',
    allowed:
      'a folder, file:FOLDER (%25, %3F, %23 for %, ? and #), or s3://BUCKET/PREFIX?endpoint=URL&region=NAME&pathStyle=true',
    about: 'Where state content is kept, sealed. S3 takes its credentials and region from the usual AWS_* variables.',
  }),
  sealKey: optional(masterKeys, {
    variable: 'TRUSTATE_SEAL_KEY',
    default: 'read from the seal key file',
    allowed:
      '32 bytes in base64, or what `trustate seal wrap` prints, then earlier keys separated by commas; not together with TRUSTATE_SEAL_KEY_FILE',
    about: 'Master key that seals private keys and state content.',
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
      allowed: 'a file with one such key per line, the current one first; the default file is created on first start',
      about: 'File with the master key, to keep it apart from the data folder.',
    },
  ),
  sealToken: optional(tokenUri, {
    variable: 'TRUSTATE_SEAL_TOKEN',
    default: 'none: master keys are as they are written',
    allowed: 'pkcs11:token=LABEL;object=KEY?module-name=LIBRARY&pin-source=file:/PATH (RFC 7512), or pin-value',
    about: 'Secret key in a PKCS#11 token that wraps the master key (docs/managed-keys.md).',
    secret: true,
  }),
  pkcs11Libraries: optional(libraries, {
    variable: 'TRUSTATE_PKCS11_LIBRARIES',
    default: 'none',
    allowed: 'NAME=FILE, separated by commas: names have letters, digits, dots and dashes, files are absolute paths',
    about:
      'Libraries of PKCS#11 tokens by the names that managed keys use (docs/managed-keys.md). No other file is loaded.',
  }),
  pkcs11Package: optional(
    z
      .string()
      .min(1)
      .transform((folder) => path.resolve(folder)),
    {
      variable: 'TRUSTATE_PKCS11_PACKAGE',
      default: '<data folder>/pkcs11',
      allowed: 'a folder',
      about: 'Where `npm install --prefix FOLDER pkcs11js` has installed the package that speaks PKCS#11.',
    },
  ),
  pkcs11Timeout: setting(duration(1_000, 120_000), {
    variable: 'TRUSTATE_PKCS11_TIMEOUT',
    default: '10s',
    allowed: 'a number with s or m, from 1s to 2m',
    about:
      'How long a token may take for a signature. After that, the process that waits for it is ended and started again.',
  }),
  rootToken: optional(z.string().regex(/^[\x21-\x7e]{16,256}$/), {
    variable: 'TRUSTATE_ROOT_TOKEN',
    default: 'created on first start and kept in <data folder>/root-token',
    allowed: '16 to 256 visible ASCII characters, without spaces',
    about:
      'Token of the user root, a site administrator and owner of the organization default. A new value revokes the previous token.',
    secret: true,
  }),
  deployment: setting(z.enum(['enterprise', 'hosted']), {
    variable: 'TRUSTATE_DEPLOYMENT',
    default: 'enterprise',
    allowed: 'enterprise or hosted',
    about: 'Which rules apply: enterprise has the backing-data actions, hosted has intermediate snapshots.',
  }),
  processes: setting(whole(1, 64), {
    variable: 'TRUSTATE_PROCESSES',
    default: '1',
    allowed: 'a number from 1 to 64',
    about: 'Processes that serve. They share ports, data, work and limits; each further one takes memory.',
  }),
  workers: optional(whole(1, 256), {
    variable: 'TRUSTATE_WORKERS',
    default: 'one less than the cores of the machine, at least 1',
    allowed: 'a number from 1 to 256',
    about:
      'Threads for heavy work, such as reading state content and generating keys. The processes share them out; each has at least one.',
  }),
  logLevel: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), {
    variable: 'TRUSTATE_LOG_LEVEL',
    default: 'info',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
    about: 'Least severe level that is logged.',
  }),
  smallContent: setting(z.union([z.literal('off').transform(() => 0), size(1, 2 ** 20)]), {
    variable: 'TRUSTATE_SMALL_CONTENT',
    default: '64KiB',
    allowed: 'bytes, or a number with KiB or MiB, up to 1MiB, or off',
    about:
      'State content that takes at most so many bytes, compressed and sealed, is kept in the database; larger content in the object store.',
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
    about: 'Largest number of bytes of state content that one organization may store, unless it has its own quota.',
  }),
  defaultPlan: setting(z.enum(['free', 'standard', 'enterprise']), {
    variable: 'TRUSTATE_DEFAULT_PLAN',
    default: 'enterprise',
    allowed: 'free, standard or enterprise',
    about:
      'Plan of new organizations: free keeps the 100 newest states and those of 6 months, free and standard show how many resources are billable.',
  }),
  maxBodySize: setting(size(1_024, GiB), {
    variable: 'TRUSTATE_MAX_BODY_SIZE',
    default: '16MiB',
    allowed: 'bytes, or a number with KiB, MiB or GiB, from 1KiB to 1GiB',
    about:
      'Largest request document, GraphQL or REST; 64KiB for callers without a valid token. Larger content must be uploaded.',
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
    about:
      'How long a connection may be idle. Set it longer than the proxy in front does, so that the proxy never reuses a closed one.',
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
    about: 'How many connections one address may have open (IPv6: one /64). Trusted proxies may use them all.',
  }),
  requestsAtOnce: setting(limit(1, 1_000_000), {
    variable: 'TRUSTATE_REQUESTS_AT_ONCE',
    default: '100',
    allowed: 'a number from 1 to 1000000, or off',
    about:
      'How many requests are processed at once. Further requests get 503 with Retry-After. Health, CRLs and OCSP are never refused.',
  }),
  failedSignIns: setting(limit(1, 1_000_000), {
    variable: 'TRUSTATE_FAILED_SIGN_INS',
    default: '100',
    allowed: 'a number from 1 to 1000000, or off',
    about:
      'Requests with invalid tokens per minute, from one address or for one token id, before further ones get 429.',
  }),
  tokenRate: setting(limit(1, 1_000_000), {
    variable: 'TRUSTATE_RATE_PER_TOKEN',
    default: 'off',
    allowed: 'a number from 1 to 1000000, or off',
    about: 'Requests per second with one token before further ones get 429.',
  }),
  addressRate: setting(limit(1, 1_000_000), {
    variable: 'TRUSTATE_RATE_PER_ADDRESS',
    default: 'off',
    allowed: 'a number from 1 to 1000000, or off',
    about: 'Requests per second from one address (IPv6: one /64) before further ones get 429.',
  }),
  hsts: setting(z.union([z.literal('off').transform(() => null), duration(0, 800 * 24 * hour)]), {
    variable: 'TRUSTATE_HSTS',
    default: 'off',
    allowed: 'a number with s, m, h or d, up to 800d, or off',
    about: 'How long browsers use HTTPS only (Strict-Transport-Security). It applies to every port of the host.',
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
    about: 'Who may read /metrics: holders of the metrics token and site administrators, everybody, or nobody.',
  }),
  metricsToken: optional(z.string().regex(/^[\x21-\x7e]{16,256}$/), {
    variable: 'TRUSTATE_METRICS_TOKEN',
    default: 'only site administrators read /metrics',
    allowed: '16 to 256 visible ASCII characters, without spaces',
    about: 'Token that opens /metrics and nothing else, for Prometheus.',
    secret: true,
  }),
  slowOperation: setting(slowOperation, {
    variable: 'TRUSTATE_SLOW_OPERATION',
    default: '1s',
    allowed: 'a number with ms, s or m, from 1ms to 60m, or off',
    about: 'An operation that takes this long is logged as slow, with its name and hash, never its variables.',
  }),
  costBudget: setting(budget, {
    variable: 'TRUSTATE_COST_BUDGET',
    default: '2000000',
    allowed: 'a number from 10000 to 999999999, or off',
    about: 'Objects that one caller may request through /graphql per minute. extensions.cost says what is left.',
  }),
  introspection: setting(z.enum(['authenticated', 'nobody']), {
    variable: 'TRUSTATE_INTROSPECTION',
    default: 'authenticated',
    allowed: 'authenticated or nobody',
    about: 'Who may read the GraphQL schema itself: callers with a valid token, or nobody.',
  }),
  federation: setting(z.enum(['on', 'off']), {
    variable: 'TRUSTATE_FEDERATION',
    default: 'off',
    allowed: 'on or off',
    about: 'Whether /graphql is a subgraph for routers of Apollo Federation, with _service and _entities.',
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
    about:
      'How long a signed upload or download URL is valid, from when it was made. What is read later shows a new one.',
  }),
  eventRetention: setting(duration(60_000, 8_760 * hour), {
    variable: 'TRUSTATE_EVENT_RETENTION',
    default: '24h',
    allowed: 'a number with m, h or d, from 1m to 365d',
    about: 'How long events are kept for subscribers that reconnect.',
  }),
  eventsKept: setting(whole(100, 100_000_000), {
    variable: 'TRUSTATE_EVENTS_KEPT',
    default: '100000',
    allowed: 'a number from 100 to 100000000',
    about: 'Largest number of events that are kept. The oldest are removed first.',
  }),
  auditExport: optional(auditExport, {
    variable: 'TRUSTATE_AUDIT_EXPORT',
    default: 'records are only in the database',
    allowed: 'file:PATH, unix:PATH of a socket, or tcp://HOST:PORT',
    about: 'Where audit records are written in addition to the database, as lines of JSON.',
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
    about: 'How many subscriptions may be open at once; 0 turns them off.',
  }),
  subscriptionsPerCaller: setting(whole(0, 1_000_000), {
    variable: 'TRUSTATE_SUBSCRIPTIONS_PER_CALLER',
    default: '100',
    allowed: 'a number from 0 to 1000000',
    about: 'How many subscriptions one account may have open at once.',
  }),
  allowedOrigins: optional(origins, {
    variable: 'TRUSTATE_ALLOWED_ORIGINS',
    default: "the server's own origins",
    allowed: 'http:// or https://, a host, optionally a port, and no path; separated by commas',
    about: 'Other origins whose pages may call this server from a browser.',
  }),
  webhookRetention: setting(duration(hour, 8_760 * hour), {
    variable: 'TRUSTATE_WEBHOOK_RETENTION',
    default: '7d',
    allowed: 'a number with m, h or d, from 1h to 365d',
    about: 'How long deliveries of webhooks are kept after they were delivered or given up.',
  }),
  outboundAllow: optional(networks, {
    variable: 'TRUSTATE_OUTBOUND_ALLOW',
    default: 'none',
    allowed: 'addresses and networks such as 127.0.0.0/8, separated by commas',
    about:
      "Addresses that may be called for users although they are this machine's own or denied. Link-local addresses, cloud metadata and multicast are never called.",
  }),
  outboundDeny: optional(networks, {
    variable: 'TRUSTATE_OUTBOUND_DENY',
    default: 'none',
    allowed: 'addresses and networks such as 10.0.0.0/8, separated by commas',
    about: 'Addresses that are never called for users. Private networks are called otherwise.',
  }),
  acmeHttpPort: setting(whole(1, 65_535), {
    variable: 'TRUSTATE_ACME_HTTP_PORT',
    default: '80',
    allowed: 'a number from 1 to 65535',
    about: 'Port at which proofs of ACME by http-01 are looked for. The RFC says 80: others are for closed networks.',
  }),
  acmeTlsPort: setting(whole(1, 65_535), {
    variable: 'TRUSTATE_ACME_TLS_PORT',
    default: '443',
    allowed: 'a number from 1 to 65535',
    about: 'Port at which proofs of ACME by tls-alpn-01 are looked for, and that redirects to https may lead to.',
  }),
  expiryWarnings: setting(days, {
    variable: 'TRUSTATE_EXPIRY_WARNINGS',
    default: '30,7,1',
    allowed: 'numbers of days from 1 to 9999, at most ten, separated by commas, or off',
    about: 'How many days before its expiry a certificate is reported as about to expire.',
  }),
  trashDays: setting(whole(0, 3_650), {
    variable: 'TRUSTATE_TRASH_DAYS',
    default: '7',
    allowed: 'a number of days from 0 to 3650',
    about: 'For how many days of operation, after the first, the store keeps an object that no row refers to any more.',
  }),
  softDeleteDays: setting(whole(0, 36_500), {
    variable: 'TRUSTATE_SOFT_DELETE_DAYS',
    default: '7',
    allowed: 'a number of days from 0 to 36500',
    about: 'Days until soft-deleted backing data is deleted permanently, unless the request says otherwise.',
  }),
});
