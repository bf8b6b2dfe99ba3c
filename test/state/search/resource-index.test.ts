import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InventoryResource } from '../../../src/state/inventory/inventory.js';
import { IndexDifference } from '../../../src/state/search/resource-index.js';

const found = (name: string, count: number, modulePath = ''): InventoryResource => ({
  address: `${modulePath ? `${modulePath}.` : ''}aws_vpc.${name}`,
  module: 'root',
  modulePath,
  mode: 'managed',
  resourceType: 'aws_vpc',
  type: 'aws_vpc',
  name,
  provider: 'aws',
  count,
});

const states = fc.uniqueArray(
  fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), count: fc.nat({ max: 2 }) }),
  {
    selector: ({ name }) => name,
  },
);

const rowOf = ({ address, name, count, modulePath }: InventoryResource) => ({
  address,
  module: modulePath || 'root',
  mode: 'managed',
  type: 'aws_vpc',
  name,
  provider: 'aws',
  instanceCount: BigInt(count),
});

test('a difference turns what was there into what is there, and touches nothing else', () => {
  fc.assert(
    fc.property(states, states, (before, after) => {
      const rows = new Map(before.map(({ name, count }) => [`id-${name}`, rowOf(found(name, count))]));
      const difference = new IndexDifference([...rows].map(([id, entry]) => ({ id, ...entry })));
      difference.add([found('thrown away', 9)]);
      difference.restart();
      for (const { name, count } of after) difference.add([found(name, count)]);
      for (const id of difference.removed) expect(rows.delete(id)).toBe(true);
      for (const { id, entry } of difference.changed) {
        expect(rows.get(id)).not.toEqual(entry);
        rows.set(id, entry);
      }
      for (const entry of difference.added) rows.set(`new-${entry.name}`, entry);
      const byAddress = (a: { address: string }, b: { address: string }) => (a.address < b.address ? -1 : 1);
      expect([...rows.values()].sort(byAddress)).toEqual(
        after.map(({ name, count }) => rowOf(found(name, count))).sort(byAddress),
      );
    }),
  );
});

test('the later of two with one address counts, and the module is named', () => {
  const difference = new IndexDifference([]);
  difference.add([found('a', 1, 'module.net'), found('a', 2, 'module.net')]);
  expect(difference.added).toEqual([rowOf(found('a', 2, 'module.net'))]);
  expect(difference.added[0]?.module).toBe('module.net');
});
