import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';
import { system } from '../../../src/identity/audit/actor.js';
import type { Actor } from '../../../src/identity/audit/actor.js';
import type { AuditTarget } from '../../../src/identity/audit/target.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const everything: Actor = { kind: 'user', username: 'olga', userId: 'user-1', tokenId: 'at-1', origin };

test.each<[what: string, actor: Actor, target: AuditTarget, details: Record<string, string> | undefined]>([
  [
    'everything',
    everything,
    { type: 'certificate', id: '01:02', name: 'a', organizationId: 'org-1' },
    { role: "it's" },
  ],
  ['only what must be', system('first-start'), { type: 'mount', id: 'mnt-1' }, undefined],
])('a record is the same past the client as through it: %s', async (_, actor, target, details) => {
  const { auditRecord } = world.client;
  const since = (await auditRecord.findFirst({ orderBy: { id: 'desc' } }))?.id ?? 0n;
  await world.audit.record(world.client, actor, 'certificate.issue', target, details);
  await world.database.writeSql([world.audit.statement(actor, 'certificate.issue', target, details)]);
  const [through, past, ...others] = await auditRecord.findMany({
    where: { id: { gt: since } },
    orderBy: { id: 'asc' },
  });
  expect(others).toEqual([]);
  expect({ ...past, id: through?.id }).toEqual(through);
  expect(past?.id).toBeGreaterThan(through?.id ?? 0n);
});
