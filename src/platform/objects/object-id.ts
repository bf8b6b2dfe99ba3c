import { randomBytes } from 'node:crypto';

declare const brand: unique symbol;

/** Identifies one object in the store: 32 lower-case hex digits. It is safe as a file name and in a URL, and cannot be guessed. */
export type ObjectId = string & { readonly [brand]: 'ObjectId' };

const shape = /^[0-9a-f]{32}$/;

export function newObjectId(): ObjectId {
  return randomBytes(16).toString('hex') as ObjectId;
}

export function isObjectId(text: string): text is ObjectId {
  return shape.test(text);
}
