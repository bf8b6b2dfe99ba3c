import { z } from 'zod';
import { optional, setting } from '../setting.js';
import { auditExport, duration, hour, whole } from '../values.js';

/** How long something lasts, or is kept, and how much of it. */
export const lasting = {
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
};
