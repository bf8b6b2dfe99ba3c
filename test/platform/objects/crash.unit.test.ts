import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isObjectId } from '../../../src/platform/objects/object-id.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { collected } from '../../../src/platform/objects/pipeline.js';
import { SealedObjects } from '../../../src/platform/objects/sealed-objects.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { bytesLike } from './content.js';
import { shortLived } from '../../short-lived.js';

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));

test('a killed process leaves every acknowledged object whole, and nothing half-written in sight', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'));
  const objects = new SealedObjects({
    store: await openObjectStore(`file:${folder}`),
    seal: new Seal({ current: Buffer.alloc(32, 7), earlier: [] }),
  });
  const acknowledged: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(process.execPath, [...shortLived, '--import', 'tsx', writer, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = text(child.stdout);
    await once(child.stdout, 'readable');
    await sleep(Math.random() * 120);
    child.kill('SIGKILL');
    // A line may be cut by the kill; what counts are whole ones.
    acknowledged.push(...(await output).split('\n').slice(0, -1));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(6);

  for (const line of acknowledged) {
    const [id = '', size, like, seed] = line.split(' ');
    if (!isObjectId(id)) throw new Error(`The writer said ${line}`);
    const read = await buffer((await objects.read(id)).content);
    expect(read.equals(bytesLike(like === 'noise' ? 'noise' : 'state', Number(size), seed))).toBe(true);
  }
  // Those not acknowledged are there as a whole or not at all.
  for await (const { id } of objects.list()) {
    const { size, content } = await objects.read(id);
    expect(await buffer(content)).toHaveLength(size);
  }
  const temporary = await readdir(join(folder, 'temporary'));
  expect((await collected(objects.temporary())).sort()).toEqual(temporary.sort());
  for (const name of [...temporary, ...temporary]) await objects.removeTemporary(name);
  expect(await readdir(join(folder, 'temporary'))).toEqual([]);
  await rm(folder, { recursive: true });
});
