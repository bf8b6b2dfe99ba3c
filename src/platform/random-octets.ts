import { randomFillSync } from 'node:crypto';

/** Octets that are drawn at once: to draw sixteen takes nearly as long as to draw these. */
const drawn = 4096;

/**
 * Octets from the system's random source, drawn many at once. For what is unique and no secret: they lie in memory until they are used. Each is given once, and
 * wiped then.
 */
export class RandomOctets {
  readonly #octets = new Uint8Array(drawn);
  #used = drawn;

  next(): number {
    if (this.#used === drawn) {
      randomFillSync(this.#octets);
      this.#used = 0;
    }
    const octet = this.#octets[this.#used] ?? 0;
    this.#octets[this.#used] = 0;
    this.#used += 1;
    return octet;
  }
}
