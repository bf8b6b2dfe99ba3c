/** The number of a new row, from 1, in the SQL of one database. */
export interface Numbered {
  readonly number: string;
  /** So many octets, all alike. */
  readonly octets: (count: number) => string;
  /** The same with zeros before it, eight digits. */
  readonly padded: string;
  /** A time: so many seconds after the beginning of a year. */
  readonly time: string;
  /** A time that has not come. */
  readonly later: string;
  /** The number below `below`, with zeros before it, which numbers have in turn. */
  readonly turn: (below: number) => string;
}
