import { BITS, FILTERED, STEP } from './kernel/cells.js';

/** The names of members that a node reads, so that nobody calls it for most others. All bits of a set for a node that may read any. */
export class NamesRead {
  readonly bits: readonly [number, number];

  constructor(...names: readonly string[]) {
    const bits: [number, number] = [0, 0];
    for (const name of names) {
      const bytes = Buffer.from(`${name}"`);
      if (bytes.length > FILTERED) throw new Error(`${name} is too long to be looked for`);
      const bit = ((bytes[0] ?? 0) + (bytes.length - 1) * STEP) & BITS;
      if (bit < 32) bits[0] |= 1 << bit;
      else bits[1] |= 1 << (bit - 32);
    }
    this.bits = bits;
  }
}

/** Of a node that says nothing. */
export const anyName: readonly [number, number] = [-1, -1];
