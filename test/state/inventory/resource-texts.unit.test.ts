import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moduleName, resourceAddress, typeLabel } from '../../../src/state/inventory/address.js';
import type { ResourceTexts } from '../../../src/state/inventory/inventory.js';
import { ResourceTextMaker } from '../../../src/state/inventory/resource-texts.js';
import type { TextedResource } from '../../../src/state/inventory/resource-texts.js';
import { readInventory } from '../../../src/state/inventory/read-inventory.js';
import { manyResources } from '../../../bench/content-states.js';

interface Found {
  readonly resource: TextedResource;
  readonly count: number;
}

/** What is plain and what is not, few enough that much is common and some addresses are the same. */
const text = fc.oneof(
  fc.constantFrom('a', 'b', 'a.b', 'ü', '"', '\\', '\n', '\u2028', '\ud800', '\udc00', '😀', 'x'.repeat(5_000)),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const found: fc.Arbitrary<Found> = fc.record({
  resource: fc.record({
    modulePath: fc.oneof(fc.constant(''), text),
    mode: fc.constantFrom('managed', 'data'),
    type: text,
    name: text,
    provider: text,
  }),
  count: fc.integer({ min: 1, max: 2 }),
});

/** The same in the plainest way. */
function expected(batch: readonly Found[]): { documents: string; index: string } {
  const entries = new Map<string, unknown>();
  for (const { resource, count } of batch) {
    const { modulePath, mode, type, name, provider } = resource;
    const address = resourceAddress(modulePath, mode, type, name);
    entries.set(address, [address, modulePath || 'root', mode, type, name, provider, count]);
  }
  const documents = batch.map(({ resource: { modulePath, mode, type, name, provider }, count }) =>
    JSON.stringify({ name, type: typeLabel(mode, type), count, module: moduleName(modulePath), provider }),
  );
  return { documents: documents.join(','), index: `${JSON.stringify([...entries.values()])}\n` };
}

const shown = ({ documents, index }: ResourceTexts) => ({
  documents: Buffer.from(documents).toString(),
  index: Buffer.from(index).toString(),
});

test('the texts are the JSON of what was found, batch by batch, the last one of an address in the place of the first', () => {
  const maker = new ResourceTextMaker();
  fc.assert(
    fc.property(fc.array(found, { maxLength: 12 }), (batch) => {
      for (const { resource, count } of batch) maker.add(resource, count);
      expect(shown(maker.take())).toEqual(expected(batch));
    }),
    { numRuns: 500 },
  );
});

test('what was taken stays as it was, in memory that can be given to another thread', () => {
  const maker = new ResourceTextMaker();
  const resource = { modulePath: '', mode: 'managed', type: 't', name: 'first', provider: 'p' } as const;
  maker.add(resource, 1);
  const taken = maker.take();
  const before = shown(taken);
  maker.add({ ...resource, name: 'other' }, 2);
  maker.take();
  expect(shown(taken)).toEqual(before);
  for (const { buffer, byteLength } of [taken.documents, taken.index]) expect(buffer.byteLength).toBe(byteLength);
});

test('a sink gets the texts in batches of 500 and a rest', async () => {
  const counts: number[] = [];
  const result = await readInventory(manyResources(1_234), {
    texts: ({ index }) => {
      const entries: unknown = JSON.parse(Buffer.from(index).toString());
      counts.push(Array.isArray(entries) ? entries.length : 0);
    },
  });
  expect(result).toMatchObject({ readable: true, inventory: { resourceCount: 1_234 } });
  expect(counts).toEqual([500, 500, 234]);
});
