import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterPlain, afterSpaces } from '../../../src/state/content/word-steps.js';

/** Mostly what is passed over, with everything else among it: each value and place in a word comes up. */
const bytes = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(0x20, 0x61, 0x7f, 0xc3) }, fc.nat({ max: 255 })), {
    maxLength: 40,
  })
  .map((list) => Uint8Array.from(list));

const steps = [
  { name: 'spaces', step: afterSpaces, passes: (c: number) => c === 0x20 },
  { name: 'plain text', step: afterPlain, passes: (c: number) => c >= 0x20 && c !== 0x22 && c !== 0x5c },
];

test.each(steps)('$name: each byte alone, at each place', ({ step, passes }) => {
  for (let c = 0; c < 256; c++) {
    for (let at = 0; at < 9; at++) {
      const chunk = new Uint8Array(9).fill(0x20);
      chunk[at] = c;
      expect(step(new DataView(chunk.buffer), 0, 9), `byte ${c} at ${at}`).toBe(passes(c) ? 9 : at);
    }
  }
});

test.each(steps)('$name: where a step for each byte comes to, from anywhere in any chunk', ({ step, passes }) => {
  fc.assert(
    fc.property(bytes, fc.nat({ max: 40 }), fc.nat({ max: 3 }), (chunk, start, shift) => {
      const from = Math.min(start, chunk.length);
      const moved = new Uint8Array(chunk.length + shift);
      moved.set(chunk, shift);
      const view = new DataView(moved.buffer, shift, chunk.length);
      const stop = chunk.findIndex((c, i) => i >= from && !passes(c));
      expect(step(view, from, chunk.length)).toBe(stop < 0 ? chunk.length : stop);
    }),
    { numRuns: 2_000 },
  );
});
