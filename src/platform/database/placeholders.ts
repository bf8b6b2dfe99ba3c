/** Matches text, quoted names and comments, where a `?` is not a placeholder; then the placeholder itself. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?(\d*)/g;

/** A statement in the syntax of one database. */
export interface Placed {
  readonly sql: string;
  /** For each placeholder in the text, the number of its parameter, from 1. */
  readonly positions: readonly number[];
}

/** Replaces `?` (in order) and `?3` (by number) with the result of `write` for each parameter's number. */
export function placeholders(sql: string, write: (position: number) => string): Placed {
  const positions: number[] = [];
  let highest = 0;
  const text = sql.replace(token, (found: string, number: string | undefined) => {
    if (number === undefined) return found;
    // SQLite's rule: a plain `?` gets the number after the highest one so far.
    const position = number === '' ? highest + 1 : Number(number);
    highest = Math.max(highest, position);
    positions.push(position);
    return write(position);
  });
  return { sql: text, positions };
}
