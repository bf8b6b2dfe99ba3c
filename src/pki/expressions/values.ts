import { isCelList, isCelMap, isCelUint } from '@bufbuild/cel';
import type { CelValue } from '@bufbuild/cel';
import { toBinary } from '@bufbuild/protobuf';
import { isReflectMessage } from '@bufbuild/protobuf/reflect';

const isNumber = (value: CelValue): boolean =>
  typeof value === 'number' || typeof value === 'bigint' || isCelUint(value);

/** A number as JavaScript compares it with others of any type. */
const bareNumber = (value: CelValue): bigint | number => {
  if (isCelUint(value)) return value.value;
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  throw new Error('no such overload: only numbers can be compared');
};

/** Below 0, 0, or above 0; NaN for a number that is none. */
export function comparedNumbers(one: CelValue, other: CelValue): number {
  const [left, right] = [bareNumber(one), bareNumber(other)];
  if (left < right) return -1;
  if (left > right) return 1;
  return left == right ? 0 : NaN;
}

/**
 * The order of the values that CEL sorts, which are of one type.
 * @throws Error for others
 */
export function compared(one: CelValue, other: CelValue): number {
  if (isNumber(one) && isNumber(other)) return comparedNumbers(one, other);
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other);
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other);
  const [first, second] = [momentOf(one), momentOf(other)];
  if (first && second && first.type === second.type)
    return first.seconds === second.seconds ? first.nanos - second.nanos : first.seconds < second.seconds ? -1 : 1;
  throw new Error('no such overload: the values have no order');
}

/** A timestamp or a duration. */
function momentOf(value: CelValue) {
  if (!isReflectMessage(value)) return undefined;
  const { message } = value;
  if (!('seconds' in message) || !('nanos' in message)) return undefined;
  const { seconds, nanos } = message;
  return typeof seconds === 'bigint' && typeof nanos === 'number'
    ? { type: value.desc.typeName, seconds, nanos }
    : undefined;
}

let strangers = 0;

/** The same text for values that are equal in CEL, and for no others: 1, 1u and 1.0 are equal. */
export function keyOf(value: CelValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  // Equal to nothing, not even to itself.
  if (Number.isNaN(value)) return `nan ${(strangers += 1)}`;
  if (isNumber(value)) {
    const number = bareNumber(value);
    return typeof number === 'number' && Number.isInteger(number) ? String(BigInt(number)) : String(number);
  }
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('base64')}`;
  if (isCelList(value)) return `[${Array.from(value, keyOf).join(',')}]`;
  if (isCelMap(value)) {
    const entries = Array.from(value, ([key, inner]) => `${keyOf(key)}:${keyOf(inner)}`);
    return `{${entries.sort().join(',')}}`;
  }
  if (isReflectMessage(value)) {
    const octets = toBinary(value.desc, value.message);
    return `${value.desc.typeName} ${Buffer.from(octets).toString('base64')}`;
  }
  return `type ${typeof value === 'object' && 'name' in value ? value.name : ''}`;
}
