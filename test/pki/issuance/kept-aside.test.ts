import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuditChain } from '../../../src/identity/audit/chain.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { openIssuanceWorld } from './world.js';
import type { IssuanceWorld } from './world.js';

let world: IssuanceWorld;
beforeAll(async () => {
  world = await openIssuanceWorld();
  await world.simple();
  await world.role('any', { allow_any_name: true, enforce_hostnames: false, key_type: 'ec' });
});
afterAll(() => world.end());

/** Operations with which a statement runs others, or might write several rows (sqlite.org/opcode.html). */
const ofSeveral = ['Program', 'InitCoroutine'];
/** What a constraint that is broken does where nothing else is said: the statement is undone. */
const abort = 2;

/** Whether SQLite prepares to undo the statement, as it is written: it then copies each page before it changes it. In a batch even fewer do so (`OR FAIL`). */
async function keepsAside(sql: string): Promise<boolean> {
  const placeholders = sql.split('?').length - 1;
  const program = await world.database.readSql(`EXPLAIN ${sql}`, Array<null>(placeholders).fill(null));
  const isOfSeveral = program.some(({ opcode }) => ofSeveral.includes(String(opcode)));
  const mayFail = program.some(({ opcode, p1, p2 }) =>
    opcode === 'FkCounter' ? Number(p2) > 0 : String(opcode).startsWith('Halt') && p1 !== 0 && Number(p2) === abort,
  );
  return isOfSeveral && mayFail;
}

test('SQLite keeps no pages aside for a certificate that is stored, and for its audit record', async () => {
  const keys = new Seal({ current: Buffer.alloc(32, 7), earlier: [] });
  const sent = await world.statements(async () => {
    await world.issue('any', { common_name: 'a.example.com' });
    await new AuditChain({ ...world, keys }).run();
  });
  const statements = sent.flatMap((batch) => batch.split('; '));
  const found = ['INSERT INTO "Certificate" ', 'INSERT INTO "AuditRecord" ', 'UPDATE "AuditRecord" '].map((begins) =>
    statements.find((sql) => sql.startsWith(begins)),
  );
  for (const sql of found) expect([sql, await keepsAside(sql ?? '')]).toEqual([expect.any(String), false]);
  // What is asked here would be seen.
  expect(await keepsAside('INSERT INTO "Revocation" DEFAULT VALUES')).toBe(true);
});
