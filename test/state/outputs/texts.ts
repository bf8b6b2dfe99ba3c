import type { OutputText } from '../../../src/state/outputs/long-texts.js';

/** A text of an output, whether it is at hand or not. */
export async function textOf(text: OutputText | null | undefined): Promise<string> {
  if (text === null || text === undefined) throw new Error('it has no such text');
  if (typeof text === 'string') return text;
  const pieces: Uint8Array[] = [];
  for await (const piece of text.open()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
