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

/**
 * One operation as other generators of code type it: the `TypedDocumentNode` of `@graphql-typed-document-node/core`, a parsed document. It does not say which kind of operation it is.
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

/** A document of this kind, by whichever generator. */
export type Document<Kind extends 'query' | 'mutation' | 'subscription', Data, Variables> =
  | TypedDocument<Kind, Data, Variables>
  | DocumentNodeOf<Data, Variables>
  | DocumentStringOf<Data, Variables>;

/** What a document answers. */
export type DataOf<Document> =
  Document extends TypedDocument<'query' | 'mutation' | 'subscription', infer Data, never>
    ? Data
    : Document extends { readonly __apiType?: (variables: never) => infer Data }
      ? Data
      : never;

/** Any document, where its shapes do not matter. */
export type AnyDocument = Document<'query' | 'mutation' | 'subscription', unknown, never>;

/** The arguments after a document: variables may be left out where every one of them may. */
export type Arguments<Variables, Options> =
  MayBeEmpty<Variables> extends true
    ? [variables?: Variables | undefined, options?: Options | undefined]
    : [variables: Variables, options?: Options | undefined];

// Codegen writes the variables of a document that has none as a record of nothing.
type MayBeEmpty<Variables> = string extends keyof Variables
  ? true
  : Partial<Variables> extends Variables
    ? true
    : false;
