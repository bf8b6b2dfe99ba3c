import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scratchDatabase, scratchFile } from './scratch.js';
import { shortLived } from '../../short-lived.js';

const child = fileURLToPath(new URL('writing-child.ts', import.meta.url));

test('SIGKILL in the middle of writing loses nothing acknowledged and leaves no half of a transaction', async () => {
  const file = scratchFile();
  const acknowledged: string[] = [];
  for (const killedAfter of [1, 7, 40, 150]) {
    const writer = spawn(process.execPath, [...shortLived, '--import', 'tsx', child, file, `k${killedAfter}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(writer, 'exit');
    let heard = 0;
    for await (const line of createInterface({ input: writer.stdout })) {
      acknowledged.push(line);
      heard += 1;
      if (heard === killedAfter) writer.kill('SIGKILL');
    }
    expect(await exit).toEqual([null, 'SIGKILL']);
  }
  const database = await scratchDatabase(file);
  const rows = await database.client.organization.findMany({ select: { name: true } });
  const found = new Set(rows.map(({ name }) => name));
  expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
  const halves = [...found].filter((name) => name.endsWith('-first') && !found.has(name.replace(/-first$/, '')));
  expect(halves).toEqual([]);
  expect(await database.readSql('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});
