import { isRecord } from '../../../platform/is-record.js';

/*
 * Reads the JSON form of protobuf messages (ProtoJSON). A field that has its default is absent. Its writer knows the messages: a value of another type is a
 * mistake of ours, and not of a caller.
 */

export type Message = Readonly<Record<string, unknown>>;

function wrong(name: string): never {
  throw new Error(`the field ${name} of a message has another type`);
}

export const messageIn = (from: Message, name: string): Message | undefined => {
  const value = from[name];
  return value === undefined || isRecord(value) ? value : wrong(name);
};

export const textIn = (from: Message, name: string): string => {
  const value = from[name] ?? '';
  return typeof value === 'string' ? value : wrong(name);
};

export const flagIn = (from: Message, name: string): boolean => {
  const value = from[name] ?? false;
  return typeof value === 'boolean' ? value : wrong(name);
};

/** Integers of 64 bits are texts in JSON. Those beyond what a number holds are not exact: whoever takes one has a bound far below. */
export const wholeIn = (from: Message, name: string): number => wholeOf(from[name] ?? 0, name);

/** Base64. */
export const octetsIn = (from: Message, name: string): Buffer => Buffer.from(textIn(from, name), 'base64');

export const textsIn = (from: Message, name: string): string[] =>
  listIn(from, name).map((value) => (typeof value === 'string' ? value : wrong(name)));

/** The same of a list, as texts: exact, whatever their size. */
export const digitsIn = (from: Message, name: string): string[] =>
  listIn(from, name).map((value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : wrong(name),
  );

export const messagesIn = (from: Message, name: string): Message[] =>
  listIn(from, name).map((value) => (isRecord(value) ? value : wrong(name)));

/** Names of enum values; numbers of those without a name. */
export const namesIn = (from: Message, name: string): (string | number)[] =>
  listIn(from, name).map((value) => nameOf(value, name));

export const nameIn = (from: Message, name: string): string | number => nameOf(from[name] ?? 0, name);

function nameOf(value: unknown, name: string): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : wrong(name);
}

function listIn(from: Message, name: string): readonly unknown[] {
  const value = from[name] ?? [];
  return Array.isArray(value) ? value : wrong(name);
}

function wholeOf(value: unknown, name: string): number {
  const read = typeof value === 'string' ? Number(value) : value;
  return typeof read === 'number' ? read : wrong(name);
}
