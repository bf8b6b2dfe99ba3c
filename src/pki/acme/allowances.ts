import type { RequestOrigin } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { bigint, text } from '../../platform/database/columns.js';
import type { Database, SqlWrite } from '../../platform/database/database.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { networkOf, siteOf } from '../../platform/networks.js';
import type { AcmeAccount } from './account.store.js';
import { AcmeProblem } from './acme-problem.js';

/** How much is allowed in an hour; null for no limit. */
export interface HourlyAllowances {
  /** New accounts without a key that was handed out, from one address. */
  readonly accounts: number | null;
  /** Names in orders of one account, and of all accounts without such a key from one address. */
  readonly names: number | null;
}

/** The defaults of the settings. */
export const usualAllowances: HourlyAllowances = { accounts: 100, names: 1_000 };

/** What a request uses up of one allowance. */
interface Taking {
  readonly key: string;
  /** In an hour. */
  readonly most: number;
  readonly amount: number;
  /** For its client. */
  readonly what: string;
}
export type Takings = readonly Taking[];

const hour = 3_600_000;
/** So many addresses of IPv6 share what a caller with a whole site (/48) may do. */
const networksOfSite = 10;

/** A time further away is of a clock that was wrong, and means nothing: nobody would be let in before that time. Clocks of nodes differ by less than the hour that is left. */
const farthestMs = 2 * hour;

/** What is used up comes back evenly, all of it within an hour. PostgreSQL decides again with the row of whoever was faster. */
const takeSql = `INSERT INTO "AcmeAllowance" ("key", "fullAt") VALUES (?, ?)
  ON CONFLICT ("key") DO UPDATE SET "fullAt" = CASE WHEN "AcmeAllowance"."fullAt" BETWEEN ? AND ? THEN "AcmeAllowance"."fullAt" ELSE ? END + ?
  WHERE "AcmeAllowance"."fullAt" <= ? OR "AcmeAllowance"."fullAt" > ?`;

const reader = rowReader({ key: text, fullAt: bigint });

/**
 * What strangers may do by ACME (RFC 8555 §6.6). It is counted in the database, within the batch that does it: all nodes count together, and nothing is forgotten by a
 * restart. A row says when everything is there again, so there is one for each account and address of the last hour.
 */
export class Allowances {
  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly clock: Clock;
      readonly hourly: HourlyAllowances;
    },
  ) {}

  /** A new account without a key. */
  ofNewAccount(mountId: string, origin: RequestOrigin): Takings {
    const { accounts } = this.deps.hourly;
    return accounts === null ? [] : ofAddress('accounts', mountId, origin, accounts, 1, 'new accounts');
  }

  /** So many names in an order of an account; another change of it counts as one. Whoever has accounts from many addresses has the allowance of each account, too. */
  ofNames({ id, mountId, eabKeyId }: AcmeAccount, origin: RequestOrigin, amount: number): Takings {
    const { names } = this.deps.hourly;
    if (names === null) return [];
    const own = { key: `names ${id}`, most: names, amount, what: 'names in orders and changes of an account' };
    // Addresses come before accounts, in every batch: two of them never wait for each other.
    return eabKeyId === null
      ? [...ofAddress('names', mountId, origin, names, amount, 'names in orders and changes of accounts'), own]
      : [own];
  }

  /** Before anything is written: a flood costs a read. @throws AcmeProblem `rateLimited` */
  async require(takings: Takings): Promise<void> {
    if (takings.length === 0) return;
    const now = this.#now();
    const marks = takings.map(() => '?').join(', ');
    const sql = `SELECT ${reader.selection('a')} FROM "AcmeAllowance" a WHERE a."key" IN (${marks})`;
    const rows = await this.deps.database.readSql(
      sql,
      takings.map(({ key }) => key),
    );
    const fullAt = new Map(rows.map(reader.read).map((row) => [row.key, Number(row.fullAt)]));
    const waits = takings.map((taking) => {
      const at = fullAt.get(taking.key) ?? now;
      return { taking, ms: (at > now + farthestMs ? now : Math.max(now, at)) - latestOf(taking, now) };
    });
    const [longest] = waits.toSorted((one, other) => other.ms - one.ms);
    if (!longest || longest.ms <= 0) return;
    const { most, what } = longest.taking;
    throw new AcmeProblem('rateLimited', `too many ${what}: at most ${most} in an hour`, {
      headers: { 'retry-after': String(Math.ceil(longest.ms / 1000)) },
    });
  }

  /** For the batch that does it, which fails if others were faster: {@link require} then says so. */
  using(takings: Takings): readonly SqlWrite[] {
    const now = this.#now();
    return takings.map((taking) => {
      const costs = costOf(taking);
      const farthest = now + farthestMs;
      const values = [now + costs, now, farthest, now, costs, latestOf(taking, now), farthest];
      return { sql: takeSql, rows: [[taking.key, ...values.map((value) => BigInt(value))]], changes: 1 };
    });
  }

  /** Removes rows that mean nothing any more, a batch at a time. @returns whether there may be more */
  async clean(most: number): Promise<boolean> {
    const { background } = this.deps.database;
    const over = { fullAt: { lt: BigInt(this.#now()) } };
    const rows = await background.client.acmeAllowance.findMany({
      where: over,
      orderBy: { fullAt: 'asc' },
      select: { key: true },
      take: most,
    });
    const key = { in: rows.map((row) => row.key) };
    // One may have been used meanwhile.
    await background.client.acmeAllowance.deleteMany({ where: { key, ...over } });
    return rows.length === most;
  }

  #now(): number {
    return this.deps.clock.now().getTime();
  }
}

function ofAddress(
  kind: 'accounts' | 'names',
  mountId: string,
  { remoteAddress }: RequestOrigin,
  most: number,
  amount: number,
  what: string,
): Takings {
  const of = (place: string, times: number): Taking => ({
    key: `${kind} ${mountId} ${place}`,
    most: most * times,
    amount,
    what: `${what} from one address`,
  });
  const site = siteOf(remoteAddress);
  return [...(site === null ? [] : [of(site, networksOfSite)]), of(networkOf(remoteAddress), 1)];
}

/** Milliseconds in which it comes back. An order with more names than are allowed in an hour takes all. */
const costOf = ({ most, amount }: Taking): number => Math.ceil((Math.min(amount, most) * hour) / most);

/** When everything may be there again, at the latest, for this to be allowed now. */
const latestOf = (taking: Taking, now: number): number => now + hour - costOf(taking);
