/** What a `?` may stand inside of without being a placeholder: text, quoted names, comments. Then the placeholder itself. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?(\d*)/g;

/** A statement in the words of one database. */
export interface Placed {
  readonly sql: string;
  /** For each placeholder as it comes in the text, the number of its parameter, from 1. */
  readonly positions: readonly number[];
}

/** Writes `?` (in order) and `?3` (by number) as `write` says for each parameter's number. */
export function placeholders(sql: string, write: (position: number) => string): Placed {
  const positions: number[] = [];
  let highest = 0;
  const text = sql.replace(token, (found: string, number: string | undefined) => {
    if (number === undefined) return found;
    // SQLite's rule: a bare one takes the number after the largest so far.
    const position = number === '' ? highest + 1 : Number(number);
    highest = Math.max(highest, position);
    positions.push(position);
    return write(position);
  });
  return { sql: text, positions };
}
