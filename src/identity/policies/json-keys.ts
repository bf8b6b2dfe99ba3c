/** What tells objects, lists and texts apart in a document that is known to be JSON. */
const piece = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** A key that an object of a JSON document has twice; `null` where none does. A parser keeps the last, and what the others say is lost. */
export function repeatedKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  let isKey = false;
  for (const [part] of text.matchAll(piece)) {
    if (part === '{' || part === '[') open.push(part === '{' ? new Set() : null);
    if (part === '}' || part === ']') open.pop();
    if (isKey && part.startsWith('"')) {
      const key = String(JSON.parse(part));
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
    isKey = part === '{' || (part === ',' && open.at(-1) instanceof Set);
  }
  return null;
}
