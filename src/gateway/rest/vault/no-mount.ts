import type { FastifyRequest } from 'fastify';
import { problem } from '../../../platform/problems.js';
import type { ProblemError } from '../../../platform/problems.js';
import { trimmed } from '../../../platform/trimmed.js';

/** In OpenBao's words, with all of the path. */
export const noMount = (path: string | null): ProblemError =>
  problem('MOUNT_NOT_FOUND', `no handler for route "${path ?? ''}". route entry not found.`);

/** There is only one namespace. A path in another one does not exist, and must not be found in this one. @throws MOUNT_NOT_FOUND */
export function refuseNamespace({ headers }: FastifyRequest, path: string | null): void {
  const asked = trimmed(String(headers['x-vault-namespace'] ?? ''), '/');
  if (asked === '' || asked === 'root') return;
  throw noMount(`${asked}/${path ?? ''}`);
}
