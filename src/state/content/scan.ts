import type { Node } from './node.js';
import { JsonScanner } from './scanner.js';

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Reads content to its end.
 * @throws UnreadableContent, and whatever the content's own stream throws
 */
export async function scan(content: Content, root: Node): Promise<void> {
  const scanner = new JsonScanner(root);
  for await (const chunk of content) scanner.write(chunk);
  scanner.end();
}
