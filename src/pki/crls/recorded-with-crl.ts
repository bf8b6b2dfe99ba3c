import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import { keepApart } from '../../platform/database/lost-race.js';
import type { RevocationRow } from '../../platform/database/models.js';
import { eventWrites } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import { currentWork } from '../../platform/work/work.js';
import type { Work } from '../../platform/work/work.js';
import { crlEvent, revokedEvent } from '../events/pki-events.js';
import type { Authority, AuthorityReader } from '../issuers/authority.js';
import { revocationWrites } from '../revocation/record-revocation.js';
import type { CrlBuilder } from './crl-builder.js';
import { crlGroupOf } from './crl-group.js';
import type { CrlGroup } from './crl-group.js';
import { packRows } from './crl-order.js';
import { isOfTheFuture } from './crl-schedule.js';
import { later } from './crl-standing.js';
import type { CrlStanding } from './crl-standing.js';
import { replacing } from './crl.store.js';
import type { CrlHead, NewCrl } from './crl.store.js';
import { CrlReplaced } from './crls.js';
import type { Crls } from './crls.js';
import { newCrl, orderOf } from './new-crl.js';
import type { RevokedRows } from './revoked-rows.js';

/** Entries of a CRL that is built while revocations wait for it: more are built after them, on another thread. */
const mostEntries = 1_000n;
/** Pages of revocations that others recorded without a CRL. */
const mostPages = 4;
/** Revocations of one commit. */
const mostTogether = 200;
/** Other processes that revoke in the same mount are faster at most so often; then each revocation is recorded without its CRL. */
const attempts = 4;
const longestPauseMs = 10;
/** Issuers whose standing is known without reading it. */
const mostKnown = 200;

/** A revocation that is to be recorded: everything but its place in the mount. */
export interface Recordable {
  readonly row: Omit<RevocationRow, 'ordinal'>;
  /** What else belongs to its commit. */
  readonly beside: readonly SqlWrite[];
}

interface Waiting extends Recordable {
  readonly authority: Authority;
  readonly standing: CrlStanding;
  readonly work: Work | undefined;
  readonly recorded: (row: RevocationRow | null) => void;
  readonly failed: (error: unknown) => void;
}

/** What is read again when others were faster. */
export interface Standings {
  /** Where the CRL of an issuer stands now; undefined if it has none, or is not in the mount. */
  standing(mountId: string, issuerId: string): Promise<CrlStanding | undefined>;
  /** Which of these certificates are revoked by now. */
  revoked(mountId: string, issuerId: string, serialNumbers: readonly string[]): Promise<readonly string[]>;
}

interface Known {
  readonly authority: Authority;
  readonly standing: CrlStanding;
}

/**
 * Records revocations together with the CRL that has them, in one commit: whoever sees a revocation sees its CRL, and a process that ends in between leaves
 * neither. All that wait for an issuer share a CRL and a commit. What was read before is checked by the batch itself: if somebody else revoked, published or
 * changed issuers meanwhile, nothing of it is kept, and it is tried again.
 */
export class RecordedWithCrl {
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #known = new LRUCache<string, Known>({ max: mostKnown });

  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly crls: Pick<Crls, 'runs' | 'octets' | 'keep'>;
      readonly builder: Pick<CrlBuilder, 'build'>;
      readonly authorities: Pick<AuthorityReader, 'byId'>;
      readonly rows: Pick<RevokedRows, 'since'>;
      readonly standings: Standings;
      readonly clock: Clock;
    },
  ) {}

  /**
   * @param standing as it was read after the authority
   * @returns the row; null if it must be recorded without its CRL, which somebody then publishes: the CRL is large, or has a delta or shards, its key is in a
   * token, other processes were faster each time, or the certificate was revoked meanwhile
   */
  async record(authority: Authority, standing: CrlStanding, recordable: Recordable): Promise<RevocationRow | null> {
    const { issuerId, shard } = recordable.row;
    if (shard !== null || !groupAt({ authority, standing }, issuerId, 1, this.deps.clock.now())) return null;
    const work = currentWork();
    const row = await new Promise<RevocationRow | null>((recorded, failed) => {
      const waiting = this.#waiting.get(issuerId) ?? [];
      this.#waiting.set(issuerId, waiting);
      waiting.push({ ...recordable, authority, standing, work, recorded, failed });
      this.#next(issuerId);
    });
    if (row) work?.kept();
    return row;
  }

  #next(issuerId: string): void {
    void this.deps.crls.runs.run(issuerId, 'revoke', async () => {
      const waiting = this.#waiting.get(issuerId) ?? [];
      const turn = waiting.splice(0, mostTogether);
      if (waiting.length > 0) this.#next(issuerId);
      else this.#waiting.delete(issuerId);
      try {
        await this.#together(issuerId, turn);
      } catch (error) {
        this.#known.delete(issuerId);
        for (const { failed } of turn) failed(error);
      }
      return null;
    });
  }

  async #together(issuerId: string, turn: readonly Waiting[]): Promise<void> {
    const asked = turn.filter(({ work, failed }) => {
      if (!work?.cancelled) return true;
      failed(new Error('nobody waits for it any more'));
      return false;
    });
    const [first] = asked;
    if (!first) return;
    const { mountId } = first.row;
    // Of two that mean one certificate, the first counts.
    const left = new Map(asked.toReversed().map((each) => [each.row.serialNumber, each]));
    let known: Known | undefined = this.#latest(issuerId, asked);
    for (let attempt = 1; attempt <= attempts && known; attempt++) {
      const rows = await this.#attempt(issuerId, known, [...left.values()]);
      if (rows === 'otherwise') break;
      if (rows !== 'overtaken') {
        for (const { row, recorded } of asked) recorded(rows.get(row.serialNumber) ?? null);
        return;
      }
      await keepApart(attempt, longestPauseMs);
      known = await this.#read(mountId, issuerId);
      // One that somebody else revoked meanwhile would stop all others.
      const numbers = await this.deps.standings.revoked(mountId, issuerId, [...left.keys()]);
      for (const number of numbers) left.delete(number);
      if (left.size === 0) break;
    }
    this.#known.delete(issuerId);
    for (const { recorded } of asked) recorded(null);
  }

  /** What is known of the issuer: as it was read last, or as this process left it since. */
  #latest(issuerId: string, asked: readonly Waiting[]): Known | undefined {
    const left = this.#known.get(issuerId);
    const all: readonly Known[] = left ? [left, ...asked] : asked;
    return all.reduce((one, other) => (later(one.standing, other.standing) === one.standing ? one : other));
  }

  async #read(mountId: string, issuerId: string): Promise<Known | undefined> {
    const standing = await this.deps.standings.standing(mountId, issuerId);
    return standing && { standing, authority: await this.deps.authorities.byId(mountId) };
  }

  /** @returns the rows by serial number; `overtaken` if others were faster; `otherwise` if it cannot be done this way */
  async #attempt(
    issuerId: string,
    known: Known,
    turn: readonly Waiting[],
  ): Promise<ReadonlyMap<string, RevocationRow> | 'overtaken' | 'otherwise'> {
    const { database, crls } = this.deps;
    const { authority, standing } = known;
    const now = this.deps.clock.now();
    const group = groupAt(known, issuerId, turn.length, now);
    if (!group) return 'otherwise';
    const rows = turn.map(({ row }, at) => ({ ...row, ordinal: standing.revokedCount + BigInt(at + 1) }));
    const crl = await this.#built(known, group, rows, now);
    if (typeof crl === 'string') return crl;
    const place = { mountId: authority.mount.id, ...standing };
    const batch = [
      ...revocationWrites(database.provider, place, rows),
      eventWrites([...rows.map(revokedEvent), crlEvent(crl)]),
      ...together(turn.flatMap(({ beside }) => beside)),
      ...replacing(standing.last, standing.crlNumber, crl),
    ];
    try {
      await database.writeSql(batch);
    } catch (error) {
      if (error instanceof ChangesMissing) return 'overtaken';
      throw error;
    }
    crls.keep(crl, crl.octets);
    this.#known.set(issuerId, { authority, standing: after(standing, rows, crl) });
    return new Map(rows.map((row) => [row.serialNumber, row]));
  }

  /** Otherwise if it cannot be built: whoever builds it afterwards says why. */
  async #built(
    { authority, standing }: Known,
    { group, signer }: Signed,
    rows: readonly RevocationRow[],
    now: Date,
  ): Promise<(NewCrl & CrlHead) | 'overtaken' | 'otherwise'> {
    const { crls, builder } = this.deps;
    const { last, crlNumber } = standing;
    try {
      const base = await crls.octets(last);
      const order = { ...orderOf(authority, signer, crlNumber + 1n, now), deltaBase: undefined, base, leaving: [] };
      const built = await builder.build(order, Number(last.entryCount), this.#page(group, standing, rows));
      // It is written in one row.
      if (built.octets.parts.length > 0) return 'otherwise';
      const through = rows.at(-1)?.ordinal ?? last.through;
      return { ...newCrl(authority, group, order, { ...built, through }), id: ids.crl.make() };
    } catch (error) {
      return error instanceof CrlReplaced ? 'overtaken' : 'otherwise';
    }
  }

  /** What is added to the CRL: what others recorded without one, and these. One page is joined in this thread. */
  async *#page(group: CrlGroup, { behind, last, revokedCount }: CrlStanding, rows: readonly RevocationRow[]) {
    const before = behind ? await this.#since(group, last.through, revokedCount) : [];
    yield [...before, packRows(rows)].join('\n');
  }

  /** What others recorded without a CRL. */
  async #since({ members }: CrlGroup, after: bigint, through: bigint): Promise<readonly string[]> {
    const pages: string[] = [];
    for await (const page of this.deps.rows.since({ issuerIds: members.map(({ id }) => id), after, through }))
      if (pages.push(page) > mostPages) throw new Error('too many revocations wait for a CRL');
    return pages;
  }
}

interface Signed {
  readonly group: CrlGroup;
  readonly signer: Authority['issuers'][number];
}

/** The issuer and who signs, if its CRL is of the plain kind that is built here; undefined otherwise. */
function groupAt({ authority, standing }: Known, issuerId: string, count: number, now: Date): Signed | undefined {
  const { revision, crl: config } = authority.mount;
  const { last, hasDelta, firstEnd } = standing;
  if (revision !== standing.revision || config.autoRebuild || config.disable || config.enableDelta) return undefined;
  const group = crlGroupOf(authority, issuerId);
  if (!group?.signer || group.signer.isKeyRemote || group.members.length !== 1) return undefined;
  if (hasDelta || last.suppressed || isOfTheFuture(last, now)) return undefined;
  // RFC 5280 3.3: an entry whose certificate had expired before the last CRL leaves with the next one.
  if (firstEnd !== null && firstEnd < last.thisUpdate) return undefined;
  const entries = last.entryCount + BigInt(count);
  if (entries > mostEntries || (config.maxCrlEntries >= 0 && entries > BigInt(config.maxCrlEntries))) return undefined;
  return { group, signer: group.signer };
}

function after(before: CrlStanding, rows: readonly RevocationRow[], crl: CrlHead): CrlStanding {
  const ends = rows.map(({ notAfter }) => notAfter.getTime());
  if (before.firstEnd) ends.push(before.firstEnd.getTime());
  const firstEnd = new Date(Math.min(...ends));
  return { ...before, revokedCount: crl.through, crlNumber: crl.number, last: crl, behind: false, firstEnd };
}

/** Statements of one text run one after the other as one. */
function together(writes: readonly SqlWrite[]): readonly SqlWrite[] {
  const bySql = new Map<string, SqlWrite>();
  for (const write of writes) {
    const before = bySql.get(write.sql);
    bySql.set(write.sql, before ? { ...before, rows: [...before.rows, ...write.rows] } : write);
  }
  return [...bySql.values()];
}
