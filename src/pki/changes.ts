import type { Audit } from '../identity/audit/audit.js';
import { isMissingRow, isUniqueViolation } from '../platform/database/conflicts.js';
import type { Database, TransactionClient } from '../platform/database/database.js';
import type { MountRow } from '../platform/database/models.js';
import { problem } from '../platform/problems.js';
import { mountNotFound } from './issuers/authorities.js';
import { lockIssuers } from './issuers/former-issuers.js';
import type { Actor } from '../identity/audit/actor.js';
import type { AuditDetails, AuditTarget } from '../identity/audit/target.js';

export interface AuthorityChange<T> {
  readonly result: T;
  readonly target: AuditTarget;
  /** Never a secret. */
  readonly details?: AuditDetails;
}

/** What a change was about, for those who have to follow: CRLs follow issuers and the configuration of CRLs and URLs. */
export type ChangedPart = 'issuers' | 'keys' | 'urls' | 'crl' | 'mount';

/** Hears of a change inside of its transaction, to make work due; nothing slow belongs there. */
export type ChangeListener = (tx: TransactionClient, mountId: string, part: ChangedPart) => Promise<void>;

/** The last two beats of a service method on a mount: do and record. */
export class AuthorityChanges {
  readonly #listeners: ChangeListener[] = [];

  constructor(private readonly deps: { database: Database; audit: Audit }) {}

  /** @returns nothing: listeners stay for the life of the service */
  listen(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Changes a mount, raises its revision and records it, all in one transaction. The mount's row is written first, and so changes of one
   * mount come one after another on every database.
   * @throws MOUNT_NOT_FOUND when it went away, NAME_TAKEN, and whatever `work` throws
   */
  async make<T>(
    actor: Actor,
    mount: { readonly id: string; readonly path: string },
    part: ChangedPart,
    action: string,
    work: (tx: TransactionClient, mount: MountRow) => Promise<AuthorityChange<T>>,
  ): Promise<T> {
    try {
      return await this.deps.database.transaction(async (tx) => {
        if (part === 'issuers') await lockIssuers(tx, this.deps.database.provider, mount.id);
        const row = await raiseMountRevision(tx, mount.id);
        const { result, target, details } = await work(tx, row);
        for (const listener of this.#listeners) await listener(tx, mount.id, part);
        await this.deps.audit.record(tx, actor, action, target, { mount: row.path, ...details });
        return result;
      });
    } catch (error) {
      if (isMissingRow(error)) throw mountNotFound(mount.path);
      if (isUniqueViolation(error, 'Issuer', ['mountId', 'name'])) throw nameTaken('issuer');
      if (isUniqueViolation(error, 'IssuerKey', ['mountId', 'name'])) throw nameTaken('key');
      throw error;
    }
  }
}

/** Raises the revision: what is cached of the mount holds no longer. For every change of issuers, keys or configuration, in its transaction. */
export const raiseMountRevision = (tx: TransactionClient, id: string): Promise<MountRow> =>
  tx.mount.update({ where: { id }, data: { revision: { increment: 1 } } });

export const nameTaken = (what: 'issuer' | 'key') =>
  problem('NAME_TAKEN', `${what} name already in use`, [`${what}Name`]);
