/** A GraphQL operation with the types of its variables and of its data, which only the compiler sees. */
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

/**
 * An operation as other code generators type it: the `TypedDocumentNode` of `@graphql-typed-document-node/core`, a parsed document. It does not say which kind
 * of operation it is.
 */
export interface DocumentNodeOf<Data, Variables> {
  readonly kind: 'Document';
  readonly definitions: readonly object[];
  readonly __apiType?: (variables: Variables) => Data;
}

/** The same as a text: the `TypedDocumentString` of graphql-codegen's client preset. */
export interface DocumentStringOf<Data, Variables> {
  readonly length: number;
  readonly __apiType?: (variables: Variables) => Data;
  charAt(position: number): string;
  toString(): string;
}

export type QueryDocument<Data, Variables> = TypedDocument<'query', Data, Variables>;
export type MutationDocument<Data, Variables> = TypedDocument<'mutation', Data, Variables>;
export type SubscriptionDocument<Data, Variables> = TypedDocument<'subscription', Data, Variables>;

/** A document of this kind, from any generator. */
export type Document<Kind extends 'query' | 'mutation' | 'subscription', Data, Variables> =
  | TypedDocument<Kind, Data, Variables>
  | DocumentNodeOf<Data, Variables>
  | DocumentStringOf<Data, Variables>;

/** The type of the data that a document returns. */
export type DataOf<Document> =
  Document extends TypedDocument<'query' | 'mutation' | 'subscription', infer Data, never>
    ? Data
    : Document extends { readonly __apiType?: (variables: never) => infer Data }
      ? Data
      : never;

/** Any document, if its types do not matter. */
export type AnyDocument = Document<'query' | 'mutation' | 'subscription', unknown, never>;

/** The arguments after a document: variables may be left out if all of them are optional. */
export type Arguments<Variables, Options> =
  MayBeEmpty<Variables> extends true
    ? [variables?: Variables | undefined, options?: Options | undefined]
    : [variables: Variables, options?: Options | undefined];

// Codegen types the variables of a document without variables as an empty record.
type MayBeEmpty<Variables> = string extends keyof Variables
  ? true
  : Partial<Variables> extends Variables
    ? true
    : false;
