import { expect, test } from 'vitest';
import { octetsOf, partsAfter, partsOf, wholeBytes } from '../../../../src/pki/crls/parts/part-list.js';
import { entriesOf } from '../../../../src/pki/x509/index.js';
import { LargeCrls } from './large-crls.js';

const crls = new LargeCrls({ mountId: 'mnt-1', issuerId: 'iss-1' });

test('entries that follow others are cut as if all had come at once', () => {
  const entries = entriesOf(crls.of(1n, 0, 30_000).der);
  for (const count of [10_000, 20_000, 29_999]) {
    const before = partsOf(entriesOf(crls.of(1n, 0, count).der));
    expect(octetsOf(before)).toBeLessThan(entries.length);
    expect(partsAfter(before, entries)).toEqual(partsOf(entries));
  }
});

test('as many octets as fit in one row are no parts', () => {
  expect(partsOf(new Uint8Array(wholeBytes))).toEqual([]);
});
