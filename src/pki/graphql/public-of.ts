import type { IdentityContext } from '../../identity/context.js';
import { problem, ProblemError } from '../../platform/problems.js';

/**
 * What is public of a mount. Where there is no mount, whoever has no token is told what it is told of everything else: not what is mounted where.
 * @throws UNAUTHENTICATED
 */
export async function publicOf<T>({ caller }: Pick<IdentityContext, 'caller'>, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!caller && error instanceof ProblemError && error.code === 'MOUNT_NOT_FOUND') throw problem('UNAUTHENTICATED');
    throw error;
  }
}
