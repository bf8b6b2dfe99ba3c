import type { TransactionClient } from '../../platform/database/database.js';
import type { Authority } from '../issuers/authority.js';
import type { TidyParameters } from './tidy-parameters.js';
import type { TidyCounts } from './tidy-progress.js';

/** What a part works on. */
export interface TidyPlace {
  readonly authority: Authority;
  readonly parameters: TidyParameters;
  readonly now: Date;
}

/** A few objects, whose removal is one transaction with the note that it happened. */
export interface TidySlice {
  /** Where the part goes on after it. */
  readonly cursor: string;
  readonly checked: number;
  /** Must be quick, and must hold whatever others did since the page was read. @returns what it adds to the counts */
  readonly change: (tx: TransactionClient) => Promise<Partial<TidyCounts>>;
}

/** One part of a tidy. Parts that concern stores which do not exist here look at nothing. */
export interface TidyPart {
  /** What it looks at, for people. */
  readonly name: string;
  /** Whether a run that is asked for these has it. */
  readonly wanted: (parameters: TidyParameters) => boolean;
  /** The next page, in slices; empty at the end. A part that is called again after a crash must go on. */
  readonly page: (place: TidyPlace, cursor: string | null) => Promise<readonly TidySlice[]>;
}

/** Objects in one transaction: few enough for requests to pass in between, on a database with one writer. */
export const sliceSize = 20;

/** Cuts a page into slices. */
export function sliced<Item>(
  items: readonly Item[],
  cursorOf: (item: Item) => string,
  change: (items: readonly Item[], tx: TransactionClient) => Promise<Partial<TidyCounts>>,
): readonly TidySlice[] {
  const slices: TidySlice[] = [];
  for (let from = 0; from < items.length; from += sliceSize) {
    const some = items.slice(from, from + sliceSize);
    const last = some.at(-1);
    if (!last) continue;
    slices.push({ cursor: cursorOf(last), checked: some.length, change: (tx) => change(some, tx) });
  }
  return slices;
}

/** The time before which something has expired that may go. */
export const before = ({ now }: Pick<TidyPlace, 'now'>, seconds: number): Date =>
  new Date(now.getTime() - seconds * 1000);

/** A cursor of values that contain no space. */
export const cursorText = (...values: readonly (string | number | bigint | Date)[]): string =>
  values.map((value) => (value instanceof Date ? String(value.getTime()) : String(value))).join(' ');
export const cursorValues = (cursor: string | null): readonly string[] => (cursor === null ? [] : cursor.split(' '));
export const cursorTime = (value: string | undefined): Date => new Date(value === undefined ? 0 : Number(value));
