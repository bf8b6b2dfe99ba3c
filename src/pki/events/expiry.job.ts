import type { Clock } from '../../platform/clock.js';
import { date, text } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { noWindows } from './asked-windows.js';
import type { AskedWindows } from './asked-windows.js';
import { EndingCrls } from './ending-crls.js';
import { expiringEvent } from './pki-events.js';

/** Kind of the job that reports certificates that will expire soon. There is one such job, and it schedules itself again. */
export const expiryJobKind = 'pki.expiry';

const day = 86_400_000;
/** It checks at least this often, in milliseconds: new certificates may expire soon. */
export const longestExpiryWaitMs = 3_600_000;
/** Certificates that one transaction reports. */
const batchSize = 500;

const endingReader = rowReader({
  certificateId: { sql: 'c."id"', read: text },
  serialNumber: text,
  issuerId: text.orNull,
  notAfter: date,
});

/** A position among the certificates of a mount, in order of their expiry: everything before it has been reported. */
interface Horizon {
  readonly notAfter: Date;
  readonly certificateId: string;
}

/**
 * Reports each certificate once for each configured number of days before its expiry. Each number of days has a horizon, which passes each expiry once, and
 * moves in the transaction that records the event. A certificate that is issued for a shorter time is not reported for that number. CRLs are reported only to
 * who asks for them.
 */
export class ExpiryAnnouncements {
  readonly #crls: EndingCrls;

  constructor(
    private readonly deps: {
      database: Database;
      clock: Clock;
      /** For every mount. */
      days: readonly number[];
      /** For single mounts, in addition. */
      asked?: () => Promise<AskedWindows>;
    },
  ) {
    this.#crls = new EndingCrls(deps);
  }

  /** @returns when to check again */
  async run(signal?: AbortSignal): Promise<Date> {
    const { database, clock, days } = this.deps;
    const now = clock.now();
    let next = new Date(now.getTime() + longestExpiryWaitMs);
    const earlier = (due: Date | null) => {
      if (due && due < next) next = due;
    };
    const mounts = await database.client.mount.findMany({ select: { id: true } });
    const asked = (await this.deps.asked?.()) ?? noWindows;
    for (const { id } of mounts) {
      const hours = asked.crlHours.get(id) ?? [];
      if (hours.length > 0) earlier(await this.#crls.announce(id, hours, now, longestExpiryWaitMs));
      for (const count of new Set([...days, ...(asked.certificateDays.get(id) ?? [])])) {
        const horizon = new Date(now.getTime() + count * day);
        await this.#announce(id, count, now, horizon, signal);
        const following = await this.#nextEnd(id, horizon);
        earlier(following && new Date(Math.max(following.getTime() - count * day, now.getTime() + 1_000)));
      }
    }
    return next;
  }

  async #announce(mountId: string, days: number, now: Date, horizon: Date, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const seen = await this.#seen(mountId, days, now);
      const found = await this.#between(
        mountId,
        seen.notAfter < now ? { notAfter: now, certificateId: '' } : seen,
        horizon,
      );
      const last = found.length < batchSize ? { notAfter: horizon, certificateId: '' } : found.at(-1);
      if (!last || last.notAfter < seen.notAfter) return;
      const moved = await this.deps.database.transaction(async (tx) => {
        const { count } = await tx.expiryHorizon.updateMany({
          where: { mountId, days, ...seen },
          data: { notAfter: last.notAfter, certificateId: last.certificateId },
        });
        if (count === 0) return false;
        const events = found.map((certificate) => expiringEvent({ mountId, ...certificate }, days, now));
        await recordEvents(tx, ...events);
        return true;
      });
      // If another process was faster, that one continues.
      if (!moved || found.length < batchSize) return;
    }
  }

  /** The stored horizon. At first, all certificates that have not expired are still to be reported. */
  async #seen(mountId: string, days: number, now: Date): Promise<Horizon> {
    const { expiryHorizon } = this.deps.database.client;
    return expiryHorizon.upsert({
      where: { mountId_days: { mountId, days } },
      create: { mountId, days, notAfter: now },
      update: {},
      select: { notAfter: true, certificateId: true },
    });
  }

  async #between(mountId: string, { notAfter, certificateId }: Horizon, end: Date) {
    const rows = await this.deps.database.readSql(
      `SELECT ${endingReader.selection('c')} FROM "Certificate" c
        WHERE c."mountId" = ? AND (c."notAfter", c."id") > (?, ?) AND c."notAfter" < ? AND c."revokedAt" IS NULL
        ORDER BY c."notAfter", c."id" LIMIT ${batchSize}`,
      [mountId, notAfter, certificateId, end],
    );
    return rows.map(endingReader.read);
  }

  async #nextEnd(mountId: string, from: Date): Promise<Date | null> {
    const rows = await this.deps.database.readSql(
      `SELECT "notAfter", "revokedAt" FROM "Certificate" WHERE "mountId" = ? AND "notAfter" >= ? ORDER BY "notAfter", "id" LIMIT ${batchSize}`,
      [mountId, from],
    );
    // Where many in a row are revoked, it looks again when the last of these ends.
    const next = rows.find((row) => row['revokedAt'] === null) ?? (rows.length < batchSize ? undefined : rows.at(-1));
    return next ? date(next['notAfter']) : null;
  }
}
