import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failureText } from '../../src/operator/failing.js';
import type { Placed, Placing } from '../../src/operator/placing.js';
import { placeAll } from '../../src/operator/placing-threads.js';

const threads = { threads: 2, worth: 1 };
const count = 450;
let base: string;
let placings: Placing[];
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'trustate-placing-'));
  for (const folder of ['from', 'to']) mkdirSync(path.join(base, folder));
  placings = Array.from({ length: count }, (_, n) => {
    writeFileSync(path.join(base, `from/${n}`), `object ${n}`);
    return { from: path.join(base, `from/${n}`), to: path.join(base, `to/${n}`), earlier: null, again: false };
  });
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

test('threads place every file once and say of each what it holds, or that it is gone', async () => {
  rmSync(path.join(base, 'from/7'));
  const heard = new Map<string, Placed | null>();
  await placeAll(placings, ({ to }, placed) => void heard.set(path.basename(to), placed), threads);
  expect(heard.size).toBe(count);
  expect(heard.get('7')).toBeNull();
  expect(heard.get('8')).toEqual({
    // printf 'object 8' | sha256sum
    content: { size: 8, sha256: '0b78fb3e42f8fa2277e166a5f418a33d283bd00a85a8dbd52b9d4b9cfec20e3c' },
    how: 'copied',
  });
  expect(readdirSync(path.join(base, 'to'))).toHaveLength(count - 1);
  expect(readFileSync(path.join(base, 'to/449'), 'utf8')).toBe('object 449');
});

test('what one thread fails with is told as if there were none', async () => {
  writeFileSync(path.join(base, 'to/300'), 'in the way');
  const failure: unknown = await placeAll(placings, () => undefined, threads).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'EEXIST', path: path.join(base, 'to/300') });
  expect(failureText(failure)).toContain(path.join(base, 'to/300'));
});
