import { firstMount } from '../mounts/mounts.js';

/** The argument `mount` of queries. */
export const mountArgument = {
  defaultValue: firstMount,
  description: 'Path of the mount, below `/v1`.',
} as const;

/** The mount of an input. Defaults to `pki`. */
export const mountOf = (input: { readonly mount?: string | null | undefined }): string => input.mount ?? firstMount;
