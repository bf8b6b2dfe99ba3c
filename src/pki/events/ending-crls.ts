import { bigint, date, text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { crlExpiringEvent } from './pki-events.js';

const hour = 3_600_000;

const crlReader = rowReader({
  id: text,
  issuerId: text,
  number: bigint,
  nextUpdate: date,
  announcedHours: text,
});

/** The latest complete CRLs of a mount that end before a time. Delta CRLs end every few minutes. */
const latestBefore = `SELECT ${crlReader.selection('c')} FROM "Crl" c
  WHERE c."mountId" = ? AND c."delta" = ? AND c."nextUpdate" < ? AND NOT EXISTS (
    SELECT 1 FROM "Crl" n WHERE n."issuerId" = c."issuerId" AND n."delta" = c."delta" AND n."number" > c."number")`;

/** Reports each CRL that nobody has replaced once for each number of hours before its end. */
export class EndingCrls {
  constructor(private readonly deps: { database: Database }) {}

  /** @returns when the next one is to be reported, if that is within `lookMs` */
  async announce(mountId: string, hours: readonly number[], now: Date, lookMs: number): Promise<Date | null> {
    const { database } = this.deps;
    const farthest = new Date(now.getTime() + Math.max(...hours) * hour + lookMs);
    const rows = await database.readSql(latestBefore, [mountId, false, farthest]);
    let next: Date | null = null;
    for (const crl of rows.map(crlReader.read)) {
      const known = hoursOf(crl.announcedHours);
      const left = hours.filter((count) => !known.includes(count));
      const isDue = (count: number) => crl.nextUpdate.getTime() - count * hour <= now.getTime();
      const due = left.filter(isDue);
      for (const count of left.filter((each) => !isDue(each))) {
        const at = new Date(crl.nextUpdate.getTime() - count * hour);
        if (next === null || at < next) next = at;
      }
      if (due.length === 0) continue;
      await database.transaction(async (tx) => {
        const { count } = await tx.crl.updateMany({
          where: { id: crl.id, announcedHours: crl.announcedHours },
          data: { announcedHours: [...known, ...due].join() },
        });
        // Another process was faster, or another CRL has replaced it.
        if (count === 1) await recordEvents(tx, ...due.map((each) => crlExpiringEvent({ mountId, ...crl }, each, now)));
      });
    }
    return next;
  }
}

const hoursOf = (list: string): readonly number[] => (list === '' ? [] : list.split(',').map(Number));
