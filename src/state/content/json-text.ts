/** Operations on valid JSON text, with loops instead of regular expressions, because strings may have millions of characters. */

/** Index after the string whose opening quote is at `start`. */
export function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** The same text without white space between tokens. */
export function compactJson(text: string): string {
  let compact = '';
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const string = quote === -1 ? text.length : quote;
    compact += text.slice(at, string).replace(/[ \t\r\n]+/g, '');
    at = string === text.length ? string : stringEnd(text, string);
    compact += text.slice(string, at);
  }
  return compact;
}
