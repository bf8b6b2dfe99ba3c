import { randomLetters } from '../ids.js';

/*
 * Whose a store is. The database says it in one fact, the store in names of notes: `installation-<id>`, and `turn-<number>-<letters>`, which both take anew
 * at each start and each sweep. A turn that only one of them has tells a copy, an older state, or another database that uses the store.
 */

/** `<number>-<letters>`: the number increases, and the letters distinguish two turns with the same number. */
export type Turn = `${number}-${string}`;

/** What the database records. Without a turn, no note is confirmed in the store yet. `next` is the turn that is being written. */
export interface StoreRecord {
  readonly id: string;
  readonly turn: Turn | null;
  readonly next: Turn | null;
}

/**
 * The relation between database and store. `ours`: they belong together. `unwritten`: the first start, or adopting, was not completed. `unmarked`: the store
 * belongs to nobody. `foreign`: it belongs to another installation. `older-store`: the database has been used with another store since. `older-database`: the
 * store has been used with a later state of this database, or with a copy of it.
 */
export type Relation = 'ours' | 'unwritten' | 'unmarked' | 'foreign' | 'older-store' | 'older-database';

const installationNote = /^installation-([A-Za-z0-9]{16})$/;
const turnNote = /^turn-(\d{1,15}-[A-Za-z0-9]{8})$/;
const turnShape = /^\d{1,15}-[A-Za-z0-9]{8}$/;

export const newInstallationId = (): string => randomLetters(16);
export const noteOfInstallation = (id: string): string => `installation-${id}`;
export const noteOfTurn = (turn: Turn): string => `turn-${turn}`;

/** The notes of a store that belongs to the record. */
export function notesOf({ id, turn, next }: StoreRecord): string[] {
  const turns = [turn, next].filter((one) => one !== null);
  return [noteOfInstallation(id), ...turns.map(noteOfTurn)];
}

/** The turn after all of these. */
export function turnAfter(...turns: readonly (Turn | null)[]): Turn {
  return `${Math.max(0, ...turns.map(numberOf)) + 1}-${randomLetters(8)}`;
}

/** The installation ids in the notes. */
export function installationsIn(notes: readonly string[]): string[] {
  return notes.flatMap((note) => installationNote.exec(note)?.[1] ?? []);
}

export function turnsIn(notes: readonly string[]): Turn[] {
  return notes.flatMap((note) => turnNote.exec(note)?.[1] ?? []).filter(isTurn);
}

export function relationOf(record: StoreRecord, notes: readonly string[]): Relation {
  const installations = installationsIn(notes);
  if (installations.some((id) => id !== record.id)) return 'foreign';
  if (record.turn === null) return 'unwritten';
  if (installations.length === 0) return 'unmarked';
  const turns = turnsIn(notes);
  if (turns.some((turn) => turn === record.turn || turn === record.next)) return 'ours';
  const last = numberOf(record.turn);
  return turns.some((turn) => numberOf(turn) >= last) ? 'older-database' : 'older-store';
}

/** Turns that end when this one begins. */
export function turnsBefore(turn: Turn, notes: readonly string[]): Turn[] {
  return turnsIn(notes).filter((other) => numberOf(other) < numberOf(turn));
}

/** The record as the fact's value. */
export function recordText({ id, turn, next }: StoreRecord): string {
  return [id, turn ?? '', next ?? ''].join(' ');
}

/** @throws Error for a value that this code did not write */
export function readRecord(value: string): StoreRecord {
  const [id = '', turn = '', next = ''] = value.split(' ');
  if (!/^[A-Za-z0-9]{16}$/.test(id)) throw new Error('what the database says of its object store cannot be read');
  return { id, turn: isTurn(turn) ? turn : null, next: isTurn(next) ? next : null };
}

function isTurn(text: string): text is Turn {
  return turnShape.test(text);
}

function numberOf(turn: Turn | null): number {
  return turn === null ? 0 : Number.parseInt(turn, 10);
}
