import { system } from '../../identity/audit/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { ProblemCode } from '../../platform/problem-catalogue/catalogue.js';
import { ProblemError } from '../../platform/problems.js';
import type { AuthorityReader } from '../issuers/authority.js';
import type { Revocations } from '../revocation/revocations.js';
import { encodePem } from '../x509/index.js';

export const cmpCleaningJobKind = 'cmp.cleaning';

/** Milliseconds between two runs. */
export const cmpCleanAgainMs = 600_000;
/** Rows in one statement: other writers wait for it. */
const rowsTogether = 200;

/** Ends what clients of CMP did not end, and removes what has expired, some rows at a time. */
export class CmpCleaning {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly authorities: AuthorityReader;
      readonly revocations: Pick<Revocations, 'recordAs'>;
      readonly clock: Clock;
    },
  ) {}

  /** @returns when it is due again */
  async run(signal: AbortSignal): Promise<Date> {
    for (let after: string | null = ''; after !== null && !signal.aborted;) after = await this.#endUnconfirmed(after);
    const { client } = this.deps.database.background;
    const now = this.deps.clock.now();
    const expired = { expiresAt: { lt: now } };
    await this.#batches(signal, async (take) => {
      const rows = await client.cmpNonce.findMany({
        where: expired,
        orderBy: { expiresAt: 'asc' },
        select: { nonce: true },
        take,
      });
      return (await client.cmpNonce.deleteMany({ where: { nonce: { in: rows.map(({ nonce }) => nonce) } } })).count;
    });
    await this.#batches(signal, async (take) => {
      const rows = await client.cmpTransaction.findMany({
        where: expired,
        orderBy: { expiresAt: 'asc' },
        select: { id: true },
        take,
      });
      return (await client.cmpTransaction.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })).count;
    });
    await this.#batches(signal, async (take) => {
      const rows = await client.cmpSecret.findMany({
        where: { expiresAt: { lt: new Date(now.getTime() - keptSecretsMs) } },
        orderBy: { expiresAt: 'asc' },
        select: { id: true },
        take,
      });
      return (await client.cmpSecret.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })).count;
    });
    return new Date(this.deps.clock.now().getTime() + cmpCleanAgainMs);
  }

  /**
   * Revokes certificates that nobody confirmed in time (RFC 9810 §5.2.8). A certificate is marked before it is revoked, so that a late confirmation is refused,
   * and after a crash it is found by its mark.
   * @param after id of the last one that was looked at
   * @returns the next of these; null if there are no more
   */
  async #endUnconfirmed(after: string): Promise<string | null> {
    const { database, clock } = this.deps;
    const { client } = database;
    const rows = await client.cmpTransaction.findMany({
      where: { id: { gt: after }, OR: [{ state: 'issued', confirmBy: { lte: clock.now() } }, { state: 'ending' }] },
      orderBy: { id: 'asc' },
      select: { id: true, mountId: true, certificateId: true },
      take: rowsTogether,
    });
    for (const { id, mountId, certificateId } of rows) {
      const { count } = await client.cmpTransaction.updateMany({
        where: { id, state: { in: ['issued', 'ending'] } },
        data: { state: 'ending', signer: null },
      });
      if (count === 0) continue;
      if (await this.#revoked(mountId, certificateId))
        await client.cmpTransaction.updateMany({ where: { id, state: 'ending' }, data: { state: 'ended' } });
    }
    return rows.length === rowsTogether ? (rows.at(-1)?.id ?? null) : null;
  }

  /** @returns false if that can only be done later; what can never be done keeps nobody waiting */
  async #revoked(mountId: string, id: string): Promise<boolean> {
    const row = await this.deps.database.client.certificate.findUnique({
      where: { id },
      select: { certificate: true },
    });
    if (!row) return true;
    try {
      const authority = await this.deps.authorities.byId(mountId);
      const certificate = encodePem('CERTIFICATE', row.certificate);
      await this.deps.revocations.recordAs(system('cmp'), authority, { certificate });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return error.problems.every(({ code }) => forGood.has(code));
    }
    return true;
  }

  async #batches(signal: AbortSignal, remove: (most: number) => Promise<number>): Promise<void> {
    while (!signal.aborted && (await remove(rowsTogether)) === rowsTogether);
  }
}

/** The mount is gone, or the issuer, or the certificate has become one: there is nothing to revoke any more. */
const forGood: ReadonlySet<ProblemCode> = new Set(['MOUNT_NOT_FOUND', 'REQUEST_REFUSED', 'ISSUER_ON_OWN_CRL']);

/** Milliseconds that expired secrets can be looked at. */
const keptSecretsMs = 7 * 86_400_000;
