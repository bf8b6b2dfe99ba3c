import type { AnyDocument } from './document.js';
import { printed } from './printed.js';

/** An operation as it is sent. */
export interface SentDocument {
  readonly text: string;
  /** Undefined if the document has only this operation and its name is not needed. */
  readonly name: string | undefined;
  /** SHA-256 of the text, if it is known. */
  readonly hash: string | undefined;
}

const printedOnes = new WeakMap<object, SentDocument>();

/** @throws TypeError for definitions that an executable document cannot contain, such as a type of a schema */
export function sentDocument(document: AnyDocument): SentDocument {
  if ('text' in document) return document;
  if (!('definitions' in document)) return { text: document.toString(), name: undefined, hash: undefined };
  const known = printedOnes.get(document) ?? { text: printed(document), name: undefined, hash: undefined };
  printedOnes.set(document, known);
  return known;
}
