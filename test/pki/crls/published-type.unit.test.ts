import 'reflect-metadata';
import { expect, test } from 'vitest';
import { jsonText } from '../../../src/platform/graphql/raw-json.js';
import { PEM } from '../../../src/platform/graphql/scalars.js';
import { toPublishedCrl } from '../../../src/pki/crls/crl.type.js';
import { PublicDocuments } from '../../../src/pki/revocation/public-documents.js';
import { encodePem } from '../../../src/pki/x509/index.js';

const nothing = Object.create(null) as ConstructorParameters<typeof PublicDocuments>[0];

test.each([1_000, 500_000])('a CRL of %i octets is the same text in an answer of GraphQL', async (octets) => {
  const der = Buffer.alloc(octets, 'octets');
  const now = new Date();
  const head = { id: String(octets), issuerId: 'iss-1', delta: false, number: 1n, baseNumber: null, through: 0n };
  const crl = { ...head, thisUpdate: now, nextUpdate: now, entryCount: 1n, suppressed: false, der };
  const shown = toPublishedCrl(crl, new PublicDocuments(nothing));
  const text = jsonText({ data: { crl: { pem: PEM.serialize(await shown.pem) } } });
  const pieces = [];
  if (typeof text === 'string') pieces.push(text);
  else for await (const piece of text.stream()) pieces.push(String(piece));
  expect(JSON.parse(pieces.join(''))).toEqual({ data: { crl: { pem: encodePem('X509 CRL', der).trimEnd() } } });
  if (typeof text !== 'string') expect(text.size).toBe(pieces.join('').length);
});
