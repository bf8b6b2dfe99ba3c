import type { ArgScalarType } from '@prisma/driver-adapter-utils';
import { isWellFormed } from '../../well-formed.js';
import { bigint, boolean, bytes, date, integer, text } from '../columns.js';
import { notDirect } from './not-direct.js';

/** The types of schema.prisma. */
export type Kind = 'String' | 'Int' | 'BigInt' | 'Boolean' | 'DateTime' | 'Bytes';

interface KindRules {
  readonly scalarType: ArgScalarType;
  /** Whether a value is stored as it is. Others are the client's matter: it converts or refuses them. */
  readonly takes: (value: unknown) => boolean;
  readonly read: (value: unknown) => unknown;
}

const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];

export const kinds: Readonly<Record<Kind, KindRules>> = {
  String: { scalarType: 'string', takes: (value) => typeof value === 'string' && isWellFormed(value), read: text },
  Int: { scalarType: 'int', takes: (value) => typeof value === 'number' && value === (value | 0), read: integer },
  BigInt: {
    scalarType: 'bigint',
    takes: (value) => (typeof value === 'bigint' ? value >= least && value <= most : Number.isSafeInteger(value)),
    read: bigint,
  },
  Boolean: { scalarType: 'boolean', takes: (value) => typeof value === 'boolean', read: boolean },
  DateTime: {
    scalarType: 'datetime',
    takes: (value) => value instanceof Date && isStorable(value),
    read: date,
  },
  // A copy: what the driver hands out may be a part of a larger buffer, which would be kept as long as this.
  Bytes: {
    scalarType: 'bytes',
    takes: (value) => value instanceof Uint8Array,
    read: (value) => new Uint8Array(bytes(value)),
  },
};

/** Years of four digits: others are written with a sign, which neither database reads. */
function isStorable(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999;
}

/** @throws NotDirect for a value that the client has to convert or refuse */
export function requireKind(kind: Kind, value: unknown): void {
  if (!kinds[kind].takes(value)) notDirect();
}

/** The type of a value in a statement of its caller's; `undefined` for those that the client has to convert or refuse. */
export function typeOf(value: unknown): ArgScalarType | undefined {
  if (value === null) return 'unknown';
  if (typeof value === 'number') return kinds.Int.takes(value) ? 'int' : undefined;
  return Object.values(kinds).find(({ takes }) => takes(value))?.scalarType;
}
