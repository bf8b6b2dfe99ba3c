import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database/database.js';
import type { JobStore } from '../../../platform/jobs/job.store.js';
import type { Log } from '../../../platform/log/log.js';
import { problemOf, ProblemError } from '../../../platform/problems.js';
import type { CrlConfig } from '../../config/crl-config.js';
import type { AuthorityReader } from '../../issuers/authority.js';
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
  readonly entryCount: bigint;
}

/** Whether a CRL of so many entries would not be made today (`max_crl_entries`; less than 0 for no limit). */
export const isAbove = (entryCount: bigint, { maxCrlEntries: most }: Pick<CrlConfig, 'maxCrlEntries'>): boolean =>
  most >= 0 && entryCount > BigInt(most);

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
      readonly authorities: Pick<AuthorityReader, 'byId'>;
      /** Wakes the job runner. */
      readonly wake: () => void;
    },
  ) {}

  async found(crl: DamagedCrl): Promise<void> {
    const { id, mountId } = crl;
    const { database, jobs, wake } = this.deps;
    const isDue = this.#told.get(id);
    if (isDue === true) return;
    this.#told.set(id, false);
    if (isDue === undefined) await this.#tell(crl);
    await database.writeSql([jobs.scheduling({ kind: crlJobKind, subject: mountId })]);
    this.#told.set(id, true);
    wake();
  }

  async #tell({ id, mountId, issuerId, scope, entryCount }: DamagedCrl): Promise<void> {
    const { log, authorities } = this.deps;
    const found = 'parts of a stored CRL are missing or damaged';
    const about = { crl: id, mount: mountId, issuerId, scope };
    // A mount that cannot be read is for the job to tell of: it is due all the same.
    const config = await authorities.byId(mountId).then(
      ({ mount }) => mount.crl,
      () => null,
    );
    if (!config || !isAbove(entryCount, config)) log.error(about, `${found}: it is made anew`);
    else
      log.error(
        { ...about, entries: Number(entryCount), most: config.maxCrlEntries },
        `${found}, and it has more entries than its mount allows a CRL: it is made anew once more are allowed, or enough of them have expired`,
      );
  }
}
