import type { SqlParameter, SqlRow } from '../engine.js';
import { HeldAnswers, keyOf } from '../held-answers.js';
import { text } from '../columns.js';
import { currentWork, outsideWork, within } from '../../work/work.js';
import type { Work } from '../../work/work.js';
import type { NamedStatement, StatementAnswer, StatementRun } from './exchange.js';

interface Deps {
  /** Runs statements in one round trip. */
  readonly run: (runs: readonly StatementRun[]) => Promise<readonly StatementAnswer[]>;
  readonly named: (sql: string) => NamedStatement;
}

interface Waiting {
  readonly resolve: (rows: readonly SqlRow[]) => void;
  readonly reject: (reason: unknown) => void;
}

interface Asked {
  readonly key: string;
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
  /** Of the first who asks. */
  readonly work: Work | undefined;
  /** The request whose other reads of this turn go with it; `null` for one that goes alone. */
  readonly beside: Work | null;
  readonly waiting: Waiting[];
}

/** What goes in one round trip. */
type Together = readonly Asked[];

/** Answers to all of {@link Together}, in their order. */
type Answers = readonly (readonly SqlRow[])[];

/**
 * Which transactions a statement sees: those that had ended below a number, and which of them were still running. If two statements say the same, nothing was
 * committed between them, on any connection of any server, and everything between them saw the same database too.
 */
const snapshotSql = 'SELECT CAST(pg_current_snapshot() AS text) AS "snapshot"';

/** So many looks must have found nothing new before one is tried alone, without the statements: a request that follows a write makes about so many. */
const quietEnough = 4;

/** After a pause of so many milliseconds a few rows by their keys cost less than a further round trip, unless others ask in the same turn. */
const pauseMs = 10;

/**
 * As on SQLite, reads of one turn of the event loop share their answers, and answers are held for as long as nothing is committed. Whether anything was, the
 * database says after the question, once for all who ask in that turn: so a held answer is the one that the statement would give. What is not held is read
 * together with the snapshot that it will be held at, in one round trip; so is everything while others write, since what is held would be outdated, and what a
 * request that is alone reads by key after a pause: then a round trip is what is to be saved.
 */
export class SharedReads {
  readonly #held = new HeldAnswers<string>();
  #asked = new Map<string, Asked>();
  /** How many looks in succession have found nothing new. */
  #quiet = quietEnough;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: Deps) {}

  /** The rows are shared with others that asked the same, and frozen. */
  read(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]> {
    return this.#ask(sql, parameters, null);
  }

  /** The same together with what else the request reads so in this turn: where one statement fails, all do. */
  readBeside(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]> {
    return this.#ask(sql, parameters, currentWork()?.first ?? null);
  }

  /** This process has committed something, which outdates what is held. */
  wrote(): void {
    this.#quiet = 0;
  }

  #ask(sql: string, parameters: readonly SqlParameter[], beside: Work | null): Promise<readonly SqlRow[]> {
    const key = keyOf(sql, parameters);
    if (key === null) return this.readAnew(sql, parameters);
    return new Promise((resolve, reject) => {
      const known = this.#asked.get(key);
      if (known) {
        known.waiting.push({ resolve, reject });
        return;
      }
      if (this.#asked.size === 0) outsideWork(() => setImmediate(() => this.#answer()));
      const asked = { key, sql, parameters, beside, work: currentWork(), waiting: [{ resolve, reject }] };
      this.#asked.set(key, asked);
    });
  }

  #answer(): void {
    const asked = [...this.#asked.values()];
    this.#asked = new Map();
    const held: (readonly [together: Together, rows: Answers])[] = [];
    const trips = roundTrips(asked);
    const isAfterPause = this.#isAfterPause();
    const isAlone = isAfterPause && trips.length === 1 && asked.every(({ beside }) => beside !== null);
    for (const together of trips) {
      const rows = this.#quiet >= quietEnough ? together.map(({ key }) => this.#held.get(key)) : [];
      const known = rows.filter((answer) => answer !== undefined);
      if (known.length < together.length) this.#fetch(together);
      else if (isAlone) this.#fetch(together, known);
      else held.push([together, known]);
    }
    if (held.length > 0) void this.#confirm(held);
  }

  #isAfterPause(): boolean {
    const before = this.#lookedAt;
    this.#lookedAt = performance.now();
    return this.#lookedAt - before >= pauseMs;
  }

  /** Answers with what is held, unless something was committed since. */
  async #confirm(held: readonly (readonly [Together, Answers])[]): Promise<void> {
    const { version } = this.#held;
    try {
      const [answer] = await this.deps.run([this.#snapshot]);
      const now = snapshotOf(answer);
      if (now !== version) {
        this.#noted(now);
        for (const [together] of held) this.#fetch(together);
        return;
      }
      for (const [together, rows] of held) resolveAll(together, rows);
    } catch (reason) {
      for (const [together] of held) rejectAll(together, reason);
    }
  }

  /** Runs statements, for the one who asks: if several do, none of them can cancel it. @param held what they answer if nothing was committed since */
  #fetch(together: Together, held?: Answers): void {
    const read = () => this.#readToHold(together, held);
    const work = ownerOf(together);
    (work ? within(work, read) : read()).then(
      (answers) => {
        resolveAll(together, answers);
      },
      (reason: unknown) => {
        rejectAll(together, reason);
      },
    );
  }

  async #readToHold(together: Together, held: Answers | undefined): Promise<Answers> {
    const { version } = this.#held;
    const runs = together.map(({ sql, parameters }) => ({ statement: this.deps.named(sql), values: parameters }));
    const [before, ...answers] = await this.deps.run([this.#snapshot, ...runs]);
    const now = snapshotOf(before);
    this.#noted(now);
    if (held && now === version) return held;
    return together.map(({ key }, index) => this.#held.hold(key, answers[index]?.rows ?? []));
  }

  /** Answers overtake each other: an earlier snapshot after a later one forgets more than it had to, and nothing is held wrongly. */
  #noted(snapshot: string): void {
    const { version = snapshot } = this.#held;
    this.#quiet = snapshot === version ? this.#quiet + 1 : 0;
    this.#held.at(snapshot);
  }

  /** What depends on more than rows, such as the time, and what has parameters that are not texts. */
  async readAnew(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]> {
    const [answer] = await this.deps.run([{ statement: this.deps.named(sql), values: parameters }]);
    return this.#held.hold(null, answer?.rows ?? []);
  }

  get #snapshot(): StatementRun {
    return { statement: this.deps.named(snapshotSql), values: [] };
  }
}

/** What one request reads beside one another goes together; everything else for itself. */
function roundTrips(asked: readonly Asked[]): readonly Together[] {
  const ofRequests = new Map<Work | Asked, Asked[]>();
  for (const each of asked) {
    const place = each.beside ?? each;
    const known = ofRequests.get(place);
    if (known) known.push(each);
    else ofRequests.set(place, [each]);
  }
  return [...ofRequests.values()];
}

/** Who alone waits for all of it. */
function ownerOf(together: Together): Work | undefined {
  const [first] = together;
  return together.every(({ work, waiting }) => work === first?.work && waiting.length === 1) ? first?.work : undefined;
}

function resolveAll(together: Together, answers: Answers): void {
  together.forEach(({ waiting }, index) => {
    for (const { resolve } of waiting) resolve(answers[index] ?? []);
  });
}

function rejectAll(together: Together, reason: unknown): void {
  for (const { waiting } of together) for (const { reject } of waiting) reject(reason);
}

const snapshotOf = (answer: StatementAnswer | undefined): string => text(answer?.rows[0]?.['snapshot']);
