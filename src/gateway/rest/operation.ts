/** An operation of graphql/rest, as a row names it. */
export interface Operation<Data extends object, Variables extends object> {
  /** As in graphql/rest. */
  readonly name: string;
  /** Never there: carries the types. */
  readonly types?: (variables: Variables) => Data;
}

/** An operation of graphql/rest by its name, with the types of its variables and of what it answers. */
export function operation<Data extends object, Variables extends object>(name: string): Operation<Data, Variables> {
  return { name };
}
