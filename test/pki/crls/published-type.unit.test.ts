import 'reflect-metadata';
import { expect, test, vi } from 'vitest';
import { jsonText } from '../../../src/platform/graphql/raw-json.js';
import { PEM } from '../../../src/platform/graphql/scalars.js';
import { toPublishedCrl } from '../../../src/pki/crls/crl.type.js';
import { CrlOctets } from '../../../src/pki/crls/parts/crl-octets.js';
import { PublicDocuments } from '../../../src/pki/revocation/public-documents.js';
import { encodePem } from '../../../src/pki/x509/index.js';

const nothing = Object.create(null) as ConstructorParameters<typeof PublicDocuments>[0];

/** @param cut whether most of it is in a part, as it is held where there are many entries */
function published(size: number, cut: boolean) {
  const der = new Uint8Array(Buffer.alloc(size, 'octets'));
  const entries = der.subarray(50, size - 50);
  const octets = CrlOctets.cut(der, entries, cut ? [{ digest: 'one', length: entries.length }] : []);
  const now = new Date();
  const head = { id: String(size), issuerId: 'iss-1', delta: false, number: 1n, baseNumber: null, through: 0n };
  return { der, octets, crl: { ...head, thisUpdate: now, nextUpdate: now, entryCount: 1n, suppressed: false, octets } };
}

test.each([
  [1_000, false],
  [1_000, true],
  [500_000, false],
  [500_000, true],
])('a CRL of %i octets, in parts: %s, is the same text in an answer of GraphQL', async (size, cut) => {
  const { der, crl } = published(size, cut);
  const shown = toPublishedCrl(crl, new PublicDocuments(nothing));
  const text = jsonText({ data: { crl: { pem: PEM.serialize(await shown.pem) } } });
  const pieces = [];
  if (typeof text === 'string') pieces.push(text);
  else for await (const piece of text.stream()) pieces.push(String(piece));
  expect(JSON.parse(pieces.join(''))).toEqual({ data: { crl: { pem: encodePem('X509 CRL', der).trimEnd() } } });
  if (typeof text !== 'string') expect(text.size).toBe(pieces.join('').length);
});

test('a large CRL is made one piece for its first text, and for nobody else', async () => {
  const { octets, crl } = published(500_000, true);
  const joined = vi.spyOn(octets, 'joined');
  const documents = new PublicDocuments(nothing);
  expect(toPublishedCrl(crl, documents).number).toBe(1n);
  expect(joined).not.toHaveBeenCalled();
  await Promise.all([toPublishedCrl(crl, documents).pem, toPublishedCrl(crl, documents).pem]);
  expect(joined).toHaveBeenCalledTimes(1);
  await toPublishedCrl(crl, documents).pem;
  expect(joined).toHaveBeenCalledTimes(1);
});
