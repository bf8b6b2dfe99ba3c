import type { AnyDocument } from './document.js';
import { printed } from './printed.js';

/** An operation as it goes over the wire. */
export interface SentDocument {
  readonly text: string;
  /** Undefined where the document holds this operation alone, and nobody needs its name. */
  readonly name: string | undefined;
  /** SHA-256 of the text, where it is known. */
  readonly hash: string | undefined;
}

const printedOnes = new WeakMap<object, SentDocument>();

/** @throws TypeError where it holds what no document to run holds, such as a type of a schema */
export function sentDocument(document: AnyDocument): SentDocument {
  if ('text' in document) return document;
  if (!('definitions' in document)) return { text: document.toString(), name: undefined, hash: undefined };
  const known = printedOnes.get(document) ?? { text: printed(document), name: undefined, hash: undefined };
  printedOnes.set(document, known);
  return known;
}
