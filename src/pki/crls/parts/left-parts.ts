import { setTimeout as pause } from 'node:timers/promises';
import { text } from '../../../platform/database/columns.js';
import type { SqlParameter, SqlWrite } from '../../../platform/database/database.js';
import type { Log } from '../../../platform/log/log.js';
import type { CrlDatabase, PartsPlace } from './place.js';

/** By one publication, which others wait for: what is left after a CRL that had little in common is removed by several. */
const mostRemoved = 16;
/** In the commit of the publication itself. */
const mostAhead = 8;
/** A failed removal is tried again after this time. */
const againMs = 30_000;
/** Places where something is tried again; in others the next publication does it. */
const mostWaiting = 1_000;

const oldParts = 'SELECT "digest" FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ? AND "number" <= ?';
const removePart = 'DELETE FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ? AND "digest" = ? AND "number" <= ?';
const aheadParts = 'SELECT "digest" FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ? AND "number" > ?';
const removeAhead = 'DELETE FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ? AND "digest" = ?';

/** Says once that parts are not removed, until all are, and counts each time. */
export class RemovalFailures {
  readonly #listeners: (() => void)[] = [];
  /** Those who have parts that they could not remove. */
  readonly #failing = new Set<object>();

  constructor(private readonly deps: { readonly log: Pick<Log, 'warn'> }) {}

  /** Listens to each failure. */
  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** @param whose who removes them: each of several succeeds for itself */
  failed(whose: object, error: unknown): void {
    for (const listener of this.#listeners) listener();
    const isTold = this.#failing.size > 0;
    this.#failing.add(whose);
    if (isTold) return;
    this.deps.log.warn({ err: error }, 'parts of former CRLs could not be removed: it is tried again');
  }

  /** Nothing is left that it could not remove. */
  succeeded(whose: object): void {
    this.#failing.delete(whose);
  }
}

/**
 * Removes parts that no CRL names: of one that was replaced, of an attempt that was overtaken, or of a process that ended before it published. Whoever publishes
 * does, in its place. It may not touch what another process is writing for a CRL after that: those parts have a higher number.
 */
export class LeftParts {
  /** Where it failed, and up to which number. */
  readonly #again = new Map<string, { readonly place: PartsPlace; readonly number: bigint }>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly deps: {
      readonly database: CrlDatabase;
      /** The parts of current CRLs. */
      readonly named: (place: PartsPlace) => Promise<ReadonlySet<string>>;
      readonly removals?: RemovalFailures | undefined;
    },
  ) {}

  /**
   * In small commits, after a CRL with this number was published, which counts whatever comes of this. What is left by a crash is removed by whoever publishes
   * next.
   */
  async remove(places: readonly PartsPlace[], number: bigint): Promise<void> {
    for (const place of places) await this.#attempt(place, number);
  }

  /**
   * With the publication of a CRL, parts with higher numbers: of an attempt of a fast clock, or of another group of issuers, which no number would ever reach.
   * Whoever writes parts at that moment began before this publication, and fails because of it: nobody needs them. They are not removed afterwards, beside those
   * that are written for the next CRL.
   * @param kept what the published CRLs name
   */
  async ahead(places: readonly PartsPlace[], number: bigint, kept: ReadonlySet<string>): Promise<readonly SqlWrite[]> {
    const found: SqlParameter[][] = [];
    for (const { issuerId, scope } of places) {
      const rows = await this.deps.database.readAnew(aheadParts, [issuerId, scope, number]);
      if (rows.length === 0) continue;
      const named = await this.deps.named({ issuerId, scope });
      const left = rows.map((row) => text(row['digest'])).filter((digest) => !named.has(digest) && !kept.has(digest));
      found.push(...left.map((digest) => [issuerId, scope, digest]));
    }
    if (found.length === 0) return [];
    return [{ sql: removeAhead, rows: found.slice(0, mostAhead) }];
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #attempt(place: PartsPlace, number: bigint): Promise<void> {
    const { removals } = this.deps;
    const key = `${place.issuerId} ${place.scope}`;
    try {
      await this.#remove(place, number);
      if (this.#again.delete(key) && this.#again.size === 0) removals?.succeeded(this);
    } catch (error) {
      if (this.#isClosed) return;
      removals?.failed(this, error);
      if (this.#again.size < mostWaiting) this.#again.set(key, { place, number });
      this.#timer ??= setTimeout(() => void this.#tryAgain(), againMs).unref();
    }
  }

  async #tryAgain(): Promise<void> {
    const waiting = [...this.#again.values()];
    for (const { place, number } of waiting) if (!this.#isClosed) await this.#attempt(place, number);
    this.#timer = undefined;
    if (this.#again.size > 0 && !this.#isClosed) this.#timer = setTimeout(() => void this.#tryAgain(), againMs).unref();
  }

  async #remove(place: PartsPlace, number: bigint): Promise<void> {
    const { database, named } = this.deps;
    const { issuerId, scope } = place;
    const rows = await database.readSql(oldParts, [issuerId, scope, number]);
    if (rows.length === 0) return;
    // Read after the parts: what is published meanwhile names these, or parts with higher numbers.
    const kept = await named(place);
    const left = rows.map((row) => text(row['digest'])).filter((digest) => !kept.has(digest));
    for (const digest of left.slice(0, mostRemoved)) {
      const began = performance.now();
      await database.background.writeSql([{ sql: removePart, rows: [[issuerId, scope, digest, number]] }]);
      await pause(performance.now() - began);
    }
  }
}
