import type { IncomingHttpHeaders } from 'node:http';

/** The type of a body without its parameters, in small letters (RFC 9110 §8.3); empty if the request names none. */
export const mediaTypeOf = (headers: IncomingHttpHeaders): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
