import { isInputObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { Extensions, getMetadataStorage } from 'type-graphql';

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

/** Hides internal fields of inputs in classes that extend theirs, too: type-graphql forgets there what they are. */
export function applyInternals(schema: GraphQLSchema): void {
  const inputs = getMetadataStorage().inputTypes;
  for (const { name, target } of inputs) {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) continue;
    for (let above: object | null = target; above; above = parentOf(above)) {
      for (const field of inputs.find((input) => input.target === above)?.fields ?? []) {
        const built = type.getFields()[field.name];
        if (built && isInternal(field)) built.extensions = { ...field.extensions };
      }
    }
  }
}

function parentOf(target: object): object | null {
  const parent: unknown = Object.getPrototypeOf(target);
  return typeof parent === 'function' ? parent : null;
}

/** Whether a field of a built schema is internal. */
export const isInternal = ({ extensions }: Extended): boolean => extensions?.['internal'] === true;
