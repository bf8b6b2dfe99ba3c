import { randomUUID } from 'node:crypto';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { ManagedKeyRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { ManagedKeyConfig } from './managed-key-rules.js';

/** The purpose of sealed PINs; the context is the row's id. */
const purpose = 'managed-key-pin';

/** A managed key without its PIN. */
export interface ManagedKeyFacts extends ManagedKeyConfig {
  readonly id: string;
  /** The identifier that Vault's clients see. */
  readonly uuid: string;
  readonly name: string;
  /** When a token refused the PIN. */
  readonly pinRefusedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The same with its PIN, for the token. */
export interface UsableManagedKey extends ManagedKeyFacts {
  readonly pin: string;
}

const factsOf = ({ sealedPin: _pin, generatingUntil: _until, usages, ...row }: ManagedKeyRow): ManagedKeyFacts => ({
  ...row,
  usages: usages.split(','),
});

/** The rows of `ManagedKey`. */
export class ManagedKeyStore {
  constructor(private readonly deps: { readonly database: Database; readonly seal: Seal }) {}

  async named(name: string, client: TransactionClient = this.deps.database.client): Promise<ManagedKeyFacts | null> {
    const row = await client.managedKey.findUnique({ where: { name } });
    return row && factsOf(row);
  }

  async where(idsOfThem: readonly string[]): Promise<ManagedKeyFacts[]> {
    const rows = await this.deps.database.client.managedKey.findMany({ where: { id: { in: [...idsOfThem] } } });
    return rows.map(factsOf);
  }

  async usable(by: { readonly id: string } | { readonly name: string } | { readonly uuid: string }) {
    const row = await this.deps.database.client.managedKey.findUnique({ where: by });
    return row && this.#usable(row);
  }

  #usable(row: ManagedKeyRow): UsableManagedKey {
    return { ...factsOf(row), pin: this.deps.seal.unwrap(purpose, row.sealedPin, row.id).toString() };
  }

  /** @param pin null to keep the stored one */
  async put(
    tx: TransactionClient,
    name: string,
    { usages, ...config }: ManagedKeyConfig,
    pin: string | null,
    now: Date,
  ): Promise<ManagedKeyFacts> {
    const before = await tx.managedKey.findUnique({ where: { name }, select: { id: true } });
    const id = before?.id ?? ids.managedKey.make();
    const data = { ...config, usages: usages.join(','), updatedAt: now };
    const sealed = (text: string) => new Uint8Array(this.deps.seal.wrap(purpose, Buffer.from(text), id));
    const row = before
      ? await tx.managedKey.update({
          where: { id },
          data: { ...data, pinRefusedAt: null, ...(pin !== null && { sealedPin: sealed(pin) }) },
        })
      : await tx.managedKey.create({
          data: { ...data, id, name, uuid: randomUUID(), createdAt: now, sealedPin: sealed(pin ?? '') },
        });
    return factsOf(row);
  }

  /** Whether the PIN was refused; not of one that was written in the meantime. */
  async notePin({ id, updatedAt }: ManagedKeyFacts, refusedAt: Date | null): Promise<void> {
    await this.deps.database.client.managedKey.updateMany({
      where: { id, updatedAt },
      data: { pinRefusedAt: refusedAt },
    });
  }

  /** One server generates a key. @returns whether it is this one, until that time */
  async beginGenerating(id: string, now: Date, until: Date): Promise<boolean> {
    const { count } = await this.deps.database.client.managedKey.updateMany({
      where: { id, OR: [{ generatingUntil: null }, { generatingUntil: { lte: now } }] },
      data: { generatingUntil: until },
    });
    return count === 1;
  }

  async endGenerating(id: string, until: Date): Promise<void> {
    const { client } = this.deps.database;
    await client.managedKey.updateMany({ where: { id, generatingUntil: until }, data: { generatingUntil: null } });
  }
}
