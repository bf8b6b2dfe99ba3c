import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { OperatorError, systemReason } from '../../platform/operator-error.js';

/** Documents by the SHA-256 of their text, in hexadecimal. */
export type DocumentManifest = ReadonlyMap<string, string>;

/** The format of codegen, `{ "<sha-256>": "<document>" }`, and that of Apollo's tools. */
const manifestFile = z.union([
  z.object({
    format: z.literal('apollo-persisted-query-manifest'),
    version: z.literal(1),
    operations: z.array(z.object({ id: z.string(), body: z.string() })),
  }),
  z.record(z.string(), z.string()),
]);

/**
 * Reads the manifest of trusted documents.
 * @throws OperatorError with one line: no such file, not a manifest, an id that is not its document's SHA-256
 */
export async function readManifest(file: string): Promise<DocumentManifest> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`The file ${file} of TRUSTATE_TRUSTED_DOCUMENTS cannot be read: ${systemReason(cause)}.`, {
      cause,
    });
  });
  let found: z.output<typeof manifestFile>;
  try {
    found = manifestFile.parse(JSON.parse(text));
  } catch {
    throw new OperatorError(
      `The file ${file} of TRUSTATE_TRUSTED_DOCUMENTS cannot be read as a manifest of documents: {"<sha-256>": "<document>"}`,
    );
  }
  const entries: [string, string][] = Array.isArray(found.operations)
    ? found.operations.map(({ id, body }) => [id, body])
    : Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  for (const [id, source] of entries) {
    if (digestOf(source) !== id) throw new OperatorError(`${file}: ${id} is not the SHA-256 of its document`);
  }
  return new Map(entries);
}

export function digestOf(source: string): string {
  return hash('sha256', source, 'hex');
}

/** Approximate characters of an entry in addition to its document: otherwise the number of very short documents would be unlimited. */
const entryWeight = 256;

/** Characters of documents with cached digests. */
const mostDigested = 2 * 1024 * 1024;

/** Computes the digests of documents, once for repeated ones. */
export class Digests {
  readonly #known = new LRUCache<string, string>({
    maxSize: mostDigested,
    sizeCalculation: (_digest, source) => source.length + entryWeight,
  });

  of(source: string): string {
    const known = this.#known.get(source);
    if (known !== undefined) return known;
    const digest = digestOf(source);
    this.#known.set(source, digest);
    return digest;
  }
}

/** Characters of documents that callers have sent once and then name by hash. */
const mostRemembered = 8 * 1024 * 1024;

/**
 * Documents that a request may name instead of sending: those that were sent before (automatic persisted queries), or only those of the manifest of trusted
 * documents, if there is one.
 */
export class NamedDocuments {
  readonly #sent = new LRUCache<string, string>({
    maxSize: mostRemembered,
    sizeCalculation: (text) => text.length + entryWeight,
  });

  constructor(private readonly trusted: DocumentManifest | null) {}

  /** Whether a document may run at all. */
  admits(digest: string): boolean {
    return this.trusted === null || this.trusted.has(digest);
  }

  find(digest: string): string | undefined {
    return this.trusted ? this.trusted.get(digest) : this.#sent.get(digest);
  }

  /** Remembers a document that was sent with its hash, unless it is longer than the memory. */
  remember(digest: string, source: string): void {
    if (!this.trusted) this.#sent.set(digest, source);
  }
}

/** For a document that is not in the manifest. */
export function untrusted(): GraphQLError {
  return new GraphQLError('This server runs only the documents of its manifest, and this is not one of them', {
    extensions: { code: 'DOCUMENT_NOT_TRUSTED' },
  });
}

const documentId = /^sha256:([0-9a-f]{64})$/;

/**
 * Converts a body that names its document by `documentId`, as in GraphQL over HTTP, to the form of automatic persisted queries, which the server below uses.
 */
export function withNamedDocument(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('documentId' in body) || 'query' in body) return body;
  const { documentId: id, ...rest } = body;
  const [, sha256Hash] = documentId.exec(String(id)) ?? [];
  if (sha256Hash === undefined) return body;
  const given = 'extensions' in rest && typeof rest.extensions === 'object' ? rest.extensions : {};
  return { ...rest, extensions: { ...given, persistedQuery: { version: 1, sha256Hash } } };
}
