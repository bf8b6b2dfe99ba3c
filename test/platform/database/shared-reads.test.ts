import { describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { afterwards, organization, scratchDatabase, scratchFile } from './scratch.js';

const byName = 'SELECT "email" FROM "Organization" WHERE "name" = ?';

async function filled() {
  const file = scratchFile();
  const database = await scratchDatabase(file);
  await database.client.organization.create({ data: organization('acme') });
  const email = async () => (await database.readSql(byName, ['acme']))[0]?.['email'];
  const change = (to: string) => database.client.organization.update({ where: { name: 'acme' }, data: { email: to } });
  return { file, database, email, change };
}

describe('an answer that is held', () => {
  test('is the same object for as long as nothing is committed', async () => {
    const { database } = await filled();
    const [first] = await database.readSql(byName, ['acme']);
    const [again] = await database.readSql(byName, ['acme']);
    expect(again).toBe(first);
    expect(Object.isFrozen(again)).toBe(true);
  });

  test('is not given after a write of this process', async () => {
    const { email, change } = await filled();
    for (const to of ['one@example.com', 'two@example.com']) {
      await email();
      await change(to);
      expect(await email()).toBe(to);
    }
  });

  test('is not given after a write of another connection', async () => {
    const { file, email } = await filled();
    await email();
    const other = new SqliteDatabase(file);
    afterwards(() => {
      other.close();
    });
    for (const to of ['one@example.com', 'two@example.com']) {
      other.prepare('UPDATE "Organization" SET "email" = ?').run(to);
      expect(await email()).toBe(to);
    }
  });

  test('is not given to a question with other parameters', async () => {
    const { database } = await filled();
    const pair = 'SELECT ? AS "a", ? AS "b"';
    // No text has NUL, which could pass for the border between two.
    await expect(database.readSql(pair, ['x\u00001\u0000y', 'z'])).rejects.toThrow('NUL');
    expect(await database.readSql(pair, ['11', '1'])).not.toEqual(await database.readSql(pair, ['1', '11']));
    expect(await database.readSql(pair, ['1', '2'])).toEqual([{ a: '1', b: '2' }]);
    expect(await database.readSql(pair, ['2', '1'])).toEqual([{ a: '2', b: '1' }]);
    expect(await database.readSql('SELECT ? AS "a"', [1])).not.toEqual(
      await database.readSql('SELECT ? AS "a"', ['1']),
    );
  });
});

describe('reads of one turn', () => {
  test('see what was committed before they were asked, and never an open transaction', async () => {
    const { database, email } = await filled();
    await email();
    await database.transaction(async (tx) => {
      await tx.organization.update({ where: { name: 'acme' }, data: { email: 'new@example.com' } });
      expect(await email()).toBe('acme@example.com');
    });
    expect(await email()).toBe('new@example.com');
  });

  test('are answered one by one: a wrong statement fails alone', async () => {
    const { database, email } = await filled();
    const [right, wrong, write, other] = await Promise.allSettled([
      email(),
      database.readSql('SELECT nothing FROM "Nowhere"'),
      database.readSql(`UPDATE "Organization" SET "email" = 'x' RETURNING "email"`),
      email(),
    ]);
    expect([right.status, wrong.status, write.status, other.status]).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await email()).toBe('acme@example.com');
  });
});
