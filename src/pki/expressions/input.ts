import { celMap } from '@bufbuild/cel';
import type { CelInput, CelMap } from '@bufbuild/cel';
import { isRecord } from '../../platform/is-record.js';

/** A JSON value for an expression. Maps have no prototype whose members an expression could name; a whole number is an int, as OpenBao's are. */
export function asInput(value: unknown): CelInput {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(asInput);
  if (isRecord(value))
    return withNulls(celMap(new Map(Object.entries(value).map(([key, inner]) => [key, asInput(inner)]))));
  return null;
}

/** CEL specification, `has` and `in`: a key whose value is null is there. The library takes it for missing. */
function withNulls(map: CelMap): CelMap {
  map.has = (key) => map.get(key) !== undefined;
  return map;
}
