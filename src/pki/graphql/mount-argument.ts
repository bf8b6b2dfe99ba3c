import 'reflect-metadata';
import { Field, InputType } from 'type-graphql';
import { firstMount } from '../mounts/mounts.js';

/** The argument `mount` of a query or an input. */
export const mountArgument = {
  defaultValue: firstMount,
  description: 'Path of the mount, below `/v1`.',
} as const;

/** An input of a mutation in a mount. */
@InputType()
export class InMountInput {
  @Field(() => String, mountArgument)
  mount!: string;
}

/** The mount of an input. Defaults to `pki`. */
export const mountOf = (input: { readonly mount?: string | null | undefined }): string => input.mount ?? firstMount;
