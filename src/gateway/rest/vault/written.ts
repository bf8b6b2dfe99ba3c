import type { AsWritten } from '../../../platform/graphql/as-written.js';

/** An enum value, or a list of them, as a caller wrote it. Other types have none. */
export type Written<T> = [T] extends [readonly (infer Item)[]]
  ? [Written<Item>] extends [never]
    ? never
    : readonly Written<Item>[]
  : [T] extends [string]
    ? string extends T
      ? never
      : AsWritten
    : never;
