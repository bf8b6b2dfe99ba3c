import type { IncomingHttpHeaders } from 'node:http';
import type { WrapInfo } from '../../../identity/wrapping/wrapping.js';
import { parseDuration } from '../../../platform/duration.js';
import { problem } from '../../../platform/problems.js';

/** A wrapped answer in the form of documents. */
export interface WrapFields {
  readonly token: string;
  readonly accessor: string;
  readonly ttl: number;
  readonly createdAt: Date | string;
  readonly path: string;
  readonly wrappedAccessor: string | null;
}

const name = 'X-Vault-Wrap-TTL';

/**
 * How long the answer is to wait for its wrapping token, in seconds; 0 if it is to be sent as it is. What cannot be understood is refused: the answer might be a
 * secret that was to be wrapped.
 * @throws INVALID_INPUT
 */
export function wrapTtlOf(headers: IncomingHttpHeaders): number {
  const asked = headers['x-vault-wrap-ttl'];
  if (asked === undefined || asked === '') return 0;
  const refused = (why: string) => problem('INVALID_INPUT', `error parsing ${name} header: ${why}`, [name]);
  const seconds = parseDuration(asked);
  if (seconds === undefined) throw refused('not a duration');
  if (seconds < 0) throw refused('requested wrap ttl cannot be negative');
  if (seconds === 0 && /[1-9]/.test(String(asked))) throw refused('requested wrap ttl must be at least a second');
  const format = headers['x-vault-wrap-format'];
  if (seconds > 0 && format !== undefined && format !== '' && format !== 'uuid')
    throw problem('INVALID_INPUT', 'wrapping tokens have no other format', ['X-Vault-Wrap-Format']);
  return seconds;
}

/** `wrap_info` of an answer. */
export const wrapDocument = ({ token, accessor, ttl, createdAt, path, wrappedAccessor }: WrapFields | WrapInfo) => ({
  token,
  accessor,
  ttl,
  creation_time: createdAt,
  creation_path: path,
  ...(wrappedAccessor !== null && { wrapped_accessor: wrappedAccessor }),
});
