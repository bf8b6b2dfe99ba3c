/** Creates and reads a second through the client, at 1 and 16 clients. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/platform/database/database.js';
import { roundsOf, secondsOf } from './settings.js';
import { databaseFor } from './state-service/databases.js';
import { atLeast, more, tell } from './state-service/report.js';

const seconds = secondsOf(2);
const rounds = roundsOf(3);
const folder = mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), 'trustate-bench-'));
const made = await databaseFor(folder);
const database = await openDatabase({ url: made.url });
const { client } = database;
const now = new Date();
let number = Date.now();

function row() {
  const id = String(number++);
  return { id, name: id, email: 'bench@example.com', createdAt: now, updatedAt: now };
}

const known = row();
await client.organization.create({ data: known });

const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
  create: () => client.organization.create({ data: row() }),
  'transaction of two creates': () =>
    database.transaction(async (tx) => {
      await tx.organization.create({ data: row() });
      await tx.organization.create({ data: row() });
    }),
  findUnique: () => client.organization.findUnique({ where: { id: known.id } }),
  readSql: () => database.readSql('SELECT * FROM "Organization" WHERE id = ?', [known.id]),
};

/** @returns calls a second */
async function rate(task: () => Promise<unknown>, clients: number): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let calls = 0;
  const loop = async () => {
    while (performance.now() < endsAt) {
      await task();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  return (calls / (performance.now() - startedAt)) * 1000;
}

console.log(`${database.provider}, median of ${rounds} rounds of ${seconds} s`);
for (const [name, task] of Object.entries(tasks)) {
  await rate(task, 4);
  const measured = { one: [] as number[], sixteen: [] as number[], ratio: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const one = await rate(task, 1);
    const sixteen = await rate(task, 16);
    measured.one.push(one);
    measured.sixteen.push(sixteen);
    measured.ratio.push(sixteen / one);
  }
  const { one, sixteen, ratio } = measured;
  tell(`${name}, 1 client`, one, '/s', more);
  tell(`${name}, 16 clients`, sixteen, '/s', more);
  tell(`${name}, 16 clients`, ratio, '× one client', name === 'create' ? atLeast(2) : more);
}

await database.close();
await made.remove();
rmSync(folder, { recursive: true, force: true });
