import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  parseCertificate,
  parseCrl,
  parseOcspRequest,
  parsePublicKeyInfo,
  parseRequest,
  readSignatureAlgorithm,
  X509Error,
} from '../../../src/pki/x509/index.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { readExtensionSet } from '../../../src/pki/x509/extension-set.js';
import { readExtensions } from '../../../src/pki/x509/extension.js';
import { answer, certificate, crl, pssAlgorithm, publicKey, question, request, unusual } from './documents.js';
import { countOf, putTogether, replaceAt, takeApart, type Tree } from './edits.js';
import { parseOcspResponse } from './ocsp-response-reader.js';

const wrong: Tree = { tag: 0x09, prefix: Buffer.of(), body: Buffer.of() };

/** What is done to each value of a document in turn. */
const changes: Record<string, (tree: Tree) => readonly Tree[]> = {
  exchanged: () => [wrong],
  'left out': () => [],
  'followed by another': (tree) => [tree, wrong],
};

const documents: Record<string, [good: () => Buffer, read: (der: Uint8Array) => unknown]> = {
  certificate: [certificate, parseCertificate],
  request: [request, parseRequest],
  crl: [crl, parseCrl],
  'ocsp-request': [question, parseOcspRequest],
  'ocsp-response': [answer, parseOcspResponse],
  'public-key': [() => publicKey().der, parsePublicKeyInfo],
  extensions: [unusual, (der) => readExtensionSet(readExtensions(readDer(der, 'list', { maxBytes: 10_000 })))],
  'signature-algorithm': [pssAlgorithm, (der) => readSignatureAlgorithm(readDer(der, 'algorithm', { maxBytes: 1000 }))],
};

/** What is said of each, in order, each once; `read` where it is left to the types (another text, a field that may be absent). */
function saidOf(document: string, how: string): string[] {
  const [good, read] = documents[document] ?? [() => Buffer.of(), () => undefined];
  const trees = takeApart(good()) ?? [];
  const said = new Set<string>();
  for (let number = 0; number < countOf(trees); number++)
    try {
      read(putTogether(replaceAt(trees, number, changes[how] ?? (() => []))));
      said.add('read');
    } catch (error) {
      if (!(error instanceof X509Error)) throw error;
      said.add(`${error.fault} ${error.message}`);
    }
  return [...said];
}

/** One file a document: a line that names the change, and then what has to be said. */
const expected = (document: string, how: string): string[] => {
  const text = readFileSync(new URL(`said/${document}.txt`, import.meta.url), 'utf8');
  return (
    text
      .split(/^== /m)
      .find((part) => part.startsWith(`${how}\n`))
      ?.trimEnd()
      .split('\n')
      .slice(1) ?? []
  );
};

const rows = Object.keys(documents).flatMap((document) => Object.keys(changes).map((how) => [document, how] as const));

test.each(rows)('a %s with each of its values %s is refused by the name of the field', (document, how) => {
  expect(saidOf(document, how)).toEqual(expected(document, how));
});
