/** What a `?` may stand inside of without being a placeholder: text, quoted names, comments. Then the placeholder itself. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?(\d*)/g;

/** `?` in order, or `?3` by number as SQLite has it, to PostgreSQL's `$1`, `$2`, ... */
export function numberedPlaceholders(sql: string): string {
  let last = 0;
  return sql.replace(token, (found: string, number: string | undefined) => {
    if (number === undefined) return found;
    // SQLite's rule: a bare one takes the number after the largest so far.
    const position = number === '' ? last + 1 : Number(number);
    last = Math.max(last, position);
    return `$${position}`;
  });
}
