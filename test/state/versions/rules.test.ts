import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { ProblemError } from '../../../src/platform/problems.js';
import { knownState, mismatches, refusalOf } from '../../../src/state/versions/acceptance.js';
import { lockNameOf, locksOf, requireStateLock } from '../../../src/state/versions/state-lock.js';
import {
  initialStatus,
  isStateVersionStatus,
  nextStatus,
  stateVersionStatuses,
  transitions,
} from '../../../src/state/versions/status.js';
import type { StateVersionStatus, StatusTrigger } from '../../../src/state/versions/status.js';
import { newStateVersion, stateVersionIdOf, workspaceIdOf } from '../../../src/state/versions/version-input.js';
import { refusal } from '../world.js';

describe('status', () => {
  test.each([
    ['supplied', 'finalized'],
    ['omitted', 'pending'],
  ] as const)('content %s makes it %s', (content, status) => {
    expect(initialStatus(content)).toBe(status);
  });

  const table: [StateVersionStatus, StatusTrigger, StateVersionStatus | null, StateVersionStatus | null][] = [
    // from                       trigger             to, not current                      to, current
    ['pending', 'upload', 'finalized', 'finalized'],
    ['pending', 'superseded', 'discarded', 'discarded'],
    ['finalized', 'softDelete', 'backing_data_soft_deleted', null],
    ['backing_data_soft_deleted', 'restore', 'finalized', 'finalized'],
    ['backing_data_soft_deleted', 'permanentlyDelete', 'backing_data_permanently_deleted', null],
    ['backing_data_soft_deleted', 'daysPassed', 'backing_data_permanently_deleted', 'backing_data_permanently_deleted'],
  ];
  test.each(table)('%s, %s → %s (current: %s)', (from, trigger, to, current) => {
    expect(nextStatus(from, trigger, false)).toBe(to);
    expect(nextStatus(from, trigger, true)).toBe(current);
  });

  test('a status is known by its word', () => {
    expect([...stateVersionStatuses, 'Pending', ''].map(isStateVersionStatus)).toEqual([
      ...stateVersionStatuses.map(() => true),
      ...[false, false],
    ]);
  });

  test('nothing else moves anything', () => {
    const triggers = [...new Set(transitions.map(({ on }) => on))];
    expect(triggers).toHaveLength(6);
    const others = stateVersionStatuses.flatMap((from) =>
      triggers.filter((on) => !table.some((row) => row[0] === from && row[1] === on)).map((on) => [from, on] as const),
    );
    expect(others).toHaveLength(5 * 6 - 6);
    for (const [from, on] of others)
      expect([from, on, nextStatus(from, on, false), nextStatus(from, on, true)]).toEqual([from, on, null, null]);
  });
});

describe('acceptance', () => {
  const known = { serial: 5n, md5: 'aa', lineage: 'l' };
  const fieldOf = { MD5_CONFLICT: 'md5', SERIAL_STALE: 'serial', LINEAGE_CONFLICT: 'lineage' };
  test.each([
    // serial md5   lineage force  code
    [6n, 'bb', 'l', false, null],
    [5n, 'aa', 'l', false, null],
    [5n, 'bb', 'l', false, 'MD5_CONFLICT'],
    [4n, 'aa', 'l', false, 'SERIAL_STALE'],
    [6n, 'bb', 'm', false, 'LINEAGE_CONFLICT'],
    [6n, 'bb', null, false, null],
    [4n, 'bb', 'm', false, 'LINEAGE_CONFLICT'],
    [4n, 'bb', 'm', true, null],
    [5n, 'bb', 'l', true, null],
  ] as const)('serial %s md5 %s lineage %s force %s: %s', (serial, md5, lineage, force, code) => {
    const refused = refusalOf({ serial, md5, lineage, force }, known);
    expect(refused?.code ?? null).toBe(code);
    expect(refused?.field).toEqual(code === null ? undefined : [fieldOf[code]]);
    expect(refusalOf({ serial, md5, lineage, force }, null)).toBeNull();
  });

  test('where the workspace has no lineage there is nothing to compare', () => {
    expect(refusalOf({ serial: 6n, md5: 'bb', lineage: 'm', force: false }, { ...known, lineage: null })).toBeNull();
  });

  test('a workspace knows nothing before the first content', () => {
    expect(knownState({ knownSerial: null, knownMd5: null, lineage: null })).toBeNull();
    expect(knownState({ knownSerial: 0n, knownMd5: null, lineage: 'l' })).toBeNull();
    expect(knownState({ knownSerial: null, knownMd5: 'aa', lineage: 'l' })).toBeNull();
    expect(knownState({ knownSerial: 0n, knownMd5: 'aa', lineage: null })).toEqual({
      serial: 0n,
      md5: 'aa',
      lineage: null,
    });
  });

  test('every mismatch is told', () => {
    const declared = { ...known, force: false };
    expect(mismatches(declared, known)).toEqual([]);
    expect(mismatches({ ...declared, lineage: null }, known)).toEqual([]);
    const all = mismatches(declared, { serial: 6n, md5: 'bb', lineage: null });
    const told = 'declared for the state does not match its content';
    expect(all.map(({ code, field, message }) => [code, field, message])).toEqual([
      ['CONTENT_MISMATCH', ['md5'], `The md5 ${told}: the MD5 hash of the content is bb`],
      ['CONTENT_MISMATCH', ['serial'], `The serial ${told}: the serial inside the content is 6`],
      ['CONTENT_MISMATCH', ['lineage'], `The lineage ${told}: the lineage inside the content is absent`],
    ]);
    const [other] = mismatches(declared, { ...known, lineage: 'm' });
    expect(other?.message).toBe(`The lineage ${told}: the lineage inside the content is m`);
    expect(mismatches({ ...declared, force: true }, { ...known, lineage: 'm' })).toEqual([]);
  });
});

describe('the lock', () => {
  const lock = (kind: string | null, id: string | null) => ({
    lockedAt: kind === null ? null : new Date(0),
    lockHolderKind: kind,
    lockHolderId: id,
    lockHolderName: 'a$&b' as string | null,
    lockReason: null,
    lockClient: null,
  });
  const writer = ['User u', 'Team t', 'Run r'];
  const refusedTo = (held: ReturnType<typeof lock>, under: readonly string[]): ProblemError | null => {
    try {
      requireStateLock(held, under);
      return null;
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
  };
  test.each([
    [null, null, 'LOCK_REQUIRED'],
    ['User', 'u', null],
    ['Team', 't', null],
    ['Run', 'r', null],
    ['User', 't', 'LOCK_HELD_BY_OTHER'],
    ['Team', 'u', 'LOCK_HELD_BY_OTHER'],
    ['Run', 'u', 'LOCK_HELD_BY_OTHER'],
    ['Alien', 'u', 'LOCK_HELD_BY_OTHER'],
    ['User', null, 'LOCK_HELD_BY_OTHER'],
  ])('%s %s: %s', (kind, id, code) => {
    expect(refusedTo(lock(kind, id), writer)?.code ?? null).toBe(code);
    expect(refusedTo(lock(kind, id), [])?.code).toBe(kind === null ? 'LOCK_REQUIRED' : 'LOCK_HELD_BY_OTHER');
  });

  test('says who holds it, word for word', () => {
    expect(refusedTo(lock('Team', 'x'), writer)?.message).toBe(
      'This workspace is locked by Team a$&b and will only accept state uploads from them while locked.',
    );
  });

  test('has a holder, however little is known of it', () => {
    const nameless = { ...lock(null, null), lockedAt: new Date(0), lockHolderName: null };
    expect(refusedTo(nameless, writer)?.message).toBe(
      'This workspace is locked by User and will only accept state uploads from them while locked.',
    );
  });

  test('is asked for by whoever writes', () => {
    const [userId, teamId] = [ids.user.make(), ids.team.make()];
    expect(locksOf({ kind: 'user', userId }, 'r')).toEqual([`User ${userId}`, 'Run r']);
    expect(locksOf({ kind: 'user', userId, teamId }, null)).toEqual([`User ${userId}`, `Team ${teamId}`]);
    expect(locksOf({ kind: 'team', userId, teamId }, null)).toEqual([`Team ${teamId}`]);
  });

  test('has a name as long as it is held by somebody', () => {
    expect(lockNameOf(lock(null, null))).toBeNull();
    expect(lockNameOf(lock('User', 'u'))).toBe('User u');
    expect(lockNameOf(lock('User', null))).toBeNull();
    expect(lockNameOf({ ...lock('User', 'u'), lockHolderKind: null })).toBeNull();
    expect(lockNameOf({ ...lock('User', 'u'), lockedAt: null })).toBeNull();
  });
});

describe('input', () => {
  const good = { workspaceId: ids.workspace.make(), serial: 0n, md5: 'A'.repeat(32) };
  const parse = (more: object) => newStateVersion({ ...good, ...more });
  const fault = (more: object) => refusal(Promise.resolve().then(() => parse(more)));

  test('the least there can be', () => {
    expect(parse({})).toEqual({
      workspaceId: good.workspaceId,
      declared: { serial: 0n, md5: 'a'.repeat(32), lineage: null, force: false },
      state: null,
      jsonState: null,
      jsonStateOutputs: null,
      runId: null,
    });
    expect(
      parse({ serial: 2n ** 63n - 1n, lineage: '', state: null, force: null, runId: null }).declared.lineage,
    ).toBeNull();
    expect(parse({ lineage: null }).declared.lineage).toBeNull();
    expect(parse({ state: ' AA\nA=\r\n', jsonStateOutputs: '' })).toMatchObject({
      state: Buffer.from([0, 0]),
      jsonStateOutputs: null,
    });
  });

  test.each([
    [{ serial: -1n }, 'serial', 'serial must be a whole number from 0 to 9223372036854775807'],
    [{ serial: 2n ** 63n }, 'serial'],
    [{ md5: '' }, 'md5', 'md5 must be the MD5 hash of the raw state: 32 hexadecimal digits'],
    [{ md5: 'a'.repeat(31) }, 'md5'],
    [{ md5: `${'a'.repeat(31)}g` }, 'md5'],
    [{ md5: 'a'.repeat(33) }, 'md5'],
    [{ md5: `${'a'.repeat(32)}\n` }, 'md5'],
    [{ lineage: 'x'.repeat(4_001) }, 'lineage', 'lineage must have at most 4000 characters'],
    [{ state: '' }, 'state', 'state is empty'],
    [{ state: ' \n' }, 'state', 'state is empty'],
    [{ state: 'AAA' }, 'state', 'state is not valid base64'],
    [{ state: 'AA=A' }, 'state'],
    [{ state: 'AA-_' }, 'state'],
    [{ state: '{"version":4}' }, 'state'],
    [{ state: 'AAAA=' }, 'state'],
    [{ jsonState: '%%%%' }, 'jsonState'],
    [{ jsonState: '' }, 'jsonState'],
    [{ jsonStateOutputs: 'ä' }, 'jsonStateOutputs'],
    [{ runId: 'run-1' }, 'runId', 'runId is not a run of this workspace'],
    [{ runId: ids.user.make() }, 'runId'],
  ] as [object, string, string?][])('$0', async (more, field, message) => {
    expect(await fault(more)).toMatchObject({ code: 'INVALID_INPUT', field: [field], ...(message && { message }) });
  });

  test('the most there can be', () => {
    const runId = ids.run.make();
    const most = parse({ lineage: 'x'.repeat(4_000), runId, force: true });
    expect(most).toMatchObject({ runId, declared: { lineage: 'x'.repeat(4_000), force: true } });
    expect(stateVersionIdOf('sv-aaaaaaaaaaaaaaaa')).toBe('sv-aaaaaaaaaaaaaaaa');
  });

  test('base64 gives the bytes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        expect(parse({ state: Buffer.from(bytes).toString('base64') }).state).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test('whatever white space is between its characters', () => {
    const space = fc.constantFrom('', ' ', '\n', '\r\n', '\t', '\u00a0', '\u202f', '\u2028', '\ufeff');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.array(space, { minLength: 1 }), (bytes, spaces) => {
        const text = [...Buffer.from(bytes).toString('base64')].map(
          (each, at) => each + (spaces[at % spaces.length] ?? ''),
        );
        expect(parse({ state: text.join('') }).state).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test.each(['', 'ws-', 'ws-../../x', 'ws-%00', 'sv-aaaaaaaaaaaaaaaa', 'ws-aaaaaaaaaaaaaaaaa', "ws-' OR 1=1 --   "])(
    '%s is no workspace',
    async (text) => {
      expect(await refusal(Promise.resolve().then(() => workspaceIdOf(text)))).toMatchObject({ code: 'NOT_FOUND' });
      expect(await refusal(Promise.resolve().then(() => stateVersionIdOf(text.replace('sv', 'ws'))))).toMatchObject({
        code: 'NOT_FOUND',
      });
    },
  );
});
