/** An operation of graphql/rest as a route names it. Each dialect has its own in `generated/operations.ts`, made from graphql/rest and the schema. */
export interface Operation<Data extends object, Variables extends object> {
  /** As in graphql/rest. */
  readonly name: string;
  /** Never there: carries the types. */
  readonly types?: (variables: Variables) => Data;
}

type NamesIn<Value> = Value extends object ? keyof Value : never;

/** Nothing in `Given`, and nothing in what it has as `input`, may have another name than those of `Wanted`. A path may know more includes than there are. */
type NothingElse<Given, Wanted> = Readonly<
  Partial<Record<Exclude<NamesIn<Given>, NamesIn<Wanted> | `include${string}`>, never>>
> &
  (Given extends { readonly input: infer Input }
    ? Wanted extends { readonly input: infer WantedInput }
      ? { readonly input: Readonly<Partial<Record<Exclude<NamesIn<Input>, NamesIn<WantedInput>>, never>>> }
      : unknown
    : unknown);

/**
 * What a route makes as variables, checked to be those of its operation: as they would be by their type alone, and without names that the operation does not
 * know. The compiler looks for those in what is written at one place only, and a route puts its variables together from several.
 */
export type Fitting<Given extends object, Variables extends object> = Given & NothingElse<Given, Variables>;
