import { expect, test } from 'vitest';
import {
  notesOf,
  readRecord,
  recordText,
  relationOf,
  turnAfter,
  turnsBefore,
} from '../../../src/platform/installation/store-record.js';
import type { Relation, StoreRecord, Turn } from '../../../src/platform/installation/store-record.js';

const me = 'A'.repeat(16);
const mine = `installation-${me}`;
const other = `installation-${'B'.repeat(16)}`;
const at = (number: number, letter = 'x'): Turn => `${number}-${letter.repeat(8)}`;
const known: StoreRecord = { id: me, turn: at(5), next: null };

test.each<[string, StoreRecord, string[], Relation]>([
  ['the same turn', known, [mine, 'turn-5-xxxxxxxx'], 'ours'],
  ['a turn that the store has already', { ...known, next: at(6) }, [mine, 'turn-6-xxxxxxxx'], 'ours'],
  ['a turn that it has not yet', { ...known, next: at(6) }, [mine, 'turn-5-xxxxxxxx'], 'ours'],
  ['turns that are over beside it', known, [mine, 'turn-3-xxxxxxxx', 'turn-5-xxxxxxxx'], 'ours'],
  ['what somebody overtaken left', known, [mine, 'turn-5-xxxxxxxx', 'turn-6-yyyyyyyy'], 'ours'],
  ['a first start that has not come to its end', { id: me, turn: null, next: at(1) }, [], 'unwritten'],
  ['… with half of it written', { id: me, turn: null, next: at(1) }, ['turn-1-xxxxxxxx'], 'unwritten'],
  ['nothing in the store', known, [], 'unmarked'],
  ['somebody else’s store', known, [other, 'turn-5-xxxxxxxx'], 'foreign'],
  ['a store that two lay claim to', known, [other, mine, 'turn-5-xxxxxxxx'], 'foreign'],
  ['an older copy of the store', known, [mine, 'turn-4-xxxxxxxx'], 'older-store'],
  ['a store whose turns are gone', known, [mine], 'older-store'],
  ['an older copy of the database', known, [mine, 'turn-9-xxxxxxxx'], 'older-database'],
  ['a copy of the database that went its own way', known, [mine, 'turn-5-yyyyyyyy'], 'older-database'],
])('%s', (_, record, notes, relation) => {
  expect(relationOf(record, notes)).toBe(relation);
});

test('a record comes back from its text', () => {
  for (const record of [known, { ...known, next: at(6) }, { id: me, turn: null, next: at(1) }])
    expect(readRecord(recordText(record))).toEqual(record);
  expect(() => readRecord('something else')).toThrow(/cannot be read/);
});

test('turns go up', () => {
  expect(turnAfter(null)).toMatch(/^1-[A-Za-z0-9]{8}$/);
  expect(turnAfter(at(9), at(12), null)).toMatch(/^13-/);
  expect(turnsBefore(at(10), ['turn-9-xxxxxxxx', 'turn-10-xxxxxxxx', 'turn-11-xxxxxxxx', mine])).toEqual([at(9)]);
  expect(notesOf({ ...known, next: at(6) })).toEqual([mine, 'turn-5-xxxxxxxx', 'turn-6-xxxxxxxx']);
});
