import { afterEach, beforeEach, expect, test } from 'vitest';
import { AuditChain } from '../../../src/identity/audit/chain.js';
import { examineChain } from '../../../src/identity/audit/chain-check.js';
import { AuditExport } from '../../../src/identity/audit/export.js';
import type { Caller } from '../../../src/identity/caller.js';
import { openWorld } from '../world.js';
import type { World } from '../world.js';

let world: World;
let caller: Caller;
beforeEach(async () => {
  world = await openWorld();
  caller = await world.caller({ userId: await world.user() });
  await world.client.auditRecord.deleteMany();
});
afterEach(() => world.close());

const records = async () => {
  await world.audit.flush();
  const rows = await world.client.auditRecord.findMany({ orderBy: { id: 'asc' } });
  return rows.map(({ details, ...row }): object => {
    const read: unknown = JSON.parse(details ?? 'null');
    return { ...row, details: read };
  });
};
const refused = (path: string) =>
  world.policies.require(caller, path, 'read').then(
    () => 'allowed',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

test('a path longer than any that can be is refused before it is looked up, and not recorded', async () => {
  const long = `pki/roles/${'a'.repeat(5_000_000)}`;
  for (let field = 0; field < 40; field += 1) expect(await refused(long)).toBe('NOT_FOUND');
  expect(await world.policies.allows(caller, long, 'read')).toBe(false);
  expect(await world.policies.capabilities(caller, long)).toEqual(['deny']);
  expect(await records()).toEqual([]);
});

test('whatever a path is made of, the database takes its record', async () => {
  const all = Array.from({ length: 780 }, (_, n) => String.fromCharCode(0x4e00 + ((n * 7919) % 20_000))).join('');
  for (const path of ['with \0 in it', all, '\ud800']) expect(await refused(path)).toBe('PERMISSION_DENIED');
  const found = await records();
  expect(found).toHaveLength(3);
  expect(found.slice(0, 2)).toMatchObject([{ targetId: 'with \ufffd in it' }, { targetId: all }]);
});

test('the same refusal again is counted, from another address it is another one', async () => {
  for (let n = 0; n < 40; n += 1) expect(await refused('pki/roles/web')).toBe('PERMISSION_DENIED');
  const remoteAddress = '203.0.113.9';
  await world.policies
    .require({ ...caller, origin: { ...caller.origin, remoteAddress } }, 'pki/roles/web', 'read')
    .catch(() => undefined);
  const same = { action: 'policy.read', targetId: 'pki/roles/web', outcome: 'denied', tokenId: caller.tokenId };
  expect(await records()).toMatchObject([
    { ...same, details: null },
    { ...same, details: null, remoteAddress },
    { ...same, details: { again: 39, since: world.clock.now().toISOString() } },
  ]);
  // A count begins anew once it is written.
  await refused('pki/roles/web');
  expect(await records()).toHaveLength(4);
});

test('whatever an account tries, it leaves a bounded number of records', async () => {
  for (let n = 0; n < 1_000; n += 1) await refused(`pki/roles/r${n}`);
  const found = await records();
  expect(found).toHaveLength(101);
  expect(found.at(-1)).toMatchObject({
    ...{ action: 'several', targetType: 'several', outcome: 'denied', actorId: caller.userId },
    details: { count: 900, last: { action: 'policy.read', id: 'pki/roles/r999' } },
  });
});

test('beyond those, what ended otherwise is counted apart', async () => {
  for (let n = 0; n < 105; n += 1) await refused(`pki/roles/r${n}`);
  for (let n = 0; n < 3; n += 1) {
    world.audit.failed(caller, 'certificate.issue', { type: 'role', id: `r${n}` }, 'REQUEST_REFUSED');
    world.audit.asked(caller, 'certificate.explain', { type: 'role', id: `r${n}` });
  }
  const found = await records();
  expect(found).toHaveLength(103);
  expect(found.slice(-3)).toMatchObject([
    { action: 'several', outcome: 'denied', problem: 'PERMISSION_DENIED', details: { count: 5 } },
    { action: 'several', outcome: 'failure', problem: 'REQUEST_REFUSED', details: { count: 3 } },
    { action: 'several', outcome: 'success', problem: null, details: { count: 3 } },
  ]);
});

test('failures are counted in the same way', async () => {
  const fail = (name: string) => {
    world.audit.failed(caller, 'certificate.issue', { type: 'role', id: 'r', name }, 'REQUEST_REFUSED', { name });
  };
  fail('a');
  fail('b');
  fail('b');
  expect(await records()).toMatchObject([
    { outcome: 'failure', problem: 'REQUEST_REFUSED', details: { name: 'a' } },
    { outcome: 'failure', problem: 'REQUEST_REFUSED', details: { name: 'b' } },
    { outcome: 'failure', problem: 'REQUEST_REFUSED', details: { name: 'b', again: 1 } },
  ]);
});

test('many records are written a hundred at a time', async () => {
  const read = { target: { type: 'workspace' as const, id: 'ws' }, details: {} };
  const sent = await world.statements(() =>
    world.audit.reads(
      caller,
      'state-version.read-outputs',
      Array.from({ length: 250 }, () => read),
    ),
  );
  const rows = sent.map((sql) => sql.match(/\),\s?\(/g)?.length ?? 0);
  expect(rows.filter((more) => more > 0)).toEqual([99, 99, 49]);
});

test.each([
  [8, 'of some megabytes', 3_000_000],
  [3, 'that are each more than is held at once', 9_000_000],
])(
  '%d records %s, of before texts were bounded, are chained, checked and exported a few at a time',
  async (count, _size, large) => {
    const row = { at: new Date(0), actorName: 'eve', actorKind: 'user', action: 'policy.read', targetType: 'path' };
    for (let n = 0; n < count; n += 1) {
      const details = JSON.stringify('a'.repeat(large));
      await world.client.auditRecord.create({ data: { ...row, outcome: 'denied', targetId: 'x', details } });
    }
    await new AuditChain(world).run();
    expect(await examineChain(world.database, world.keys)).toMatchObject({ sound: count, fault: null });
    const pieces: number[] = [];
    const exporting = new AuditExport({
      database: world.database,
      target: { kind: 'file', path: '/nowhere' },
      deliver: (_target, lines) => Promise.resolve(void pieces.push(lines.length)),
    });
    await exporting.run();
    expect(await exporting.position()).toBe(BigInt(count));
    expect(Math.max(...pieces)).toBeLessThan(3 * large);
  },
);
