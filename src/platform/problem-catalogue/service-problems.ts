import type { CatalogueRow } from './row.js';

const serverIsBusy = 'Try again after the seconds that `retryAfter`, or the header `Retry-After`, says.';

/** Of the service itself, whatever is asked of it. */
export const serviceProblems = {
  // Events
  EVENT_GONE: {
    text: 'What came after this event is no longer kept: read anew what you show, and subscribe without it',
    remedy: 'Read anew what you show, and subscribe without `after`.',
    inErrors: true,
    rest: 'none',
  },
  SUBSCRIBER_TOO_SLOW: {
    text: 'Events waited too long to be taken: subscribe again after the last one that you have',
    remedy: 'Subscribe again with `after`.',
    inErrors: true,
    rest: 'none',
  },

  // Limits and ourselves
  LIMIT_EXCEEDED: {
    text: 'A limit was exceeded',
    meaning:
      'Of requests in a time, of failed sign-ins, or of what one document may ask; `extensions.limit` says which.',
    remedy: 'Ask for less, or try again after the seconds that `retryAfter` says.',
    inErrors: true,
  },
  UNAVAILABLE: {
    text: 'The service is not available right now; try again shortly',
    remedy: serverIsBusy,
    inErrors: true,
  },
  STORAGE_FULL: {
    text: 'There is no room to write anything: what is stored can be read, and changes are refused',
    remedy: `Its operator has to make room. ${serverIsBusy}`,
    inErrors: true,
  },
  CONTENT_DAMAGED: {
    text: 'The stored content is damaged: its operator has to restore it from a backup',
    remedy: 'Its operator has to restore it from a backup.',
    inErrors: true,
  },
  INTERNAL: {
    text: 'Something went wrong on our side',
    remedy: 'Report it with the id of the request, which the message names.',
    inErrors: true,
  },
} as const satisfies Readonly<Record<string, CatalogueRow>>;
