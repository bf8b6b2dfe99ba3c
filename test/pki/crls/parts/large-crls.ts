import { generateKeyPairSync } from 'node:crypto';
import { CrlGathering, entriesIn, packRows } from '../../../../src/pki/crls/crl-order.js';
import type { CrlOrder, RevokedRow } from '../../../../src/pki/crls/crl-order.js';
import type { NewCrl } from '../../../../src/pki/crls/crl.store.js';
import { CrlOctets } from '../../../../src/pki/crls/parts/crl-octets.js';
import { partsOf } from '../../../../src/pki/crls/parts/part-list.js';
import type { EntryPart } from '../../../../src/pki/crls/parts/part-list.js';
import { buildCrl, createSigner, entriesOf, Name } from '../../../../src/pki/x509/index.js';

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const thisUpdate = new Date('2026-05-06T07:08:09Z');
const nextUpdate = new Date(thisUpdate.getTime() + 86_400_000);

/** Entries of 41 octets. Serial numbers are spread as those of certificates are. */
const rowOf = (n: number): RevokedRow => ({
  serialNumber: `4${n.toString(16).padStart(31, '0')}${((n * 0x9e37_79b1) % 0x1_0000_0000).toString(16).padStart(8, '0')}`,
  revokedAt: new Date(thisUpdate.getTime() - n * 1000),
  reason: null,
});

/** With what its octets are. */
export interface LargeCrl extends NewCrl {
  readonly der: Uint8Array<ArrayBuffer>;
  readonly entryParts: readonly EntryPart[];
}

/** CRLs of an issuer, as the thread builds them. */
export class LargeCrls {
  constructor(private readonly place: Pick<NewCrl, 'mountId' | 'issuerId'>) {}

  /** With the entries of these numbers, on top of another one where it is given. */
  of(number: bigint, from: number, to: number, base?: NewCrl): LargeCrl {
    const order: CrlOrder = {
      ...{ issuer: Name.of({ commonName: 'An issuer' }).der, issuerKeyId: Buffer.alloc(20, 1), number, freshest: [] },
      ...{ deltaBase: undefined, base: base?.octets, leaving: [], key, signing: {}, thisUpdate, nextUpdate },
    };
    const gathering = new CrlGathering();
    gathering.add(packRows(Array.from({ length: to - from }, (_, n) => rowOf(from + n))));
    const { content, entryCount } = gathering.content(order, entriesIn(order.base, Number(base?.entryCount ?? 0n)));
    const der = new Uint8Array(buildCrl(content, createSigner(key, {})));
    const entryParts = partsOf(entriesOf(der));
    return {
      ...{ ...this.place, delta: false, number, baseNumber: null, thisUpdate, nextUpdate, through: 0n },
      ...{ entryCount: BigInt(entryCount), suppressed: false, der, entryParts },
      octets: CrlOctets.cut(der, entriesOf(der), entryParts),
    };
  }
}
