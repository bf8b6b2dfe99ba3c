/** An operation of graphql/rest for a route. Each dialect has its own in `generated/operations.ts`, generated from graphql/rest and the schema. */
export interface Operation<Data extends object, Variables extends object> {
  /** As in graphql/rest. */
  readonly name: string;
  /** Never set: it only carries the types. */
  readonly types?: (variables: Variables) => Data;
}

type NamesIn<Value> = Value extends object ? keyof Value : never;

/** Nothing in `Given`, and nothing in its `input`, may have a name that `Wanted` does not have. A path may know more includes than there are. */
type NothingElse<Given, Wanted> = Readonly<
  Partial<Record<Exclude<NamesIn<Given>, NamesIn<Wanted> | `include${string}`>, never>>
> &
  (Given extends { readonly input: infer Input }
    ? Wanted extends { readonly input: infer WantedInput }
      ? { readonly input: Readonly<Partial<Record<Exclude<NamesIn<Input>, NamesIn<WantedInput>>, never>>> }
      : unknown
    : unknown);

/**
 * The variables of a route, checked against those of its operation: by type, and without unknown names. The compiler only checks names in a single literal, but
 * a route combines its variables from several.
 */
export type Fitting<Given extends object, Variables extends object> = Given & NothingElse<Given, Variables>;
