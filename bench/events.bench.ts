// What an event costs the write that it belongs to, while nobody follows: batches past Prisma, as certificates are stored, and transactions.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/platform/database/database.js';
import { eventWrite, recordEvents } from '../src/platform/events/outbox.js';
import type { NewEvent } from '../src/platform/events/event.js';
import { roundsOf, secondsOf } from './settings.js';
import { more, tell } from './state-service/report.js';

const rounds = roundsOf(5);
const seconds = secondsOf(1);
const writers = 16;
const folder = mkdtempSync(join(tmpdir(), 'trustate-bench-'));
const database = await openDatabase({ url: join(folder, 'bench.db') });
const at = new Date();
let number = 0;

const event = (subject: string): NewEvent => ({ at, kind: 'certificate.issued', topic: 'mount', subject });
const row = () => {
  number += 1;
  const id = String(number);
  return { id, name: id, email: 'bench@example.com', createdAt: at, updatedAt: at };
};
const insert = 'INSERT INTO "Organization" ("id", "name", "email", "createdAt", "updatedAt") VALUES (?, ?, ?, ?, ?)';
const batch = () => {
  const made = row();
  return { id: made.id, write: { sql: insert, rows: [Object.values(made)] } };
};

const tasks = {
  'a batch': [
    () => database.writeSql([batch().write]),
    () => {
      const { id, write } = batch();
      return database.writeSql([write, eventWrite(event(id))]);
    },
  ],
  'a transaction': [
    () => database.transaction((tx) => tx.organization.create({ data: row() })),
    () =>
      database.transaction(async (tx) => {
        const { id } = await tx.organization.create({ data: row() });
        await recordEvents(tx, event(id));
      }),
  ],
} as const;

async function rate(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  const writer = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      await task();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return (done * 1000) / (performance.now() - startedAt);
}

for (const [name, [without, withEvent]] of Object.entries(tasks)) {
  await rate(without);
  await rate(withEvent);
  const shares: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await rate(without);
    const told = await rate(withEvent);
    rates.push(told);
    shares.push(told / bare);
  }
  tell(`${name} with an event`, rates, '/s', more);
  tell(`${name} with an event`, shares, '× one without', more);
}
await database.close();
rmSync(folder, { recursive: true, force: true });
