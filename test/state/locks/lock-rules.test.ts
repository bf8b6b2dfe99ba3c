import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  holderAfter,
  holderText,
  isLockHolderKind,
  isSameHolder,
  lockRefusal,
} from '../../../src/state/locks/lock-rules.js';
import type { LockCommand, LockHolder } from '../../../src/state/locks/lock-rules.js';

const ann: LockHolder = { kind: 'User', id: 'user-1', name: 'ann' };
const ben: LockHolder = { kind: 'User', id: 'user-2', name: 'ben' };
const crew: LockHolder = { kind: 'Team', id: 'team-1', name: 'crew' };
const run: LockHolder = { kind: 'Run', id: 'run-1', name: 'run-1' };

describe('terraform-clients.md, statuses and texts', () => {
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
const commands: fc.Arbitrary<LockCommand> = fc.oneof(
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
