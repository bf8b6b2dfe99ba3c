import { celFunc, CelScalar, celUint, listType } from '@bufbuild/cel';
import type { CelFunc, CelUint, CelValue } from '@bufbuild/cel';
import { comparedNumbers } from './values.js';

const { INT, UINT, DOUBLE, BOOL, DYN } = CelScalar;

const least = -(2n ** 63n);

/** The first of the extreme ones. @param sign 1 for the greatest, -1 for the least */
function extreme(values: readonly CelValue[], sign: 1 | -1): CelValue {
  const [first, ...others] = values;
  if (first === undefined) throw new Error('math.greatest and math.least want at least one number');
  comparedNumbers(first, first);
  return others.reduce((best, each) => (comparedNumbers(each, best) * sign > 0 ? each : best), first);
}

/** Go: a half goes away from zero. */
const rounded = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

function absolute(value: bigint): bigint {
  if (value === least) throw new Error('integer overflow');
  return value < 0n ? -value : value;
}

const signOf = (value: bigint): bigint => (value > 0n ? 1n : value < 0n ? -1n : 0n);

type Bits = (one: bigint, other: bigint) => bigint;

const bitwise = (name: string, of: Bits): CelFunc[] => [
  celFunc(name, [INT, INT], INT, (one, other) => BigInt.asIntN(64, of(one, other))),
  celFunc(name, [UINT, UINT], UINT, (one, other) => celUint(BigInt.asUintN(64, of(one.value, other.value)))),
];

/** By 64 and more nothing is left. To the right, too, an int is shifted as 64 bits without a sign. */
const shifting = (name: string, of: Bits): CelFunc[] => {
  const shifted = (value: bigint, by: bigint): bigint => {
    if (by < 0n) throw new Error(`${name} negative offset: ${by}`);
    return by >= 64n ? 0n : of(BigInt.asUintN(64, value), by);
  };
  return [
    celFunc(name, [INT, INT], INT, (value, by) => BigInt.asIntN(64, shifted(value, by))),
    celFunc(name, [UINT, INT], UINT, (value, by) => celUint(BigInt.asUintN(64, shifted(value.value, by)))),
  ];
};

const squareRoots = [
  celFunc('math.sqrt', [DOUBLE], DOUBLE, Math.sqrt),
  celFunc('math.sqrt', [INT], DOUBLE, (value) => Math.sqrt(Number(value))),
  celFunc('math.sqrt', [UINT], DOUBLE, (value) => Math.sqrt(Number(value.value))),
];

/** cel-go's extension for mathematics. `math.greatest` and `math.least` get a list, whatever a program gives (`macros.ts`). */
export const mathFunctions: readonly CelFunc[] = [
  celFunc('math.greatest', [listType(DYN)], DYN, (list) => extreme(Array.from(list), 1)),
  celFunc('math.least', [listType(DYN)], DYN, (list) => extreme(Array.from(list), -1)),
  celFunc('math.ceil', [DOUBLE], DOUBLE, Math.ceil),
  celFunc('math.floor', [DOUBLE], DOUBLE, Math.floor),
  celFunc('math.trunc', [DOUBLE], DOUBLE, Math.trunc),
  celFunc('math.round', [DOUBLE], DOUBLE, rounded),
  celFunc('math.abs', [DOUBLE], DOUBLE, Math.abs),
  celFunc('math.abs', [INT], INT, absolute),
  celFunc('math.abs', [UINT], UINT, (value: CelUint) => value),
  celFunc('math.sign', [DOUBLE], DOUBLE, Math.sign),
  celFunc('math.sign', [INT], INT, signOf),
  celFunc('math.sign', [UINT], UINT, (value) => celUint(signOf(value.value))),
  celFunc('math.isNaN', [DOUBLE], BOOL, Number.isNaN),
  celFunc('math.isInf', [DOUBLE], BOOL, (value) => Math.abs(value) === Infinity),
  celFunc('math.isFinite', [DOUBLE], BOOL, Number.isFinite),
  ...squareRoots,
  ...bitwise('math.bitAnd', (one, other) => one & other),
  ...bitwise('math.bitOr', (one, other) => one | other),
  ...bitwise('math.bitXor', (one, other) => one ^ other),
  celFunc('math.bitNot', [INT], INT, (value) => BigInt.asIntN(64, ~value)),
  celFunc('math.bitNot', [UINT], UINT, (value) => celUint(BigInt.asUintN(64, ~value.value))),
  ...shifting('math.bitShiftLeft', (value, by) => value << by),
  ...shifting('math.bitShiftRight', (value, by) => value >> by),
];
