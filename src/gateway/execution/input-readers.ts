import {
  GraphQLBoolean,
  GraphQLID,
  GraphQLInt,
  GraphQLString,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { GraphQLEnumType, GraphQLInputObjectType, GraphQLInputType, GraphQLScalarType } from 'graphql';
import { AsWritten } from '../../platform/graphql/as-written.js';
import { isRecord } from '../../platform/is-record.js';

/** What a reader gives for whatever it does not take: graphql-js decides about that, and says what is wrong. */
export const unread = Symbol('unread');

/** Objects that one call may still read. Of more, the caller counts first. */
export interface Room {
  objects: number;
}

/** From a value of a request to that of its type, as graphql-js would coerce it; or `unread`. */
export type InputReader = (value: unknown, room: Room) => unknown;

const mostOfInt = 2 ** 31 - 1;
const readText: InputReader = (value) => (typeof value === 'string' ? value : unread);

/** Values that need no coercion, for the types of most fields. They accept less than graphql-js, where an ID may be a number. */
const asTheyStand = new Map<unknown, InputReader>([
  [
    GraphQLInt,
    (value) => (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= mostOfInt ? value : unread),
  ],
  [GraphQLBoolean, (value) => (typeof value === 'boolean' ? value : unread)],
  [GraphQLString, readText],
  [GraphQLID, readText],
]);

const readers = new WeakMap<GraphQLInputType, InputReader>();

/** The reader of a type, made once: graphql-js asks of each field, at each request, what its type is. */
export function readerOf(type: GraphQLInputType): InputReader {
  const known = readers.get(type);
  if (known !== undefined) return known;
  const made = makeReader(type);
  readers.set(type, made);
  return made;
}

function makeReader(type: GraphQLInputType): InputReader {
  if (isNonNullType(type)) {
    const read = readerOf(type.ofType);
    return (value, room) => (value === null || value === undefined ? unread : read(value, room));
  }
  const read = isListType(type)
    ? listReader(readerOf(type.ofType))
    : isInputObjectType(type)
      ? objectReader(type)
      : isEnumType(type)
        ? enumReader(type)
        : (asTheyStand.get(type) ?? scalarReader(type));
  return (value, room) => (value === null || value === undefined ? null : read(value, room));
}

/** One value in place of a list of it is left to graphql-js. */
function listReader(readItem: InputReader): InputReader {
  return (value, room) => {
    if (!Array.isArray(value)) return unread;
    const items: readonly unknown[] = value;
    const list: unknown[] = [];
    for (const item of items) {
      const read = readItem(item, room);
      if (read === unread) return unread;
      list.push(read);
    }
    return list;
  };
}

interface InputField {
  readonly name: string;
  readonly unsaid: unknown;
  readonly isRequired: boolean;
  readonly read: InputReader;
}

function objectReader(type: GraphQLInputObjectType): InputReader {
  // At its first use: a type may have fields of its own type.
  let known: ReadonlyMap<string, InputField> | undefined;
  const fieldsOf = () =>
    new Map(
      Object.values(type.getFields()).map(({ name, type: of, defaultValue }): [string, InputField] => [
        name,
        { name, unsaid: defaultValue, isRequired: isNonNullType(of), read: readerOf(of) },
      ]),
    );
  return (value, room) => {
    room.objects -= 1;
    if (!isRecord(value) || type.isOneOf || room.objects < 0) return unread;
    const fields = (known ??= fieldsOf());
    for (const name of Object.keys(value)) if (!fields.has(name)) return unread;
    const object: Record<string, unknown> = {};
    for (const { name, unsaid, isRequired, read } of fields.values()) {
      const given = value[name];
      if (given !== undefined) {
        const found = read(given, room);
        if (found === unread) return unread;
        object[name] = found;
      } else if (unsaid !== undefined) object[name] = unsaid;
      else if (isRequired) return unread;
    }
    return object;
  };
}

function enumReader(type: GraphQLEnumType): InputReader {
  const values = new Map(type.getValues().map(({ name, value }) => [name, value as unknown]));
  return (value) => (typeof value === 'string' ? (values.get(value) ?? unread) : unread);
}

/** What a scalar refuses is read once more, for the words of graphql-js. */
function scalarReader(type: GraphQLScalarType): InputReader {
  return (value, room) => {
    if (!hasRoom(value, room)) return unread;
    try {
      const read: unknown = type.parseValue(value);
      return read === undefined ? unread : read;
    } catch {
      return unread;
    }
  };
}

/** Counts the objects of a value that a scalar takes as it is. A wrapped text is none: nobody can send one. */
function hasRoom(value: unknown, room: Room): boolean {
  if (typeof value !== 'object' || value === null || value instanceof AsWritten) return true;
  room.objects -= 1;
  if (room.objects < 0) return false;
  return Object.values(value).every((inner: unknown) => hasRoom(inner, room));
}
