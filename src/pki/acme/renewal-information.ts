import type { Clock } from '../../platform/clock.js';
import { ProblemError } from '../../platform/problems.js';
import type { Directories, Directory } from './directory.js';
import { placeOfDirectory } from './directory.js';
import { AcmeProblem, notFound } from './acme-problem.js';
import type { AccountStore } from './account.store.js';
import { found } from './acme-answer.js';
import type { AcmeAnswer } from './acme-answer.js';
import type { OrderStore } from './order.store.js';
import type { KnownCertificate, Replacements } from './replacements.js';

/** Seconds after which a client asks again (RFC 9773 §4.3). */
const askAgain = 21_600;
const hourMs = 3_600_000;

/** When clients should renew (RFC 9773). */
export class RenewalInformation {
  constructor(
    private readonly deps: {
      readonly replacements: Replacements;
      readonly orders: OrderStore;
      readonly accounts: AccountStore;
      readonly directories: Directories;
      readonly clock: Clock;
    },
  ) {}

  /** @throws AcmeProblem */
  async of(directory: Directory, text: string): Promise<AcmeAnswer> {
    const known = await this.deps.replacements.find(directory.authority, text);
    if (!known) throw notFound('certificate');
    const isUrgent = await this.#mustGo(directory, known);
    return found(
      { suggestedWindow: windowOf(known, isUrgent ? this.deps.clock.now() : null) },
      { retryAfter: askAgain },
    );
  }

  /** Whether it is revoked, or its issuer would not sign the next one. */
  async #mustGo(directory: Directory, { row, issuer }: KnownCertificate): Promise<boolean> {
    if (row.revokedAt || issuer.revokedAt || !issuer.usage.has('issuing-certificates')) return true;
    const order = await this.deps.orders.ofCertificate(row.id);
    const account = order && (await this.deps.accounts.find(order.accountId));
    if (!order || !account) return false;
    try {
      const place = placeOfDirectory(directory.mount, account.directory);
      const decider = await this.deps.directories.deciderOf(await this.deps.directories.open(place), order.profile);
      return decider.issuer.id !== issuer.id;
    } catch (error) {
      // Whoever would renew it now could not.
      if (error instanceof AcmeProblem || error instanceof ProblemError) return false;
      throw error;
    }
  }
}

/** The last third of the validity begins with it; it is as long as a tenth. One that has passed means now (RFC 9773 §4.2). */
function windowOf({ row: { notBefore, notAfter } }: KnownCertificate, urgentAt: Date | null) {
  const [begin, end] = [notBefore.getTime(), notAfter.getTime()];
  const life = end - begin;
  const start = urgentAt ? urgentAt.getTime() - 2 * hourMs : begin + (life * 2) / 3;
  const stop = urgentAt ? urgentAt.getTime() - hourMs : start + life / 10;
  return { start: rfc3339(start), end: rfc3339(stop) };
}

const rfc3339 = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
