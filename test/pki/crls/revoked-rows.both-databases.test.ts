import { expect, test } from 'vitest';
import { RevokedRows } from '../../../src/pki/crls/revoked-rows.js';
import { afterwards, scratchDatabase } from '../../platform/database/scratch.js';

const now = new Date('2030-01-01T00:00:00Z');
const day = 86_400_000;

test('what left too early is taken back in pieces, and nothing else', async () => {
  const database = await scratchDatabase();
  const { client } = database;
  const mount = { id: 'mnt-1', path: 'pki', accessor: 'a', createdAt: now, updatedAt: now };
  await client.mount.create({ data: mount });
  const rows = Array.from({ length: 900 }, (_, n) => ({
    id: `rev-${String(n).padStart(4, '0')}`,
    mountId: mount.id,
    issuerId: n % 9 === 0 ? 'iss-other' : 'iss-1',
    serialNumber: n.toString(16),
    revokedAt: now,
    // A third has expired, a few at this moment.
    notAfter: new Date(now.getTime() + ((n % 3) - 1) * day),
    ordinal: BigInt(n + 1),
    leftIn: n % 5 === 0 ? null : BigInt(1 + (n % 7)),
  }));
  await client.revocation.createMany({ data: rows });
  const statements: string[] = [];
  afterwards(database.onStatement(({ sql }) => statements.push(sql)));
  await new RevokedRows({ database }).takeBack(['iss-1'], now);
  const updates = statements.filter((sql) => sql.startsWith('UPDATE'));
  const back = rows.filter(
    ({ issuerId, leftIn, notAfter }) => issuerId === 'iss-1' && leftIn !== null && notAfter >= now,
  );
  expect(updates.length).toBeGreaterThanOrEqual(back.length / 100);
  const found = await client.revocation.findMany({ orderBy: { id: 'asc' }, select: { id: true, leftIn: true } });
  const ids = new Set(back.map(({ id }) => id));
  expect(found).toEqual(rows.map(({ id, leftIn }) => ({ id, leftIn: ids.has(id) ? null : leftIn })));
});

test('pages come in the order of their index, and are not sorted', async () => {
  const database = await scratchDatabase();
  if (database.provider === 'sqlite') return;
  const statements: string[] = [];
  afterwards(database.onStatement(({ sql }) => statements.push(sql)));
  const rows = new RevokedRows({ database });
  await rows.leaving(['iss-1'], { through: 1n, thisUpdate: now });
  for await (const page of rows.whole({ issuerIds: ['iss-1'], through: 1n })) expect(page).toBe('');
  const [leaving = '', whole = ''] = statements.filter((sql) => sql.includes('"Revocation"'));
  for (const [sql, parameters] of [
    [leaving, ['iss-1', now, 1n, now, '']],
    [whole, ['iss-1', 1n, now, '']],
  ] as const) {
    const plan = await database.readAnew(`EXPLAIN ${sql}`, parameters);
    expect(JSON.stringify(plan)).toContain('Revocation_issuerId_leftIn_notAfter_id_idx');
    expect(JSON.stringify(plan)).not.toContain('Sort');
  }
});
