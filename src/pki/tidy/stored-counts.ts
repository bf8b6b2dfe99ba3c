import { bigint, date, text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';

/** What a mount stores. */
export interface CertificateCounts {
  readonly certificates: number;
  readonly revoked: number;
}

/** Rows that one statement counts: SQLite counts them on the thread that serves. */
const atOnce = 5_000;
/** How old the counts of metrics may be, in milliseconds. */
const freshMs = 60_000;

const first = { time: new Date(0), id: '' };
/** Tables with an index by mount and this time. */
const times = { Certificate: 'issuedAt', Revocation: 'revokedAt' } as const;

/** How many certificates and revocations mounts store. Counted where somebody asks, a few thousand at a time: issuance writes no counter. */
export class StoredCounts {
  readonly #known = new Map<string, { readonly at: number; readonly counts: CertificateCounts }>();

  constructor(private readonly deps: { readonly database: Database }) {}

  async of(mountId: string): Promise<CertificateCounts> {
    const certificates = await this.#count('Certificate', mountId);
    return { certificates, revoked: await this.#count('Revocation', mountId) };
  }

  /** The same, not older than a minute: whoever reads metrics does so every few seconds. */
  async recently(mountId: string): Promise<CertificateCounts> {
    const known = this.#known.get(mountId);
    const now = performance.now();
    if (known && now - known.at < freshMs) return known.counts;
    const counts = await this.of(mountId);
    this.#known.set(mountId, { at: now, counts });
    return counts;
  }

  async #count(table: keyof typeof times, mountId: string): Promise<number> {
    const { database } = this.deps;
    const time = `"${times[table]}"`;
    const rows = `FROM "${table}" WHERE "mountId" = ? AND (${time}, "id") > (?, ?) ORDER BY ${time}, "id"`;
    let total = 0;
    for (let after: typeof first | null = first; after;) {
      const from = [mountId, after.time, after.id] as const;
      const [counted] = await database.readSql(
        `SELECT count(*) AS "n" FROM (SELECT 1 ${rows} LIMIT ${atOnce}) c`,
        from,
      );
      total += Number(bigint(counted?.['n']));
      const [last] = await database.readSql(
        `SELECT ${time} AS "time", "id" ${rows} LIMIT 1 OFFSET ${atOnce - 1}`,
        from,
      );
      after = last ? { time: date(last['time']), id: text(last['id']) } : null;
    }
    return total;
  }
}
