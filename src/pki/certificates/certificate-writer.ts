import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { Prisma } from '../../platform/database/models.js';

export type NewCertificate = Prisma.CertificateCreateManyInput;

interface Waiting {
  readonly row: NewCertificate;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Rows of one statement. */
const largestGroup = 64;

/**
 * Stores certificates. Those that come while others are being written wait for one another and then go into one statement: one row a
 * certificate, and one commit for all that waited together. Each is acknowledged after the commit that holds it.
 */
export class CertificateWriter {
  readonly #waiting: Waiting[] = [];
  #writing = false;

  constructor(private readonly deps: { database: Database; stored: () => void }) {}

  /** Resolves when the row is on disk. */
  save(row: NewCertificate): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject });
      if (!this.#writing) void this.#drain();
    });
  }

  /** The same in a transaction with what hangs on it. */
  async saveWith(row: NewCertificate, beside: (tx: TransactionClient) => Promise<unknown>): Promise<void> {
    await this.deps.database.transaction(async (tx) => {
      await tx.certificate.create({ data: row });
      await beside(tx);
    });
    this.deps.stored();
  }

  async #drain(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, largestGroup));
    this.#writing = false;
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    const { certificate } = this.deps.database.client;
    try {
      await certificate.createMany({ data: group.map(({ row }) => row) });
      for (const { resolve } of group) resolve();
      this.deps.stored();
    } catch (error) {
      const [first, ...others] = group;
      if (others.length === 0) first?.reject(error);
      // One of them may be to blame, and the others shall not suffer for it.
      else for (const each of group) await this.#write([each]);
    }
  }
}
