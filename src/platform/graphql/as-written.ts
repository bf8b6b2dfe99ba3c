/**
 * A text that an operation of graphql/rest hands to a scalar as its caller wrote it: the service tells callers of REST what is wrong with it, in the words that
 * they know, where GraphQL refuses it before. Nobody sends one: JSON has no such thing.
 */
export class AsWritten {
  constructor(readonly asWritten: string) {}
}
