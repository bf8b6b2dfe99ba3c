import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AuditChain, chainEnds } from '../../../src/identity/audit/chain.js';
import { examineChain } from '../../../src/identity/audit/chain-check.js';
import { beginning, recordHash } from '../../../src/identity/audit/chained-record.js';
import { AuditRetention } from '../../../src/identity/audit/retention.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';
import { system } from '../../../src/identity/audit/actor.js';

let world: World;
let chain: AuditChain;
beforeEach(async () => {
  world = await openWorld();
  await world.client.auditRecord.deleteMany();
  chain = new AuditChain(world);
});
afterEach(() => world.close());

const actor = { kind: 'user', username: 'olga', userId: 'user-1', tokenId: 'at-1', origin } as const;

async function record(count: number, action = 'workspace.update') {
  for (let n = 0; n < count; n += 1)
    await world.audit.record(
      world.client,
      actor,
      action,
      { type: 'workspace', id: `ws-${n}`, name: "it's “ü”" },
      { n },
    );
}
const rows = () => world.client.auditRecord.findMany({ orderBy: { position: 'asc' } });
const fault = async () => (await examineChain(world.database, world.keys)).fault;
const at = (position: number) => ({ where: { position: BigInt(position) } });

describe('the chain', () => {
  test('is the hashes of the records, one after another', async () => {
    await record(3);
    await world.database.writeSql([world.audit.statement(system('sweep'), 'x', { type: 'site', id: 'z' })]);
    await chain.run();
    let previous = beginning;
    for (const [index, { position, hash, ...facts }] of (await rows()).entries()) {
      expect(position).toBe(BigInt(index + 1));
      previous = recordHash(previous, BigInt(index + 1), facts);
      expect(hash).toBe(previous);
    }
    expect(await chainEnds(world.database)).toMatchObject({ position: 4n, hash: previous, removed: 0n });
    expect(await examineChain(world.database, world.keys)).toMatchObject({ sound: 4, unchained: 0n, fault: null });
  });

  test('of a record is what the documentation says it is', () => {
    const facts = {
      ...{ id: 7n, at: new Date('2026-01-02T03:04:05.678Z'), organizationId: null, actorId: 'user-1' },
      ...{ actorName: 'olga', actorKind: 'user', tokenId: 'at-1', action: 'workspace.update', targetType: 'workspace' },
      ...{
        targetId: 'ws-1',
        targetName: null,
        outcome: 'success',
        problem: null,
        requestId: 'r',
        remoteAddress: '::1',
      },
      details: '{"n":1}',
    };
    // printf '%064d\n%s' 0 '["1","7","2026-01-02T03:04:05.678Z",null,…]' | sha256sum
    expect(recordHash(beginning, 1n, facts)).toBe('00ec96e63ad55b80ee5ce7de96a852eb806cea9f80bdc814d2dc5de524a42fa3');
  });

  test('goes on where it was, in batches of any size', async () => {
    await record(450);
    expect(await chain.run()).toBe(true);
    expect(await chain.run()).toBe(false);
    await record(2);
    await chain.run();
    expect(await examineChain(world.database, world.keys)).toMatchObject({ sound: 452, fault: null });
  });

  test('leaves what is recorded meanwhile for the next time, instead of a commit for each', async () => {
    let commits = 0;
    const busy: Pick<Database, 'provider' | 'readSql' | 'writeSql'> = {
      provider: world.database.provider,
      readSql: (...asked) => world.database.readSql(...asked),
      writeSql: async (batch) => {
        commits += 1;
        await world.database.writeSql(batch);
        if (commits < 10) await record(1);
      },
    };
    await chain.run();
    await record(250);
    await new AuditChain({ ...world, database: busy }).run();
    expect(commits).toBe(2);
    await chain.run();
    expect(await examineChain(world.database, world.keys)).toMatchObject({ sound: 252, unchained: 0n, fault: null });
  });

  test('has no hole where a transaction was rolled back, and names nothing that is not committed', async () => {
    await record(1);
    await expect(
      world.database.transaction(async (tx) => {
        await world.audit.record(tx, actor, 'undone', { type: 'workspace', id: 'ws' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await record(1);
    await chain.run();
    expect(await examineChain(world.database, world.keys)).toMatchObject({ sound: 2, fault: null });
  });

  test('is one, however many processes chain at once', async () => {
    const other = await openDatabase({ url: world.url });
    const second = new AuditChain({ ...world, database: other });
    for (let round = 0; round < 5; round += 1) {
      await record(30);
      await Promise.all([chain.run(), second.run(), record(10), chain.run()]);
    }
    await second.run();
    await other.close();
    expect(await examineChain(world.database, world.keys)).toMatchObject({ sound: 200, unchained: 0n, fault: null });
  });

  test('is read while others go on writing', async () => {
    await record(50);
    await chain.run();
    const [report] = await Promise.all([
      examineChain(world.database, world.keys),
      (async () => {
        for (let n = 0; n < 5; n += 1) {
          await record(10);
          await chain.run();
        }
      })(),
    ]);
    expect(report.fault).toBeNull();
  });
});

describe('what somebody changed in the database is found', () => {
  test.each<[what: string, change: () => Promise<unknown>, found: RegExp]>([
    ['a word', () => world.client.auditRecord.updateMany({ ...at(3), data: { actorName: 'eve' } }), /^record 3 \(/],
    ['a time', () => world.client.auditRecord.updateMany({ ...at(3), data: { at: new Date(0) } }), /^record 3 \(/],
    ['details', () => world.client.auditRecord.updateMany({ ...at(5), data: { details: null } }), /^record 5 \(/],
    ['a hash', () => world.client.auditRecord.updateMany({ ...at(4), data: { hash: 'f'.repeat(64) } }), /^record 4 \(/],
    ['one that is gone', () => world.client.auditRecord.deleteMany(at(2)), /^record 2 is missing/],
    ['the first', () => world.client.auditRecord.deleteMany(at(1)), /^record 1 is missing/],
    ['the last', () => world.client.auditRecord.deleteMany(at(6)), /^records 6 to 6 are missing at the end/],
    ['all', () => world.client.auditRecord.deleteMany(), /^records 1 to 6 are missing at the end/],
    ['two of one place', () => copy(4), /^there are two records 4/],
    [
      'an exchange',
      async () => {
        await world.client.auditRecord.updateMany({ ...at(3), data: { position: 99n } });
        await world.client.auditRecord.updateMany({ ...at(4), data: { position: 3n } });
        await world.client.auditRecord.updateMany({ ...at(99), data: { position: 4n } });
      },
      /^record 3 \(/,
    ],
    ['one that nobody chained', () => copy(6, 7n), /^record 7 \(/],
    [
      'a beginning that nobody recorded',
      async () => {
        const third = await world.client.auditRecord.findFirst(at(3));
        await world.client.auditRecord.deleteMany({ where: { position: { lte: 3n } } });
        await world.client.auditChain.updateMany({ data: { removed: 3n, removedHash: third?.hash ?? '' } });
      },
      /^records up to 3 are gone, but no server/,
    ],
    [
      'an end that was moved',
      async () => {
        await world.client.auditRecord.deleteMany(at(6));
        await world.client.auditChain.updateMany({ data: { position: 5n } });
      },
      /^the chain ends at record 5, but no server left it there/,
    ],
    [
      'an end that was moved back',
      () => world.client.auditChain.updateMany({ data: { position: 4n } }),
      /^the chain ends at record 4, but no server/,
    ],
    ['a whole chain computed anew', () => forged(), /^the chain ends at record 6, but no server/],
    [
      'a beginning that was moved, with a record of its removal',
      () => removedBy({ keepSeals: true }),
      /^records up to 5 are gone, but no server removed them/,
    ],
    [
      'the same, without the seals',
      () => removedBy({ keepSeals: false }),
      /^records up to 5 are gone, and no record says that they were removed/,
    ],
  ])('%s', async (_what, change, found) => {
    await record(6);
    await chain.run();
    expect(await fault()).toBeNull();
    await change();
    expect(await fault()).toMatch(found);
  });

  test('and stays so when a server went on from it', async () => {
    await record(6);
    await chain.run();
    await removedBy({ keepSeals: true });
    await record(2);
    await chain.run();
    expect(await fault()).toBe(
      'record 10 says that the ends of the chain had been moved before a server continued from them',
    );
  });

  test('also where the seals were taken away', async () => {
    await record(3);
    await chain.run();
    const unsealed = { data: { endSeal: '', beginningSeal: '' } };
    await world.client.auditChain.updateMany(unsealed);
    expect(await examineChain(world.database, world.keys)).toMatchObject({ fault: null, sealedFrom: null });
    await record(1);
    await chain.run();
    // As after the upgrade from a version that sealed nothing.
    expect(await examineChain(world.database, world.keys)).toMatchObject({ fault: null, sealedFrom: 5n });
    await world.client.auditChain.updateMany(unsealed);
    await chain.run();
    expect(await fault()).toBe("record 6 says that the seal of the chain's ends had been removed");
  });

  test('and is recorded once where two servers find it at the same time', async () => {
    await record(3);
    await chain.run();
    await world.client.auditChain.updateMany({ data: { endSeal: '', beginningSeal: '' } });
    const other = await openDatabase({ url: world.url });
    let arrived = 0;
    let release: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (release = resolve));
    /** Goes on with the ends that it has read when another one has read them too. */
    const together = (database: Database) => ({
      provider: database.provider,
      async readSql(...asked: Parameters<Database['readSql']>) {
        const found = await database.readSql(...asked);
        if ((arrived += 1) === 2) release();
        await both;
        return found;
      },
      writeSql: (...asked: Parameters<Database['writeSql']>) => database.writeSql(...asked),
    });
    const run = (database: Database) => new AuditChain({ ...world, database: together(database) }).run();
    await Promise.all([run(world.database), run(other)]);
    await other.close();
    expect(await world.client.auditRecord.count({ where: { action: 'audit.reseal' } })).toBe(1);
    expect(await fault()).toBeNull();
  });

  /** What one who writes to the database can do without the seal. */
  async function removedBy({ keepSeals }: { keepSeals: boolean }) {
    const last = await world.client.auditRecord.findFirstOrThrow(at(5));
    await world.client.auditRecord.deleteMany({ where: { position: { lte: 5n } } });
    const seals = keepSeals ? {} : { endSeal: '', beginningSeal: '' };
    await world.client.auditChain.updateMany({ data: { removed: 5n, removedHash: last.hash ?? '', ...seals } });
    const target = { type: 'audit-record' as const, id: '5' };
    await world.audit.record(world.client, system('audit-retention'), 'audit.remove', target, {
      upTo: '5',
      hash: last.hash,
    });
  }

  async function forged() {
    let hash = beginning;
    for (const row of await rows()) {
      const changed = { ...row, actorName: 'eve' };
      hash = recordHash(hash, row.position ?? 0n, changed);
      await world.client.auditRecord.update({ where: { id: row.id }, data: { actorName: 'eve', hash } });
    }
    await world.client.auditChain.updateMany({ data: { hash } });
  }

  async function copy(position: number, to = BigInt(position)) {
    const row = await world.client.auditRecord.findFirstOrThrow(at(position));
    await world.client.auditRecord.create({ data: { ...row, id: 900_000n, position: to, requestId: randomUUID() } });
  }
});

describe('retention', () => {
  const day = 86_400_000;
  const retention = (exported: bigint | null = null) =>
    new AuditRetention({ ...world, keepMs: 30 * day, exported: () => Promise.resolve(exported) });

  test('takes old records from the beginning, records that, and the chain stays whole', async () => {
    await record(600, 'old');
    world.clock.advance(31 * day);
    await record(5, 'young');
    await record(1, 'not chained');
    await chain.run();
    expect(await retention().run()).toBe(600);
    await chain.run();
    expect(await world.client.auditRecord.count({ where: { action: 'old' } })).toBe(0);
    expect(
      await world.client.auditRecord.count({ where: { action: 'audit.remove', actorName: 'audit-retention' } }),
    ).toBe(2);
    expect(await examineChain(world.database, world.keys)).toMatchObject({ sound: 8, fault: null });
    expect(await chainEnds(world.database)).toMatchObject({ removed: 600n });
    world.clock.advance(31 * day);
    expect(await retention().run()).toBe(8);
    expect(await examineChain(world.database, world.keys)).toMatchObject({ sound: 0, unchained: 1n, fault: null });
    await record(1);
    await chain.run();
    expect(await examineChain(world.database, world.keys)).toMatchObject({ sound: 2, fault: null });
  });

  test('is no fault while its record is not chained yet, and the seal is anew where another master key came', async () => {
    await record(3);
    world.clock.advance(31 * day);
    await chain.run();
    expect(await retention().run()).toBe(3);
    expect(await examineChain(world.database, world.keys)).toMatchObject({
      unchained: 1n,
      fault: null,
      sealedFrom: 0n,
    });
    const both = new Seal({ current: Buffer.alloc(32, 8), earlier: [Buffer.alloc(32, 7)] });
    expect((await examineChain(world.database, both)).fault).toBeNull();
    await new AuditChain({ ...world, keys: both }).run();
    const later = new Seal({ current: Buffer.alloc(32, 8), earlier: [] });
    expect(await examineChain(world.database, later)).toMatchObject({ sound: 1, fault: null, sealedFrom: 0n });
  });

  test('takes nothing that is not exported, not chained, or behind a younger one', async () => {
    await record(4);
    world.clock.advance(31 * day);
    expect(await retention().run()).toBe(0);
    await chain.run();
    expect(await retention(2n).run()).toBe(2);
    expect((await chainEnds(world.database)).removed).toBe(2n);
  });

  test('is not held up by a clock that was years ahead, and takes nothing young for it', async () => {
    const years = 5 * 365 * day;
    await record(2, 'old');
    world.clock.advance(years);
    await record(501, 'ahead');
    world.clock.advance(day - years);
    await record(2, 'old');
    world.clock.advance(30.5 * day);
    await record(1, 'young');
    world.clock.advance(years);
    await record(1, 'ahead');
    world.clock.advance(-years);
    await chain.run();
    expect(await retention(504n).run()).toBe(504);
    expect(await retention().run()).toBe(1);
    const left = await world.client.auditRecord.findMany({ where: { position: { not: null } } });
    expect(left.map(({ action }) => action)).toEqual(['young', 'ahead']);
    await chain.run();
    expect(await fault()).toBeNull();
  });

  test('that goes on while the chain is read is no fault', async () => {
    await record(1_500);
    world.clock.advance(31 * day);
    await chain.run();
    const [report] = await Promise.all([examineChain(world.database, world.keys), retention().run()]);
    expect(report.fault).toBeNull();
    await chain.run();
    expect(await fault()).toBeNull();
  });
});
