/** Whether a text is one that a pattern stands for; `*` is any text, also none. In time that grows with the text, not with what could fit where. */
export function fitsWildcard(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  const end = text.length - last.length;
  return parts.slice(1, -1).every((part) => {
    const found = text.indexOf(part, at);
    at = found + part.length;
    return found !== -1 && at <= end;
  });
}
