import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { randomLetters } from '../../platform/ids.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import { readNames, searchNames } from './names.js';

export const nameIndexJobKind = 'certificate-names';

/** Certificates of one transaction: what somebody waits for must not wait long behind it. */
const certificatesAtOnce = 50;
/** Rows of one statement. */
const rowsAtOnce = 500;
/** Milliseconds from the first certificate that nobody indexed to when that begins. */
const gatheringMs = 500;
/** Milliseconds after which somebody looks even if nobody said that there is something to do. */
const lookAgainMs = 3_600_000;

/**
 * Fills CertificateName behind issuance, and keeps the count of its mount. A certificate says itself that it is not indexed yet, so
 * that issuing one writes one row; the job is only the hint to look.
 */
export class NameIndex {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: {
      database: Database;
      jobs: JobStore;
      clock: Clock;
      wake: () => void;
      failed: (error: unknown) => void;
    },
  ) {}

  /** To be called after every stored certificate; costs nothing while a call is pending. */
  noticed(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.schedule().catch(this.deps.failed);
    }, gatheringMs);
    this.#timer.unref();
  }

  /** Makes the job due. */
  async schedule(): Promise<void> {
    const { database, jobs, wake } = this.deps;
    await database.transaction((tx) => jobs.schedule(tx, { kind: nameIndexJobKind, subject: 'all' }));
    wake();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** @returns when to look again */
  async run(signal: AbortSignal): Promise<Date> {
    while (!signal.aborted && (await this.#some()) === certificatesAtOnce);
    return new Date(this.deps.clock.now().getTime() + lookAgainMs);
  }

  /** @returns how many were indexed */
  async #some(): Promise<number> {
    const { database } = this.deps;
    const found = await database.client.certificate.findMany({
      where: { indexed: false },
      select: { id: true, mountId: true, commonName: true, names: true },
      orderBy: { id: 'asc' },
      take: certificatesAtOnce,
    });
    if (found.length === 0) return 0;
    const rows = found.flatMap(({ id: certificateId, mountId, commonName, names }) =>
      searchNames(commonName, readNames(names)).map((name) => ({
        id: randomLetters(20),
        mountId,
        certificateId,
        ...name,
      })),
    );
    await database.transaction(async (tx) => {
      const certificateIds = found.map(({ id }) => id);
      const { count } = await tx.certificate.updateMany({
        where: { id: { in: certificateIds }, indexed: false },
        data: { indexed: true },
      });
      // Somebody else had them in hand too, or they are gone: the next look finds what is left.
      if (count !== found.length) throw new Error('certificates were indexed by two at once');
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        await tx.certificateName.createMany({ data: rows.slice(at, at + rowsAtOnce) });
      }
      for (const mountId of new Set(found.map((each) => each.mountId))) {
        const increment = found.filter((each) => each.mountId === mountId).length;
        await tx.mount.update({ where: { id: mountId }, data: { certificateCount: { increment } } });
      }
    });
    return found.length;
  }
}
