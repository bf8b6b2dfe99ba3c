import { outsideWork } from '../../platform/work/work.js';
import type { AuditRow } from './record-row.js';

/** How long a refusal waits to be written together with others, in milliseconds. */
const firstMs = 100;
/** How long repetitions are counted before they are written. */
const againMs = 60_000;
/**
 * Refusals of an account in that time that have their own records, by token, address, action, target and outcome. All others share one record for each outcome.
 */
export const mostKinds = 100;

/** The repetitions after the first one was written. */
interface Again {
  readonly first: AuditRow;
  last: AuditRow;
  count: number;
}

interface Account {
  readonly kinds: Map<string, Again>;
  /** All kinds beyond {@link mostKinds}, by outcome, because a record has one. */
  readonly others: Map<string, Again>;
}

/**
 * Records refusals of known callers. The first of its kind is written a little later: if the response waited for the record, it would take longer than the one
 * for a missing object, and so reveal that the object exists. Repetitions within a minute are counted, and one record has their number. So an account, whatever
 * it tries, causes at most two hundred and three records a minute: there are three outcomes.
 */
export class RefusalTally {
  #fresh: AuditRow[] = [];
  #accounts = new Map<string, Account>();
  #soon: NodeJS.Timeout | undefined;
  #later: NodeJS.Timeout | undefined;
  /** The records that are being written, so that a flush can wait for them. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly deps: {
      readonly write: (rows: AuditRow[]) => Promise<void>;
      /** Called for refusals that could not be written. */
      readonly failed: (error: unknown) => void;
    },
  ) {}

  note(row: AuditRow): void {
    const account = this.#accountOf(row);
    const { tokenId, remoteAddress, action, targetType, targetId, outcome, problem, details } = row;
    const kind = JSON.stringify([tokenId, remoteAddress, action, targetType, targetId, outcome, problem, details]);
    const known = account.kinds.get(kind);
    if (known) count(known, row);
    else if (account.kinds.size < mostKinds) {
      account.kinds.set(kind, { first: row, last: row, count: 0 });
      this.#fresh.push(row);
      this.#soon ??= this.#after(firstMs, () => this.#writeFresh());
    } else {
      const others = account.others.get(outcome) ?? { first: row, last: row, count: 0 };
      account.others.set(outcome, others);
      count(others, row);
    }
    this.#later ??= this.#after(againMs, () => this.flush());
  }

  /** Writes waiting and counted refusals; writes that had begun are also complete then. */
  async flush(): Promise<void> {
    clearTimeout(this.#later);
    this.#later = undefined;
    const accounts = [...this.#accounts.values()];
    this.#accounts = new Map();
    const begun = this.#writing;
    await this.#writeFresh(accounts.flatMap(countedOf));
    await begun;
  }

  async #writeFresh(counted: readonly AuditRow[] = []): Promise<void> {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const rows = [...this.#fresh, ...counted];
    this.#fresh = [];
    if (rows.length === 0) return;
    const written = this.deps.write(rows);
    // The code that started it handles its failure.
    this.#writing = Promise.allSettled([this.#writing, written]);
    await written;
  }

  #accountOf({ actorId, tokenId, actorKind, actorName }: AuditRow): Account {
    const who = actorId ?? tokenId ?? `${actorKind} ${actorName}`;
    const known = this.#accounts.get(who);
    if (known) return known;
    const begun: Account = { kinds: new Map(), others: new Map() };
    this.#accounts.set(who, begun);
    return begun;
  }

  #after(ms: number, work: () => Promise<void>): NodeJS.Timeout {
    return setTimeout(() => {
      outsideWork(work).catch(this.deps.failed);
    }, ms).unref();
  }
}

function count(again: Again, row: AuditRow): void {
  again.last = row;
  again.count += 1;
}

/** The counts of an account at their last occurrence: how often since the first one, which has its own record. */
function countedOf({ kinds, others }: Account): AuditRow[] {
  const repeated = [...kinds.values()].filter((again) => again.count > 0);
  return [
    ...repeated.map(({ first, last, count: times }) => ({
      ...last,
      details: JSON.stringify({ ...detailsOf(last), again: times, since: first.at.toISOString() }),
    })),
    ...[...others.values()].map(othersOf),
  ];
}

const othersOf = ({ first, last, count: times }: Again): AuditRow => ({
  ...last,
  organizationId: null,
  tokenId: null,
  remoteAddress: null,
  requestId: null,
  action: 'several',
  targetType: 'several',
  targetId: 'several',
  targetName: null,
  details: JSON.stringify({
    count: times,
    since: first.at.toISOString(),
    last: { action: last.action, id: last.targetId },
  }),
});

const detailsOf = ({ details }: AuditRow): object => {
  const value: unknown = details === null ? {} : JSON.parse(details);
  return typeof value === 'object' && value !== null ? value : {};
};
