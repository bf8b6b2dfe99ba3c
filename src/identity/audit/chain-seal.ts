import type { Seal } from '../../platform/seal/seal.js';

/** The functions of the seal that the chain uses. */
export type ChainKeys = Pick<Seal, 'keyId' | 'hmac' | 'hmacKeyId'>;

/** A position in the chain, and the hash of the record there. */
export interface SealedPlace {
  readonly position: bigint;
  readonly hash: string;
}

/** The state of the seal of an end of the chain. */
export type SealState =
  | 'sound'
  /** Sealed with an earlier master key: valid, and to be sealed again before that key is removed. */
  | 'earlier'
  /** Not sealed: it was written by a version that sealed nothing, or somebody removed the seal. */
  | 'missing'
  /** It differs from what a server left. */
  | 'wrong';

const purpose = 'audit-chain';

/**
 * Seals the ends of the chain: its beginning, which moves when old records are removed, and its end. The key for that is not in the database. So nobody with
 * only write access to the database can move either end, or recompute the chain, which would then have another end.
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

  /** The master key that sealed an end; `null` if it is none of the configured ones. */
  keyId(end: 'beginning' | 'end', place: SealedPlace, seal: string): string | null {
    return this.keys.hmacKeyId(purpose, said(end, place), Buffer.from(seal, 'hex'));
  }
}

const said = (end: string, { position, hash }: SealedPlace): string => `${end}\n${position}\n${hash}`;
