import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditAdministration } from '../../../src/composition/audit-administration.js';
import { AuditChain, chainEnds } from '../../../src/identity/audit/chain.js';
import { AuditExport } from '../../../src/identity/audit/export.js';
import type { ExportTarget } from '../../../src/identity/audit/export-target.js';
import { examineChain } from '../../../src/identity/audit/chain-check.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await world.client.auditRecord.deleteMany();
});
afterEach(() => world.close());

const target: ExportTarget = { kind: 'file', path: '/nowhere' };
const actor = { kind: 'user', username: 'olga', origin } as const;

/** So many more records, chained and exported. */
async function more(count: number) {
  for (let n = 0; n < count; n += 1)
    await world.audit.record(world.client, actor, 'workspace.update', { type: 'workspace', id: `ws-${n}` });
  await new AuditChain(world).run();
  await new AuditExport({ database: world.database, target, deliver: () => Promise.resolve() }).run();
}
const administration = () => auditAdministration(() => Promise.resolve(world.database), target);
async function compared(position: bigint, hash?: string) {
  const row = await world.client.auditRecord.findFirst({ where: { position } });
  return administration().compare({ position, hash: hash ?? row?.hash ?? '' }, await administration().exported());
}

test('the last line is that of the database, and the last that was exported', async () => {
  await more(4);
  expect(await compared(4n)).toBeNull();
  expect(await compared(4n, 'f'.repeat(64))).toMatch(/^record 4 in the database is different/);
  expect(await compared(3n)).toMatch(/^the lines end with record 3, but records up to 4 were exported/);
});

test('what the server delivers while lines are read is not missed in them', async () => {
  await more(2);
  const exported = await administration().exported();
  const last = await world.client.auditRecord.findFirstOrThrow({ where: { position: 2n } });
  await more(1);
  expect(await administration().compare({ position: 2n, hash: last.hash ?? '' }, exported)).toBeNull();
});

test('rows of an earlier time, put back with their seals, are whole, and fewer than the lines', async () => {
  await more(3);
  const chain = await world.client.auditChain.findFirstOrThrow();
  const fact = await world.client.installationFact.findFirstOrThrow({ where: { key: { startsWith: 'audit.' } } });
  await more(2);
  const { hash } = await chainEnds(world.database);
  await world.client.auditRecord.deleteMany({ where: { position: { gt: 3n } } });
  await world.client.auditChain.updateMany({ data: chain });
  await world.client.installationFact.update({ where: { key: fact.key }, data: fact });
  expect((await examineChain(world.database, world.keys)).fault).toBeNull();
  expect(await compared(5n, hash)).toBe('the database has no record 5: its chain ends at 3');
});
