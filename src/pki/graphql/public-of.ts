import type { IdentityContext } from '../../identity/context.js';
import { problem, ProblemError } from '../../platform/problems.js';

/**
 * Public data of a mount. If the mount does not exist, a caller without a token gets the same refusal as for everything else, and does not learn what is
 * mounted where.
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
