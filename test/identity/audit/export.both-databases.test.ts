import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuditChain } from '../../../src/identity/audit/chain.js';
import { AuditExport } from '../../../src/identity/audit/export.js';
import { deliver } from '../../../src/identity/audit/export-target.js';
import { AuditRetention } from '../../../src/identity/audit/retention.js';
import { origin } from '../world.js';
import { actor, exporting, linesOf, verified } from './exporting.js';

const audit = exporting();
let file: string;
beforeEach(() => {
  file = join(audit.get.folder, 'audit.jsonl');
});

const record = (count: number) => audit.get.record(count);
const toFile = () => audit.get.exportTo({ kind: 'file', path: file });
const exported = () => readFileSync(file, 'utf8');

describe('into a file', () => {
  test('every record is a line, for its owner alone', async () => {
    await record(3);
    await toFile().run();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [first] = linesOf(readFileSync(file, 'utf8'));
    expect(JSON.parse(first ?? '')).toMatchObject({
      position: '1',
      previous: '0'.repeat(64),
      actorName: actor.username,
      tokenId: 'at-1',
      remoteAddress: origin.remoteAddress,
      details: { n: 0 },
    });
    expect(await verified(exported())).toMatchObject({ records: 3, repeated: 0, cut: 0, first: 1n, fault: null });
  });

  test('it goes on where it was, also into a file that was begun anew', async () => {
    await record(2);
    await toFile().run();
    await record(700);
    await toFile().run();
    renameSync(file, `${file}.1`);
    await record(3);
    await toFile().run();
    expect(await verified(readFileSync(`${file}.1`, 'utf8'))).toMatchObject({ records: 702, fault: null });
    expect(await verified(exported())).toMatchObject({ records: 3, first: 703n, fault: null });
    const both = readFileSync(`${file}.1`, 'utf8') + readFileSync(file, 'utf8');
    expect(await verified(both)).toMatchObject({ records: 705, fault: null });
  });

  test('what was written and not noted comes again, and a line that was cut is no loss', async () => {
    const { world } = audit.get;
    await record(4);
    const interrupted = new AuditExport({
      database: world.database,
      target: { kind: 'file', path: file },
      deliver: async (target, lines) => {
        await deliver(target, lines.slice(0, -20));
        throw new Error('killed');
      },
    });
    await expect(interrupted.run()).rejects.toThrow('killed');
    await toFile().run();
    expect(await verified(exported())).toMatchObject({ records: 4, repeated: 3, cut: 1, fault: null });
  });

  test('after removals it goes on behind them', async () => {
    const { world } = audit.get;
    await record(5);
    await toFile().run();
    world.clock.advance(86_400_000 * 40);
    const delivered = () => toFile().position();
    expect(await new AuditRetention({ ...world, keepMs: 86_400_000, exported: delivered }).run()).toBe(5);
    await record(1);
    await toFile().run();
    expect(await verified(exported())).toMatchObject({ records: 7, fault: null });
  });

  test('where it cannot be written, nothing is counted as delivered', async () => {
    await record(1);
    file = join(audit.get.folder, 'missing', 'audit.jsonl');
    await expect(toFile().run()).rejects.toThrow(/cannot be delivered to file:.*ENOENT/);
    expect(await toFile().position()).toBe(0n);
  });

  test('a record that comes again as another one', async () => {
    const { world } = audit.get;
    await record(3);
    await toFile().run();
    const before = readFileSync(file, 'utf8');
    await world.client.auditRecord.updateMany({ data: { actorName: 'eve' } });
    await world.client.auditRecord.updateMany({ data: { position: null, hash: null } });
    await world.client.auditChain.deleteMany();
    await world.client.installationFact.deleteMany({ where: { key: { startsWith: 'audit.' } } });
    await new AuditChain(world).run();
    writeFileSync(file, '');
    await toFile().run();
    appendFileSync(file, before);
    expect((await verified(exported())).fault).toBe('line 4: record 1 comes again, and is another one');
  });
});
