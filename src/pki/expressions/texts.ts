import { celMethod, CelScalar, listType } from '@bufbuild/cel';
import type { CelFunc } from '@bufbuild/cel';

const { STRING, INT } = CelScalar;

/** Characters, as `size` counts them, and not units of UTF-16. */
const lengthOf = (text: string): number => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/** Where the character with this number begins, in units. @throws Error if there is none, nor one before it */
function unitOf(text: string, index: bigint): number {
  const length = lengthOf(text);
  if (index < 0n || index > BigInt(length)) throw new Error(`index ${index} out of bounds [0, ${length})`);
  if (length === text.length) return Number(index);
  let unit = 0;
  for (let passed = 0n; passed < index; passed += 1n) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  return unit;
}

const indexOfUnit = (text: string, unit: number): bigint => BigInt(unit < 0 ? -1 : lengthOf(text.slice(0, unit)));

function part(text: string, start: bigint, end: bigint): string {
  if (start > end) throw new Error('invalid argument to function substring: start > end');
  return text.slice(unitOf(text, start), unitOf(text, end));
}

/** The first so many; all for a number below 0. */
function replaced(text: string, from: string, to: string, most: bigint): string {
  let left = most;
  return text.replaceAll(from, (found) => {
    if (left === 0n) return found;
    left -= 1n;
    return to;
  });
}

/** The last part has all the rest. */
function split(text: string, separator: string, most: bigint): string[] {
  if (most === 0n) return [];
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  if (most < 0n || BigInt(parts.length) <= most) return parts;
  const whole = Number(most) - 1;
  return [...parts.slice(0, whole), parts.slice(whole).join(separator)];
}

/** Functions of the extension for texts, as cel-go has them where @bufbuild/cel has something else. */
export const textFunctions: readonly CelFunc[] = [
  celMethod('charAt', STRING, [INT], STRING, function (index) {
    const unit = unitOf(this, index);
    return unit === this.length ? '' : String.fromCodePoint(this.codePointAt(unit) ?? 0);
  }),
  celMethod('substring', STRING, [INT], STRING, function (start) {
    return this.slice(unitOf(this, start));
  }),
  celMethod('substring', STRING, [INT, INT], STRING, function (start, end) {
    return part(this, start, end);
  }),
  celMethod('indexOf', STRING, [STRING], INT, function (text) {
    return indexOfUnit(this, this.indexOf(text));
  }),
  celMethod('indexOf', STRING, [STRING, INT], INT, function (text, start) {
    return indexOfUnit(this, this.indexOf(text, unitOf(this, start)));
  }),
  celMethod('lastIndexOf', STRING, [STRING], INT, function (text) {
    return indexOfUnit(this, this.lastIndexOf(text));
  }),
  celMethod('lastIndexOf', STRING, [STRING, INT], INT, function (text, start) {
    return indexOfUnit(this, this.lastIndexOf(text, unitOf(this, start)));
  }),
  celMethod('replace', STRING, [STRING, STRING], STRING, function (from, to) {
    return replaced(this, from, to, -1n);
  }),
  celMethod('replace', STRING, [STRING, STRING, INT], STRING, function (from, to, most) {
    return replaced(this, from, to, most);
  }),
  celMethod('split', STRING, [STRING], listType(STRING), function (separator) {
    return split(this, separator, -1n);
  }),
  celMethod('split', STRING, [STRING, INT], listType(STRING), function (separator, most) {
    return split(this, separator, most);
  }),
  celMethod('reverse', STRING, [], STRING, function () {
    return Array.from(this).reverse().join('');
  }),
];
