import { problem } from '../../platform/problems.js';
import type { RequestOrigin } from '../caller.js';
import type { RefusedSignIns, SignInRefusal } from '../tokens/refused-sign-ins.js';
import type { Attempt, SignInLimit } from './sign-in-limit.js';

/** Why an attempt to sign in is refused: for the audit. The sender only learns that it is. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(readonly reason: SignInRefusal) {
    super(reason);
  }
}

/** Attempts to sign in: those that fail are recorded and counted, and above the limit nothing is checked. */
export class Attempts {
  constructor(private readonly deps: { limit: SignInLimit; refused: Pick<RefusedSignIns, 'note'> }) {}

  /** @param attempt `refusal` is told whatever is wrong @throws SIGN_IN_REFUSED for a {@link Refusal}, LIMIT_EXCEEDED */
  async make<T>(
    attempt: Omit<Attempt, 'address'> & { readonly refusal: string },
    from: RequestOrigin,
    work: () => Promise<T>,
  ): Promise<T> {
    const { limit, refused } = this.deps;
    const { refusal, ...sent } = attempt;
    const whole = { ...sent, address: from.remoteAddress };
    await limit.check(whole);
    try {
      const made = await work();
      limit.succeeded(whole);
      return made;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.note(error.reason, null, from);
      await limit.failed(whole);
      throw problem('SIGN_IN_REFUSED', refusal);
    }
  }
}
