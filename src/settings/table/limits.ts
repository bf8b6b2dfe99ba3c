import { z } from 'zod';
import { setting } from '../setting.js';
import { duration, GiB, hour, limit, size, whole } from '../values.js';

/** How much of everything a caller may ask for. */
export const limits = {
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
  acmeAccounts: setting(limit(1, 1_000_000), {
    variable: 'TRUSTATE_ACME_ACCOUNTS_PER_HOUR',
    default: '100',
    allowed: 'a number from 1 to 1000000, or off',
    about:
      'New accounts of ACME per hour at one mount from one address (IPv6: one /64, and ten times as many from one /48) before further ones get 429. Those with a key that you hand out do not count.',
  }),
  acmeNames: setting(limit(1, 1_000_000), {
    variable: 'TRUSTATE_ACME_NAMES_PER_HOUR',
    default: '1000',
    allowed: 'a number from 1 to 1000000, or off',
    about:
      'Names that one account of ACME may order per hour, and all accounts without a key at one mount from one address, before further orders get 429.',
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
};
