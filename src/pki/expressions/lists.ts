import { celFunc, celMethod, CelScalar, isCelList, listType } from '@bufbuild/cel';
import type { CelFunc, CelList, CelValue } from '@bufbuild/cel';
import type { Optionals } from './optionals.js';
import { compared, keyOf } from './values.js';

const { INT, DYN, BOOL } = CelScalar;
const LIST = listType(DYN);

/** Items of a list that a program can make by a number alone. */
const longest = 100_000n;

function slice(items: readonly CelValue[], start: bigint, end: bigint): readonly CelValue[] {
  if (start < 0n || end < 0n) throw new Error(`cannot slice(${start}, ${end}), negative indexes not supported`);
  if (start > end) throw new Error(`cannot slice(${start}, ${end}), start index must be less than or equal to end`);
  if (end > BigInt(items.length)) throw new Error(`cannot slice(${start}, ${end}), list is length ${items.length}`);
  return items.slice(Number(start), Number(end));
}

function flattened(list: CelList, depth: bigint): CelValue[] {
  if (depth < 0n) throw new Error('level must be non-negative');
  return Array.from(list).flatMap((each) =>
    isCelList(each) && depth > 0n ? (depth > 1n ? flattened(each, depth - 1n) : Array.from(each)) : [each],
  );
}

/** The items in the order of as many keys; equal ones keep theirs. */
function sortedBy(items: readonly CelValue[], keys: readonly CelValue[]): CelValue[] {
  if (items.length !== keys.length) throw new Error('there is not one key for each item');
  const pairs = items.map((item, index) => ({ item, key: keys[index] ?? null }));
  // A single one is looked at too: what has no order is refused whatever the list holds.
  if (pairs.length === 1) compared(keys[0] ?? null, keys[0] ?? null);
  return pairs.sort((one, other) => compared(one.key, other.key)).map(({ item }) => item);
}

function distinct(items: readonly CelValue[]): CelValue[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function range(count: bigint): bigint[] {
  if (count > longest) throw new Error(`a range has at most ${longest} items`);
  return Array.from({ length: Number(count < 0n ? 0n : count) }, (_, index) => BigInt(index));
}

const keysOf = (list: CelList): Set<string> => new Set(Array.from(list, keyOf));
const containsAll = (list: CelList, sub: CelList): boolean => {
  const keys = keysOf(list);
  return Array.from(sub).every((item) => keys.has(keyOf(item)));
};

/** cel-go's extensions for lists and sets. */
export const listFunctions = (optionals: Optionals): readonly CelFunc[] => [
  celMethod('slice', LIST, [INT, INT], LIST, function (start, end) {
    return slice(Array.from(this), start, end);
  }),
  celMethod('flatten', LIST, [], LIST, function () {
    return flattened(this, 1n);
  }),
  celMethod('flatten', LIST, [INT], LIST, function (depth) {
    return flattened(this, depth);
  }),
  celMethod('sort', LIST, [], LIST, function () {
    return sortedBy(Array.from(this), Array.from(this));
  }),
  celFunc('lists.sortedBy', [LIST, LIST], LIST, (list, keys) => sortedBy(Array.from(list), Array.from(keys))),
  celMethod('distinct', LIST, [], LIST, function () {
    return distinct(Array.from(this));
  }),
  celMethod('reverse', LIST, [], LIST, function () {
    return Array.from(this).reverse();
  }),
  celMethod('first', LIST, [], DYN, function () {
    return this.size === 0 ? optionals.none() : optionals.of(this.get(0) ?? null);
  }),
  celMethod('last', LIST, [], DYN, function () {
    return this.size === 0 ? optionals.none() : optionals.of(this.get(this.size - 1) ?? null);
  }),
  celFunc('lists.range', [INT], LIST, range),
  celFunc('sets.contains', [LIST, LIST], BOOL, containsAll),
  celFunc('sets.equivalent', [LIST, LIST], BOOL, (one, other) => containsAll(one, other) && containsAll(other, one)),
  celFunc('sets.intersects', [LIST, LIST], BOOL, (one, other) => {
    const keys = keysOf(one);
    return Array.from(other).some((item) => keys.has(keyOf(item)));
  }),
];
