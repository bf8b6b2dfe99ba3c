import type { Clock } from '../../platform/clock.js';
import { text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { JobHint } from '../../platform/jobs/job-hint.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import { besideIssuerChanges } from '../issuers/former-issuers.js';
import { readNames, searchNames } from './names.js';

export const nameIndexJobKind = 'certificate-names';

/** Certificates in one transaction: requests must not wait long behind it. */
const certificatesAtOnce = 50;
/** Names in one transaction, unless a single certificate has more. */
const namesAtOnce = 10_000;
/** Milliseconds from the first certificate without an index to the beginning of the work. */
const gatheringMs = 500;
/** Milliseconds after which it looks even if nobody reported that there is something to do. */
export const lookAgainMs = 3_600_000;

/**
 * Fills CertificateName after issuance. A certificate records that it is not indexed yet, so that issuing it writes only one row. The job is only a hint to
 * look.
 */
export class NameIndex {
  readonly #hint: JobHint;

  constructor(
    private readonly deps: {
      database: Database;
      jobs: JobStore;
      clock: Clock;
      wake: () => void;
      failed: (error: unknown) => void;
    },
  ) {
    this.#hint = new JobHint(deps, { kind: nameIndexJobKind, gatheringMs });
  }

  /** Must be called after every stored certificate; costs nothing while a call is pending. */
  noticed(): void {
    this.#hint.give();
  }

  /** Makes the job due. */
  schedule(): Promise<void> {
    return this.#hint.schedule();
  }

  stop(): void {
    this.#hint.stop();
  }

  /** @returns when to look again */
  async run(signal: AbortSignal): Promise<Date> {
    while (!signal.aborted && (await this.#some()) > 0);
    return new Date(this.deps.clock.now().getTime() + lookAgainMs);
  }

  /** @returns how many were indexed */
  async #some(): Promise<number> {
    const { database } = this.deps;
    const found = await database.readSql(findNew, [false, certificatesAtOnce]);
    if (found.length === 0) return 0;
    const certificateIds: string[] = [];
    const mounts = new Set<string>();
    const rows: string[][] = [];
    for (const row of found) {
      const [id, mountId] = [text(row['id']), text(row['mountId'])];
      const names = searchNames(text(row['commonName']), readNames(text(row['names'])));
      if (rows.length > 0 && rows.length + names.length > namesAtOnce) break;
      certificateIds.push(id);
      mounts.add(mountId);
      for (const [index, { kind, name }] of names.entries()) rows.push([`${id}.${index}`, mountId, id, kind, name]);
    }
    // As many as the statement has placeholders for.
    const places = Array.from({ length: certificatesAtOnce }, (_, at) => certificateIds[at] ?? certificateIds[0] ?? '');
    await database.writeSql([
      ...besideIssuerChanges(database.provider, ...mounts),
      { sql: insertName, rows },
      { sql: markIndexed, rows: [[true, ...places]] },
    ]);
    return certificateIds.length;
  }
}

const findNew =
  'SELECT "id", "mountId", "commonName", "names" FROM "Certificate" WHERE "indexed" = ? ORDER BY "id" LIMIT ?';
const insertName =
  'INSERT INTO "CertificateName" ("id", "mountId", "certificateId", "kind", "name") VALUES (?, ?, ?, ?, ?) ' +
  'ON CONFLICT DO NOTHING';
const markIndexed =
  'UPDATE "Certificate" SET "indexed" = ? ' +
  `WHERE "id" IN (${Array.from({ length: certificatesAtOnce }, () => '?').join(', ')})`;
