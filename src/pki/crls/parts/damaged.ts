import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database/database.js';
import type { JobStore } from '../../../platform/jobs/job.store.js';
import type { Log } from '../../../platform/log/log.js';
import { problemOf, ProblemError } from '../../../platform/problems.js';
import { crlJobKind } from '../crl.job-kind.js';

/** Seconds after which it may be there again: to make a large one takes some. */
const madeAfter = 10;

/** Parts of a CRL are missing, or are not what was written. Whoever asks for it may try again: it is being made anew. */
export class CrlDamaged extends ProblemError {
  constructor() {
    super(
      problemOf('UNAVAILABLE', 'the stored CRL is damaged, and is made anew', undefined, { retryAfter: madeAfter }),
    );
  }
}

/** A CRL that was found damaged. */
export interface DamagedCrl {
  readonly id: string;
  readonly mountId: string;
  readonly issuerId: string;
  /** As `CrlPart` has it. */
  readonly scope: number;
}

/** CRLs that are remembered as told. */
const mostTold = 1_000;

/** Hears of damaged CRLs: says so once of each, and makes the job due that makes them anew, however many ask for them meanwhile. */
export class DamagedCrls {
  /** Whether the job was made due. */
  readonly #told = new LRUCache<string, boolean>({ max: mostTold });

  constructor(
    private readonly deps: {
      readonly database: Pick<Database, 'writeSql'>;
      readonly jobs: Pick<JobStore, 'scheduling'>;
      readonly log: Pick<Log, 'error'>;
      /** Wakes the job runner. */
      readonly wake: () => void;
    },
  ) {}

  async found({ id, mountId, ...place }: DamagedCrl): Promise<void> {
    const { database, jobs, log, wake } = this.deps;
    const isDue = this.#told.get(id);
    if (isDue === true) return;
    this.#told.set(id, false);
    if (isDue === undefined)
      log.error({ crl: id, mount: mountId, ...place }, 'parts of a stored CRL are missing or damaged: it is made anew');
    await database.writeSql([jobs.scheduling({ kind: crlJobKind, subject: mountId })]);
    this.#told.set(id, true);
    wake();
  }
}
