import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { collectGarbage } from '../../../../src/platform/garbage.js';
import { trimAllocator } from '../../../../src/platform/database/sqlite/allocator.js';

const report = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) });

/** Bytes of memory that are this process's own; `null` where the system or its C library is not the one that this is about. */
function ownBytes(): number | null {
  if (!report.parse(process.report.getReport()).header.glibcVersionRuntime) return null;
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Blocks that are too small to be pages of their own, of which each hundredth stays. @returns what stays */
function freedBetweenKept(): readonly Buffer[] {
  const blocks = Array.from({ length: 2_000 }, () => Buffer.allocUnsafeSlow(50_000).fill(1));
  return blocks.filter((_, number) => number % 100 === 0);
}

test('what was freed between blocks in use goes back to the system, and the blocks stay', async () => {
  const before = ownBytes();
  const kept = freedBetweenKept();
  // What was looked at stays until the end of the turn.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  await new Promise((resolve) => setTimeout(resolve, 50));
  trimAllocator();
  trimAllocator();
  expect(kept.every((block) => block.every((octet) => octet === 1))).toBe(true);
  const after = ownBytes();
  // Of another C library only that nothing happens is tried.
  if (before === null || after === null) return;
  expect(after - before).toBeLessThan(30_000_000);
});
