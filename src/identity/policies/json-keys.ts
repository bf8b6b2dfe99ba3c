/** Distinguishes objects, lists and texts in a valid JSON document. */
const piece = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** A key that an object of a JSON document has twice; `null` if there is none. A parser would keep only the last one. */
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
