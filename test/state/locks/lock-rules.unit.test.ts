import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holderOf, lockColumns, unlockedColumns } from '../../../src/state/locks/lock-columns.js';
import {
  holderAfter,
  holderText,
  isLockHolderKind,
  isSameHolder,
  lockRefusal,
} from '../../../src/state/locks/lock-rules.js';
import type { LockChange, LockHolder } from '../../../src/state/locks/lock-rules.js';

const ann: LockHolder = { kind: 'User', id: 'user-1', name: 'ann' };
const ben: LockHolder = { kind: 'User', id: 'user-2', name: 'ben' };
const crew: LockHolder = { kind: 'Team', id: 'team-1', name: 'crew' };
const run: LockHolder = { kind: 'Run', id: 'run-1', name: 'run-1' };

describe('docs/http-surface.md, "State service"', () => {
  test.each([
    // holder  pending  command                          refused
    [null, false, { do: 'lock', by: ann }, null],
    [null, true, { do: 'lock', by: ann }, null],
    [ann, false, { do: 'lock', by: ann }, 'ALREADY_LOCKED'],
    [ann, false, { do: 'lock', by: ben }, 'ALREADY_LOCKED'],
    [crew, false, { do: 'lock', by: crew }, 'ALREADY_LOCKED'],
    [null, false, { do: 'unlock', by: ann }, 'NOT_LOCKED'],
    [null, true, { do: 'unlock', by: ann }, 'NOT_LOCKED'],
    [ann, false, { do: 'unlock', by: ann }, null],
    [ann, true, { do: 'unlock', by: ann }, 'LATEST_VERSION_PENDING'],
    [ann, false, { do: 'unlock', by: ben }, 'UNLOCK_HELD_BY_OTHER'],
    [ann, true, { do: 'unlock', by: ben }, 'UNLOCK_HELD_BY_OTHER'],
    [crew, false, { do: 'unlock', by: ann }, 'UNLOCK_HELD_BY_OTHER'],
    [crew, false, { do: 'unlock', by: crew }, null],
    [run, false, { do: 'unlock', by: ann }, 'UNLOCK_HELD_BY_OTHER'],
    [run, false, { do: 'unlock', by: run }, null],
    [null, false, { do: 'force-unlock' }, 'NOT_LOCKED'],
    [ann, false, { do: 'force-unlock' }, null],
    [ann, true, { do: 'force-unlock' }, null],
    [run, true, { do: 'force-unlock' }, null],
    [null, false, { do: 'write', under: ['User user-1'] }, 'LOCK_REQUIRED'],
    [ann, true, { do: 'write', under: ['User user-1', 'Run run-1'] }, null],
    [run, false, { do: 'write', under: ['User user-1', 'Run run-1'] }, null],
    [ben, false, { do: 'write', under: ['User user-1', 'Run run-1'] }, 'LOCK_HELD_BY_OTHER'],
    [crew, false, { do: 'write', under: [] }, 'LOCK_HELD_BY_OTHER'],
  ] as const)('held by %j, pending %s: %j → %s', (holder, latestPending, command, refused) => {
    expect(lockRefusal({ holder, latestPending }, command)).toBe(refused);
  });

  test.each([
    [ann, 'User ann'],
    [crew, 'Team crew'],
    [run, 'Run run-1'],
  ])('%j is called %s', (holder, text) => {
    expect(holderText(holder)).toBe(text);
  });
});

describe('who holds the lock of a workspace', () => {
  const at = new Date(0);
  const locked = { lockedAt: at, lockHolderKind: 'User', lockHolderId: 'user-1', lockHolderName: 'ann' };
  test.each([
    // columns                                            holder
    [locked, ann],
    [{ ...locked, lockHolderKind: 'Team', lockHolderId: 'team-1', lockHolderName: 'crew' }, crew],
    [{ ...locked, lockHolderKind: 'Run', lockHolderId: 'run-1', lockHolderName: 'run-1' }, run],
    // One whose name nobody knows any more is called by its id.
    [
      { ...locked, lockHolderName: null },
      { ...ann, name: 'user-1' },
    ],
    // Without the moment it was locked at it is not, whatever else was left there.
    [{ ...locked, lockedAt: null }, null],
    [{ ...locked, lockHolderId: null }, null],
    [{ ...locked, lockHolderKind: null }, null],
    [{ ...locked, lockHolderKind: 'Alien' }, null],
  ])('%j: %j', (columns, holder) => {
    expect(holderOf(columns)).toEqual(holder);
  });

  test('is what was written when it was locked, and nobody once it was unlocked', () => {
    const columns = lockColumns(crew, at, 'maintenance');
    expect(columns).toMatchObject({ lockedAt: at, lockReason: 'maintenance' });
    expect(holderOf(columns)).toEqual(crew);
    expect(unlockedColumns).toEqual(Object.fromEntries(Object.keys(columns).map((name) => [name, null])));
    expect(holderOf({ ...columns, ...unlockedColumns })).toBeNull();
  });
});

test('a kind of holder is known by its word', () => {
  expect(['User', 'Team', 'Run', 'Alien', '', null, 1].map(isLockHolderKind)).toEqual([
    ...[true, true, true],
    ...[false, false, false, false],
  ]);
});

test('a holder is a kind and an id; the name may have changed', () => {
  expect(isSameHolder(ann, { ...ann, name: 'anna' })).toBe(true);
  expect(isSameHolder(ann, { ...ann, kind: 'Team' })).toBe(false);
  expect(isSameHolder(ann, { ...ann, id: 'user-3' })).toBe(false);
});

const holders = fc.constantFrom(ann, ben, crew, run);
const commands: fc.Arbitrary<LockChange> = fc.oneof(
  holders.map((by) => ({ do: 'lock' as const, by })),
  holders.map((by) => ({ do: 'unlock' as const, by })),
  fc.constant({ do: 'force-unlock' as const }),
);
const steps = fc.array(fc.record({ command: commands, latestPending: fc.boolean() }), { maxLength: 40 });

test('however commands follow each other, only the holder of a lock or force ends it', () => {
  fc.assert(
    fc.property(steps, (history) => {
      let holder: LockHolder | null = null;
      // The model: who went in last and has not come out.
      let inside: string | null = null;
      for (const { command, latestPending } of history) {
        const refused = lockRefusal({ holder, latestPending }, command);
        const mayPass =
          command.do === 'lock'
            ? inside === null
            : command.do === 'unlock'
              ? inside === command.by.id && !latestPending
              : inside !== null;
        expect(refused === null).toBe(mayPass);
        if (refused) continue;
        holder = holderAfter(command);
        inside = command.do === 'lock' ? command.by.id : null;
        expect(holder?.id ?? null).toBe(inside);
      }
    }),
  );
});
