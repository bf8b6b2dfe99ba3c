import { createHash } from 'node:crypto';
import type { Audit } from '../../identity/audit/audit.js';
import type { Clock } from '../../platform/clock.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Database } from '../../platform/database/database.js';
import type { Revocations } from '../revocation/revocations.js';
import { confirmContent, readConfirmations } from '../x509/cmp/index.js';
import { encodePem } from '../x509/index.js';
import { CmpRefusal } from './cmp-refusal.js';
import type { CmpAnswer, CmpRequest } from './enrolment.js';
import type { CmpTransaction, TransactionStore } from './transaction.store.js';

const confirmed: CmpAnswer = { kind: 'pkiconf', content: confirmContent };
const hashes = ['sha256', 'sha384', 'sha512'] as const;

/** A message that continues a transaction. */
export interface Continuation extends CmpRequest {
  readonly transaction: CmpTransaction;
}

/** What clients say of the certificates that they got (RFC 9483 §4.1.1). */
export class CmpConfirmations {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly transactions: TransactionStore;
      readonly revocations: Revocations;
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {}

  /** certConf. An empty one, and one that says so, rejects the certificate. @throws CmpRefusal */
  async confirm(asked: Continuation): Promise<CmpAnswer> {
    const [status, ...others] = readConfirmations(asked.message.body);
    if (others.length > 0) throw new CmpRefusal('badRequest', 'one certificate was issued, and can be confirmed');
    if (!status) return this.#end(asked, 'ending');
    const { transaction } = asked;
    const row = await this.deps.database.client.certificate.findUnique({
      where: { id: transaction.certificateId },
      select: { certificate: true },
    });
    if (!row) throw new CmpRefusal('badCertId', 'the certificate is gone');
    const fits = hashes.some((name) => createHash(name).update(row.certificate).digest().equals(status.hash));
    if (status.id !== transaction.requestId || !fits)
      throw new CmpRefusal('badCertId', 'the confirmation is not about the certificate of this transaction');
    return this.#end(asked, status.accepted ? 'confirmed' : 'ending');
  }

  /** An error of the client ends the transaction, and the certificate (RFC 9483 §3.6.4). @throws CmpRefusal */
  giveUp(asked: Continuation): Promise<CmpAnswer> {
    return this.#end(asked, 'ending');
  }

  async #end({ place, sender, transaction }: Continuation, state: 'confirmed' | 'ending'): Promise<CmpAnswer> {
    const { transactions, database, audit, clock } = this.deps;
    const target = { type: 'certificate' as const, id: transaction.certificateId };
    const details = { mount: place.authority.mount.path };
    const action = state === 'confirmed' ? 'cmp.confirm' : 'cmp.reject';
    try {
      await database.writeSql([
        transactions.deciding(transaction.id, state, clock.now()),
        audit.statement(sender.actor, action, target, details),
      ]);
    } catch (error) {
      if (!(error instanceof ChangesMissing)) throw error;
      throw new CmpRefusal('certConfirmed', 'the certificate was confirmed or rejected before, or too long ago');
    }
    if (state === 'ending') {
      await this.#revoke({ place, sender }, transaction.certificateId);
      await transactions.ended(transaction.id);
    }
    return confirmed;
  }

  /** Nobody wants it: whoever finds its key later shall not use it. */
  async #revoke({ place, sender }: Pick<Continuation, 'place' | 'sender'>, id: string): Promise<void> {
    const row = await this.deps.database.client.certificate.findUnique({
      where: { id },
      select: { certificate: true },
    });
    if (!row) return;
    const certificate = encodePem('CERTIFICATE', row.certificate);
    await this.deps.revocations.recordAs(sender.actor, place.authority, { certificate });
  }
}
