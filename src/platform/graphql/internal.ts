import { Extensions } from 'type-graphql';

/**
 * Keeps a field out of the public contract: operations of graphql/rest may ask for it, a caller of `/graphql` finds that there is no such field.
 * Of an input too. For what a documented path of REST needs and a caller of GraphQL has in a better way, such as lists by page number.
 * @example
 * @Internal()
 * @Query(() => TeamPage, { description: '…' })
 * teamPage(…)
 */
export const Internal = (): MethodDecorator & PropertyDecorator => Extensions({ internal: true });

interface Extended {
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Whether a field of a built schema is internal. */
export const isInternal = ({ extensions }: Extended): boolean => extensions?.['internal'] === true;
