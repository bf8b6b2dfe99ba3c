import type { Seal } from '../../platform/seal/seal.js';

/** What the chain needs of the seal. */
export type ChainKeys = Pick<Seal, 'keyId' | 'hmac' | 'hmacKeyId'>;

/** A place of the chain and the hash of the record there. */
export interface SealedPlace {
  readonly position: bigint;
  readonly hash: string;
}

/** How an end of the chain stands to the seal. */
export type SealState =
  | 'sound'
  /** By an earlier master key: valid, and to be sealed again before that key is removed. */
  | 'earlier'
  /** By nobody: it was chained by a version that sealed nothing, or somebody took the seal away. */
  | 'missing'
  /** It is not as a server left it. */
  | 'wrong';

const purpose = 'audit-chain';

/**
 * Seals the ends of the chain: where it begins, which moves when old records are removed, and where it ends. Write access to the database does not include the key for that, so nobody with that alone can move
 * either of them, or recompute the chain, which would then have a different end.
 */
export class ChainSeal {
  constructor(private readonly keys: ChainKeys) {}

  of(end: 'beginning' | 'end', place: SealedPlace): string {
    return this.keys.hmac(purpose, said(end, place)).toString('hex');
  }

  state(end: 'beginning' | 'end', place: SealedPlace, seal: string): SealState {
    if (seal === '') return 'missing';
    const keyId = this.keyId(end, place, seal);
    if (keyId === null) return 'wrong';
    return keyId === this.keys.keyId ? 'sound' : 'earlier';
  }

  /** The master key that an end is sealed with; `null` for none that is configured. */
  keyId(end: 'beginning' | 'end', place: SealedPlace, seal: string): string | null {
    return this.keys.hmacKeyId(purpose, said(end, place), Buffer.from(seal, 'hex'));
  }
}

const said = (end: string, { position, hash }: SealedPlace): string => `${end}\n${position}\n${hash}`;
