import type { Audit } from '../identity/audit/audit.js';
import { RecordedChanges } from '../identity/audit/recorded-changes.js';
import type { Change, Unique } from '../identity/audit/recorded-changes.js';
import type { Database, TransactionClient } from '../platform/database/database.js';
import type { MountRow } from '../platform/database/models.js';
import { problem } from '../platform/problems.js';
import { mountNotFound } from './issuers/authorities.js';
import { lockIssuers } from './issuers/former-issuers.js';
import type { Actor } from '../identity/audit/actor.js';

/** What a change was about, for code that must follow: CRLs follow issuers and the configuration of CRLs and URLs. */
export type ChangedPart = 'issuers' | 'keys' | 'urls' | 'crl' | 'acme' | 'est' | 'scep' | 'cmp' | 'mount';

/** Called inside the transaction of a change, to make work due. It must not do anything slow. */
export type ChangeListener = (tx: TransactionClient, mountId: string, part: ChangedPart) => Promise<void>;

/** Changes of a mount, each with its audit record and the next revision of the mount. */
export class AuthorityChanges {
  readonly #listeners: ChangeListener[] = [];

  readonly #changes: RecordedChanges;

  constructor(private readonly deps: { database: Database; audit: Audit }) {
    this.#changes = new RecordedChanges(deps);
  }

  /** Listeners stay for the life of the service. */
  listen(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Changes a mount, increments its revision and records the change, all in one transaction. The mount's row is written first, so changes of one mount happen
   * one after another on every database.
   * @throws MOUNT_NOT_FOUND if it was deleted, NAME_TAKEN, and whatever `work` throws
   */
  async make<T>(
    actor: Actor,
    mount: { readonly id: string; readonly path: string },
    part: ChangedPart,
    action: string,
    work: (tx: TransactionClient, mount: MountRow) => Promise<Change<T>>,
  ): Promise<T> {
    const onMount = async (tx: TransactionClient) => {
      if (part === 'issuers') await lockIssuers(tx, this.deps.database.provider, mount.id);
      const row = await raiseMountRevision(tx, mount.id);
      const { details, ...change } = await work(tx, row);
      for (const listener of this.#listeners) await listener(tx, mount.id, part);
      return { ...change, details: { mount: row.path, ...details } };
    };
    return this.#changes.make(actor, action, onMount, { unique: names, missing: () => mountNotFound(mount.path) });
  }
}

/** Increments the revision: cached data of the mount is then invalid. For every change of issuers, keys or configuration, in its transaction. */
export const raiseMountRevision = (tx: TransactionClient, id: string): Promise<MountRow> =>
  tx.mount.update({ where: { id }, data: { revision: { increment: 1 } } });

const textOfTaken = (what: 'issuer' | 'key') => `${what} name already in use`;

const names: readonly Unique[] = [
  { model: 'Issuer', columns: ['mountId', 'name'], field: ['issuerName'], message: textOfTaken('issuer') },
  { model: 'IssuerKey', columns: ['mountId', 'name'], field: ['keyName'], message: textOfTaken('key') },
  {
    model: 'EstLabel',
    columns: ['label'],
    field: ['labelToPathPolicy'],
    message: 'another mount has this path for EST',
  },
  {
    model: 'Mount',
    columns: ['isCmpDefault'],
    field: ['defaultMount'],
    message: 'another mount is the default mount of CMPv2',
  },
];

export const nameTaken = (what: 'issuer' | 'key') => problem('NAME_TAKEN', textOfTaken(what), [`${what}Name`]);
