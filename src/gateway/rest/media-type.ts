import type { IncomingHttpHeaders } from 'node:http';

/** The type of a body without its parameters, in small letters (RFC 9110 §8.3); empty if the request names none. */
export const mediaTypeOf = (headers: IncomingHttpHeaders): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const token = /[\w!#$%&'*+.^`|~-]+/.source;
const mediaType = new RegExp(`^\\s*${token}/${token}\\s*(?:;|$)`);

/** Whether the request says of its body what no type is (RFC 9110 8.3.1): nothing between two separators, several types, or one word. */
export const saysNoMediaType = ({ 'content-type': said }: IncomingHttpHeaders): boolean =>
  said !== undefined && !mediaType.test(said);
