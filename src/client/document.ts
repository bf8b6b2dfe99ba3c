/** An operation of GraphQL with the shapes of its variables and of its answer, which only the compiler sees. */
export interface TypedDocument<Kind extends 'query' | 'mutation' | 'subscription', Data, Variables> {
  readonly kind: Kind;
  /** The operation's name, as the server's metrics and logs show it. */
  readonly name: string;
  /** SHA-256 of `text`, in hexadecimal. */
  readonly hash: string;
  /** The operation with the fragments it uses. */
  readonly text: string;
  readonly '~shape'?: (variables: Variables) => Data;
}

export type QueryDocument<Data, Variables> = TypedDocument<'query', Data, Variables>;
export type MutationDocument<Data, Variables> = TypedDocument<'mutation', Data, Variables>;
export type SubscriptionDocument<Data, Variables> = TypedDocument<'subscription', Data, Variables>;

/** What a document answers. */
export type DataOf<Document> =
  Document extends TypedDocument<'query' | 'mutation' | 'subscription', infer Data, never> ? Data : never;

/** Any document, where its shapes do not matter. */
export type AnyDocument = Pick<QueryDocument<never, never>, 'name' | 'hash' | 'text'>;

/** The arguments after a document: variables may be left out where every one of them may. */
export type Arguments<Variables, Options> =
  MayBeEmpty<Variables> extends true
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

// Codegen writes the variables of a document that has none as a record of nothing.
type MayBeEmpty<Variables> = string extends keyof Variables
  ? true
  : Partial<Variables> extends Variables
    ? true
    : false;
