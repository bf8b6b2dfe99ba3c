import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instanceAddress } from '../../../src/state/inventory/address.js';
import type { IndexKey } from '../../../src/state/inventory/address.js';
import { readInventory } from '../../../src/state/inventory/read-inventory.js';
import { manyInstances } from '../../../bench/content-states.js';
import { bytes, cut, reused, whole } from '../content/bytes.js';
import { Collected } from './collected.js';

interface Member {
  readonly name: 'index_key' | 'deposed' | 'other';
  /** As JSON, which has several forms of one value. */
  readonly json: string;
}

const long = JSON.stringify('k'.repeat(70_000));
const member: fc.Arbitrary<Member> = fc.oneof(
  fc.record({
    name: fc.constant('index_key' as const),
    json: fc.oneof(
      fc.constantFrom(
        '"a"',
        '"\\u0061"',
        '1',
        '1.0',
        '10e-1',
        '"1"',
        'null',
        'true',
        '{"a":[1]}',
        '[]',
        '""',
        '"ü“"',
        long,
      ),
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    ),
  }),
  fc.record({ name: fc.constant('deposed' as const), json: fc.constantFrom('"1b2c"', '""', 'null', '1', '{}') }),
  fc.record({ name: fc.constant('other' as const), json: fc.constantFrom('1', '{"index_key":"no"}') }),
);
const instances = fc.array(fc.array(member, { maxLength: 3 }), { minLength: 1, maxLength: 8 });

type Instances = readonly (readonly Member[])[];

const resourceOf = (of: Instances, place: number): string =>
  `{"mode":"managed","type":"t","name":"n${place}","provider":"p","instances":[${of
    .map((members) => `{${members.map(({ name, json }) => `"${name}":${json}`).join(',')}}`)
    .join(',')}]}`;
const textOf = (...resources: readonly Instances[]): string =>
  `{"version":4,"serial":1,"lineage":"l","resources":[${resources.map(resourceOf).join(',')}]}`;

/** The same from values. */
function expected(of: Instances): IndexKey[] {
  const last = (members: readonly Member[], name: Member['name']): unknown =>
    JSON.parse(members.findLast((each) => each.name === name)?.json ?? 'null');
  const found = of.map((members) => {
    const key = last(members, 'index_key');
    const deposed = last(members, 'deposed');
    return {
      key: typeof key === 'string' || typeof key === 'number' ? key : null,
      deposed: typeof deposed === 'string' && deposed !== '',
    };
  });
  const keysOf = (deposed: boolean) => found.filter((each) => each.deposed === deposed).map(({ key }) => key);
  const [keys, gone] = [keysOf(false), keysOf(true)];
  return gone.length === 0 ? keys : [...new Set([...keys, ...gone])];
}

test('instances are what their values say, whatever form these have and wherever the content is cut', async () => {
  await fc.assert(
    fc.asyncProperty(instances, instances, fc.array(fc.nat({ max: 400 }), { maxLength: 4 }), async (one, other, at) => {
      const content = () => reused(cut(bytes(textOf(one, other)), at));
      const sink = new Collected();
      const result = await readInventory(content(), sink);
      const addresses = [one, other].flatMap((of, place) =>
        expected(of).map((key) => instanceAddress(`t.n${place}`, key)),
      );
      expect(result).toMatchObject({ readable: true, inventory: { instanceCount: addresses.length } });
      expect(sink.addresses).toEqual(addresses);
      // Nobody asks for more than the number.
      expect(await readInventory(content())).toEqual(result);
    }),
    { numRuns: 300 },
  );
});

test('a key above the limit is none', async () => {
  const json = JSON.stringify('k'.repeat(1024 * 1024));
  const keyOf = async (...keys: readonly string[]) => {
    const sink = new Collected();
    await readInventory(whole(textOf([keys.map((each) => ({ name: 'index_key', json: each }))])), sink);
    return sink.foundInstances.map(({ indexKey }) => indexKey);
  };
  const longest = `${json.slice(0, -3)}"`;
  expect(await keyOf(longest)).toEqual([JSON.parse(longest)]);
  expect(await keyOf(json)).toEqual([null]);
  expect(await keyOf('"earlier"', json)).toEqual([null]);
});

test('one more deposed object of an instance of many is no other instance', async () => {
  const { length } = await many('');
  expect(await many('{"index_key":"key-00000007","deposed":"1b2c"},')).toHaveLength(length);
  expect(await many('{"index_key":"another","deposed":"1b2c"},')).toHaveLength(length + 1);
});

async function many(first: string): Promise<readonly string[]> {
  const text = Buffer.concat([...manyInstances(6_000)]).toString();
  const sink = new Collected();
  const result = await readInventory(whole(text.replace('"instances": [\n', `"instances": [\n${first}`)), sink);
  expect(result).toMatchObject({ readable: true, inventory: { instanceCount: sink.addresses.length } });
  return sink.addresses;
}
