/**
 * A text without any of this character at its ends. No expression does it: one for the end looks at a run in the middle again from each of its
 * characters, and a path of slashes holds up everybody.
 */
export function trimmed(text: string, character: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === character) start += 1;
  while (end > start && text[end - 1] === character) end -= 1;
  return text.slice(start, end);
}
