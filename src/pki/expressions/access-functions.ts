import { celFunc, celList, celMap, CelScalar, isCelList, isCelMap, isCelUint, listType, mapType } from '@bufbuild/cel';
import type { CelFunc, CelType, CelUint, CelValue } from '@bufbuild/cel';
import { ScalarType } from '@bufbuild/protobuf';
import type { DescField, FileRegistry } from '@bufbuild/protobuf';
import type { ReflectMessage } from '@bufbuild/protobuf/reflect';
import { namespace } from './messages.js';
import { accessNames } from './optional-access.js';

const { STRING, DYN } = CelScalar;
type Key = string | bigint | boolean | CelUint;

/** What the functions for optional values need of them. */
interface OptionalValues {
  none(): ReflectMessage;
  of(value: CelValue): ReflectMessage;
  has(optional: ReflectMessage): boolean;
  valueOf(optional: ReflectMessage): CelValue;
}

/** What `optional-access.ts` puts into an expression. */
export function accessFunctions(
  optionals: OptionalValues,
  registry: FileRegistry,
  OPTIONAL: CelType,
  isOptional: (value: CelValue) => value is ReflectMessage,
): readonly CelFunc[] {
  const optional = (value: CelValue): ReflectMessage => {
    if (isOptional(value)) return value;
    throw new Error('no such overload: not an optional');
  };
  return [
    celFunc(accessNames.opened, [DYN], OPTIONAL, (value) => (isOptional(value) ? value : optionals.of(value))),
    celFunc(accessNames.index, [OPTIONAL, DYN], OPTIONAL, (of, at) => {
      const given = optional(of);
      if (!optionals.has(given)) return given;
      const found = elementOf(optionals.valueOf(given), at);
      return found === undefined ? optionals.none() : optionals.of(found);
    }),
    celFunc(
      accessNames.entries,
      [mapType(DYN, DYN), listType(DYN), listType(DYN)],
      mapType(DYN, DYN),
      (map, keys, values) => {
        const entries = new Map<Key, CelValue>();
        for (const [key, value] of map) if (isKey(key)) entries.set(key, value);
        const given = Array.from(values, optional);
        for (const [index, key] of Array.from(keys).entries()) {
          const value = given[index];
          if (!isKey(key)) throw new Error('unsupported key type');
          if (celMap(entries).has(key)) throw new Error('Failed with repeated key');
          if (value && optionals.has(value)) entries.set(key, optionals.valueOf(value));
        }
        return celMap(entries);
      },
    ),
    celFunc(accessNames.field, [DYN, STRING, STRING], DYN, (value, message, field) => {
      const given = optional(value);
      if (optionals.has(given)) return optionals.valueOf(given);
      const desc = registry.getMessage(`${namespace}.${message}`) ?? registry.getMessage(message.replace(/^\./, ''));
      const found = desc?.fields.find(({ name }) => name === field);
      if (!found) throw new Error(`there is no field ${field}`);
      return unset(found);
    }),
  ];
}

const isKey = (key: CelValue): key is Key =>
  typeof key === 'string' || typeof key === 'bigint' || typeof key === 'boolean' || isCelUint(key);

/** As in cel-go, nothing for what has no elements. @throws Error for an index of another type */
function elementOf(value: CelValue, at: CelValue): CelValue | undefined {
  if (isCelMap(value)) {
    if (typeof at !== 'number' && !isKey(at)) throw new Error('unsupported key type');
    return value.get(at);
  }
  if (!isCelList(value)) return undefined;
  const index = isCelUint(at) ? at.value : at;
  if (typeof index !== 'bigint' && !(typeof index === 'number' && Number.isInteger(index)))
    throw new Error('unsupported index type');
  return index < 0 ? undefined : value.get(Number(index));
}

/** What a field without a value has: proto3 does not tell them apart. */
function unset(field: DescField): CelValue {
  if (field.fieldKind === 'list') return celList([]);
  if (field.fieldKind === 'map') return celMap(new Map());
  if (field.fieldKind === 'message') return null;
  if (field.fieldKind === 'enum') return 0n;
  switch (field.scalar) {
    case ScalarType.STRING:
      return '';
    case ScalarType.BOOL:
      return false;
    case ScalarType.BYTES:
      return new Uint8Array();
    case ScalarType.FLOAT:
    case ScalarType.DOUBLE:
      return 0;
    default:
      return 0n;
  }
}
