/**
 * Removes this character from both ends of a text. A regular expression for the end would start again at each character of a run in the middle, so that a path
 * of slashes would block everybody.
 */
export function trimmed(text: string, character: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === character) start += 1;
  while (end > start && text[end - 1] === character) end -= 1;
  return text.slice(start, end);
}
