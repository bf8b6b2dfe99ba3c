import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Remaining } from '../../../src/gateway/admission/left-out.js';

const name = 'json-state-outputs';

/** What remains of a document that comes in pieces of these sizes, which start over at the end. */
async function remains(text: string, sizes: readonly number[], maxBytes = 1_000_000, left: string | null = name) {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  const remaining = new Remaining(left, maxBytes);
  const result = await buffer(Readable.from(pieces, { objectMode: false }).pipe(remaining));
  return { text: result.toString(), received: remaining.receivedEncodedLength };
}

/** The same document, parsed and without the texts. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === name && typeof inner === 'string' ? null : without(inner),
    ]),
  );
}

describe('what remains of a document', () => {
  const key = fc.oneof(fc.constant(name), fc.string(), fc.constantFrom('json-state', `${name}s`, `"${name}`, '\\'));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.constantFrom<unknown>(name, null, 1.5, true),
      fc.array(tie('tree')),
      fc.dictionary(key, tie('tree')),
    ),
  }));

  test('is the document without the member, however it is cut', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(tree, sizes, fc.constantFrom(undefined, 1), async (value, pieces, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { text: rest, received } = await remains(text, pieces);
        expect(JSON.parse(rest)).toEqual(without(JSON.parse(text)));
        expect(received).toBe(Buffer.byteLength(text));
      }),
    );
  });

  test('is bounded, and not what is left out of it', async () => {
    const large = JSON.stringify({ serial: 1, [name]: 'a'.repeat(100_000) });
    expect((await remains(large, [1000], 100)).text).toBe(`{"serial":1,"${name}":null}`);
    for (const [text, left] of [
      [JSON.stringify({ [name]: 'a', state: 'b'.repeat(100) }), name],
      [JSON.stringify({ [name]: ['a'.repeat(100)] }), name],
      [large, null],
    ] as const) {
      await expect(remains(text, [1000], 100, left)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE', statusCode: 413 });
    }
  });

  test('of what is no JSON is none either', async () => {
    expect((await remains(`{"${name}": "never ends`, [3])).text).toBe(`{"${name}": `);
    expect((await remains(`"${name}" : : "a"`, [2])).text).toBe(`"${name}" : : null`);
  });
});
