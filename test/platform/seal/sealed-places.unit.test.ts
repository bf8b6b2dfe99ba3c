import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sealedColumns, sealedPlaces } from '../../../src/platform/seal/sealed-places.js';

/** Columns of bytes that anybody may see: certificates, public keys, CRLs. */
const open = [
  'IssuerKey.publicKey',
  'Issuer.certificate',
  'Certificate.certificate',
  'Crl.content',
  'ScopedCrl.content',
  'CrlPart.content',
  'OcspDelegate.certificate',
  'CmpTransaction.signer',
  'ScepTransaction.request',
];

/** Whole objects, whose keys are sealed at their ends: `ObjectKeys` looks after them, wherever they are. */
const objects = ['SmallObject.content'];

/** Every column of bytes in the schema, as `Table.column`. */
function byteColumns(): string[] {
  const schema = readFileSync(new URL('../../../schema.prisma', import.meta.url), 'utf8');
  return [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, table, body]) =>
    [...(body ?? '').matchAll(/^ {2}(\w+)\s+Bytes\b/gm)].map(([, column]) => `${table ?? ''}.${column ?? ''}`),
  );
}

test('every column of bytes is sealed and known to be, or open on purpose', () => {
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect(byteColumns().toSorted()).toEqual([...sealed, ...objects, ...open].toSorted());
});

test('every column that keeps a seal of something is known to', () => {
  const schema = readFileSync(new URL('../../../schema.prisma', import.meta.url), 'utf8');
  const kept = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, table, body]) =>
    [...(body ?? '').matchAll(/^ {2}(\w*Seal)\s/gm)].map(([, column]) => `${table ?? ''}.${column ?? ''}`),
  );
  const known = Object.values(sealedPlaces).flatMap((place) =>
    place.kind === 'ends' ? place.columns.map((column) => `${place.table}.${column}`) : [],
  );
  expect(kept.toSorted()).toEqual(known.toSorted());
});

test('what is called sealed is', () => {
  const named = byteColumns().filter((name) => /\.sealed/i.test(name));
  expect(named.toSorted()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted());
});
