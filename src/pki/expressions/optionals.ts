import { celFunc, celMethod, CelScalar, isCelList, isCelMap, isCelUint, listType, objectType } from '@bufbuild/cel';
import type { CelFunc, CelValue } from '@bufbuild/cel';
import { create } from '@bufbuild/protobuf';
import type { DescMessage, FileRegistry, Message } from '@bufbuild/protobuf';
import { isReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import type { ReflectMessage } from '@bufbuild/protobuf/reflect';
import { accessFunctions } from './access-functions.js';
import { optionalMessage } from './messages.js';
import { keyOf } from './values.js';

const { BOOL, DYN } = CelScalar;

/** The key of an optional without a value: no value has it. */
const noKey = '';

/**
 * Optional values, which the library has no type for: a message with a text, which is the same for equal values, so that optionals are equal if their values
 * are. The value itself is kept beside the message: equal ones may differ, such as 1 and 1.0.
 */
export class Optionals {
  #values = new WeakMap<Message, CelValue>();
  readonly #registry: FileRegistry;
  readonly #desc: DescMessage;

  constructor(registry: FileRegistry) {
    const desc = registry.getMessage(optionalMessage);
    if (!desc) throw new Error('there is no message for optional values');
    this.#registry = registry;
    this.#desc = desc;
  }

  /** Forgets the values of the last run. */
  renew(): void {
    this.#values = new WeakMap();
  }

  none(): ReflectMessage {
    return this.#named(noKey);
  }

  of(value: CelValue): ReflectMessage {
    const optional = this.#named(keyOf(value));
    this.#values.set(optional.message, value);
    return optional;
  }

  has(optional: ReflectMessage): boolean {
    return this.#keyOf(optional) !== noKey;
  }

  /** @throws Error if there is none */
  valueOf(optional: ReflectMessage): CelValue {
    const value = this.#values.get(optional.message);
    if (value === undefined) throw new Error('optional.none() dereference');
    return value;
  }

  /** The functions of programs for them. */
  functions(): readonly CelFunc[] {
    const OPTIONAL = objectType(this.#desc);
    const unwrapped = (list: Iterable<CelValue>): CelValue[] =>
      Array.from(list).flatMap((each) => {
        if (!this.#isOptional(each)) throw new Error('no such overload: not an optional');
        return this.has(each) ? [this.valueOf(each)] : [];
      });
    const LIST = listType(DYN);
    const has = (optional: ReflectMessage) => this.has(optional);
    const valueOf = (optional: ReflectMessage) => this.valueOf(optional);
    return [
      celFunc('optional.none', [], OPTIONAL, () => this.none()),
      ...accessFunctions(this, this.#registry, OPTIONAL, (value) => this.#isOptional(value)),
      celFunc('optional.of', [DYN], OPTIONAL, (value) => this.of(value)),
      celFunc('optional.ofNonZeroValue', [DYN], OPTIONAL, (value) => (isZero(value) ? this.none() : this.of(value))),
      celFunc('optional.unwrap', [LIST], LIST, unwrapped),
      celMethod('unwrapOpt', LIST, [], LIST, function () {
        return unwrapped(this);
      }),
      celMethod('hasValue', OPTIONAL, [], BOOL, function () {
        return has(this);
      }),
      celMethod('value', OPTIONAL, [], DYN, function () {
        return valueOf(this);
      }),
      celMethod('or', OPTIONAL, [OPTIONAL], OPTIONAL, function (other) {
        return has(this) ? this : other;
      }),
      celMethod('orValue', OPTIONAL, [DYN], DYN, function (other) {
        return has(this) ? valueOf(this) : other;
      }),
    ];
  }

  #isOptional(value: CelValue): value is ReflectMessage {
    return isReflectMessage(value) && value.desc === this.#desc;
  }

  #named(key: string): ReflectMessage {
    const optional = reflect(this.#desc, create(this.#desc));
    const [field] = this.#desc.fields;
    if (field?.fieldKind === 'scalar') optional.set(field, key);
    return optional;
  }

  #keyOf(optional: ReflectMessage): string {
    const [field] = this.#desc.fields;
    const key = field?.fieldKind === 'scalar' ? optional.get(field) : noKey;
    return typeof key === 'string' ? key : noKey;
  }
}

function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === '' || value === 0 || value === 0n) return true;
  if (isCelUint(value)) return value.value === 0n;
  if (value instanceof Uint8Array) return value.length === 0;
  if (isCelList(value) || isCelMap(value)) return value.size === 0;
  return isReflectMessage(value) && value.fields.every((field) => !value.isSet(field));
}
