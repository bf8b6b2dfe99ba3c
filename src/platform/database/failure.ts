/** The database cannot be used as it is. The message is one line, for the operator. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}
