import { LRUCache } from 'lru-cache';

/** Octets of CRLs in memory, of which there is one in each place. */
const mostOctets = 64 * 1024 * 1024;

/** What tells CRLs that replace one another from others, and themselves from one another. */
export interface HeldHead {
  readonly id: string;
  readonly issuerId: string;
  /** Of a CRL that is not of all certificates of its issuer. */
  readonly shard?: number;
  readonly delta: boolean;
  readonly number: bigint;
}

/** The CRLs that were read or published last, each in place of the one before. */
export class HeldCrls<Octets extends { readonly length: number }> {
  readonly #held = new LRUCache<string, { readonly head: HeldHead; readonly octets: Octets }>({
    maxSize: mostOctets,
    sizeCalculation: ({ octets: { length } }) => length || 1,
  });

  get(head: HeldHead): Octets | undefined {
    const held = this.#held.get(placeOf(head));
    return held?.head.id === head.id ? held.octets : undefined;
  }

  /** The one that was held last in its place. */
  before(head: HeldHead): Octets | undefined {
    return this.#held.get(placeOf(head))?.octets;
  }

  /**
   * The one that is held, or is read now and held then; `null` where nothing is found.
   * @param read gets the one before
   */
  async getOrRead(
    head: HeldHead,
    read: (before: Octets | undefined) => Promise<Octets | null>,
  ): Promise<Octets | null> {
    const known = this.get(head);
    if (known) return known;
    const octets = await read(this.before(head));
    if (octets) this.set(head, octets);
    return octets;
  }

  /** Unless one that came after it is held. */
  set(head: HeldHead, octets: Octets): void {
    const place = placeOf(head);
    const held = this.#held.get(place);
    if (!held || held.head.number <= head.number) this.#held.set(place, { head: headOf(head), octets });
  }
}

/** Of what is made of a CRL, only that. */
const headOf = ({ id, issuerId, shard, delta, number }: HeldHead): HeldHead => ({
  ...{ id, issuerId, delta, number },
  ...(shard !== undefined && { shard }),
});

const placeOf = ({ issuerId, shard, delta }: HeldHead): string =>
  `${issuerId} ${shard ?? ''} ${delta ? 'delta' : 'complete'}`;
