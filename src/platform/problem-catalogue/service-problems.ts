import type { CatalogueRow } from './row.js';

const serverIsBusy = 'Try again after the number of seconds in `retryAfter` or in the `Retry-After` header.';

/** Problems of the service itself, for any request. */
export const serviceProblems = {
  // Events
  EVENT_GONE: {
    text: 'The events after this one are no longer kept: reload your data, and subscribe without `after`',
    remedy: 'Reload your data, and subscribe without `after`.',
    inErrors: true,
    rest: 'none',
  },
  SUBSCRIBER_TOO_SLOW: {
    text: 'The subscriber reads events too slowly: subscribe again after the last event that you received',
    remedy: 'Subscribe again with `after`.',
    inErrors: true,
    rest: 'none',
  },

  // Limits and our own failures
  LIMIT_EXCEEDED: {
    text: 'A limit was exceeded',
    meaning:
      'Too many requests in a period, too many failed sign-ins, or a document that requests too much. `extensions.limit` says which, and `extensions.field` which field of an operation costs most.',
    remedy: 'Request less, or try again after `retryAfter` seconds.',
    inErrors: true,
  },
  UNAVAILABLE: {
    text: 'The service is not available right now; try again shortly',
    remedy: serverIsBusy,
    inErrors: true,
  },
  STORAGE_FULL: {
    text: 'The storage is full: stored data can be read, but changes are refused',
    remedy: `The operator must free space. ${serverIsBusy}`,
    inErrors: true,
  },
  CONTENT_DAMAGED: {
    text: 'The stored content is damaged: the operator must restore it from a backup',
    remedy: 'The operator must restore it from a backup.',
    inErrors: true,
  },
  INTERNAL: {
    text: 'Something went wrong on our side',
    remedy: 'Report it with the request id that the message names.',
    inErrors: true,
  },
} as const satisfies Readonly<Record<string, CatalogueRow>>;
