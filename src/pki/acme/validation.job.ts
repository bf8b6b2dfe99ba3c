import { system } from '../../identity/audit/actor.js';
import type { Audit } from '../../identity/audit/audit.js';
import type { Clock } from '../../platform/clock.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import type { Job } from '../../platform/jobs/job.store.js';
import { isAbsence } from '../../platform/problems.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import type { AccountStore } from './account.store.js';
import { AcmeProblem } from './acme-problem.js';
import { keyAuthorization, tokenOf } from './challenges.js';
import type { Authorization, OrderStore } from './order.store.js';
import type { ValidationAttempts } from './validation-attempt.js';

/** Milliseconds before the next attempt, one for each after the first. */
export const usualDelays = [1_000, 4_000, 10_000] as const;

/** What another attempt cannot change. */
const final: ReadonlySet<string> = new Set(['rejectedIdentifier']);

const actor = system('acme');

/** Sees whether clients control the names of their orders, after a crash too: an attempt that was not noted is made again. */
export class Validation {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly orders: OrderStore;
      readonly accounts: AccountStore;
      readonly authorities: AuthorityReader;
      readonly attempts: ValidationAttempts;
      readonly delays: readonly number[];
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {}

  /** @returns when the next attempt is due */
  async run({ subject }: Pick<Job, 'subject'>, signal: AbortSignal): Promise<Date | undefined> {
    const { orders, accounts, clock } = this.deps;
    const known = await orders.authorization(subject);
    if (!known) return undefined;
    const { authorization, order } = known;
    const { challenge, status, identifier, token } = authorization;
    if (status !== 'pending' || challenge === null || order.status !== 'pending') return undefined;
    const account = await accounts.find(order.accountId);
    const authority = await this.#authority(order.mountId);
    if (account?.status !== 'valid' || !authority) return undefined;
    const text = tokenOf(token, challenge);
    try {
      await this.deps.attempts.attempt(
        {
          challenge,
          identifier,
          token: text,
          dnsResolver: authority.mount.acme.dnsResolver,
          keyAuthorization: keyAuthorization(text, account.key.thumbprint),
        },
        signal,
      );
    } catch (error) {
      if (signal.aborted || !(error instanceof AcmeProblem)) throw error;
      return this.#failed(authority, authorization, error);
    }
    const attempts = authorization.attempts + 1;
    await this.#write(authority, authorization, 'acme.authorization.prove', [
      orders.proving(authorization, attempts, clock.now()),
    ]);
    return undefined;
  }

  async #failed(authority: Authority, authorization: Authorization, problem: AcmeProblem): Promise<Date | undefined> {
    const { orders, delays, clock, database } = this.deps;
    const attempts = authorization.attempts + 1;
    const delay = final.has(problem.type) ? undefined : delays[attempts - 1];
    if (delay === undefined) {
      const writes = orders.failing(authorization, attempts, problem.document);
      await this.#write(authority, authorization, 'acme.authorization.fail', writes, problem.message);
      return undefined;
    }
    await unlessDecided(() => database.writeSql([orders.retrying(authorization, attempts, problem.document)]));
    return new Date(clock.now().getTime() + delay);
  }

  async #write(
    { mount }: Authority,
    { id, identifier, challenge }: Authorization,
    action: string,
    writes: readonly SqlWrite[],
    why?: string,
  ): Promise<void> {
    const details = { mount: mount.path, name: identifier.value, challenge, ...(why !== undefined && { why }) };
    const record = this.deps.audit.statement(actor, action, { type: 'acme-authorization', id }, details);
    await unlessDecided(() => this.deps.database.writeSql([...writes, record]));
  }

  /** Null for a mount that is gone. */
  async #authority(mountId: string): Promise<Authority | null> {
    try {
      return await this.deps.authorities.byId(mountId);
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }
}

/** The client may have deactivated it meanwhile. */
async function unlessDecided(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ChangesMissing)) throw error;
  }
}
