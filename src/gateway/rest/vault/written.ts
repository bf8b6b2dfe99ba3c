import type { AsWritten } from '../../../platform/graphql/as-written.js';

/** A value of an enum, or a list of them, as a caller wrote it. No other type has one. */
export type Written<T> = [T] extends [readonly (infer Item)[]]
  ? [Written<Item>] extends [never]
    ? never
    : readonly Written<Item>[]
  : [T] extends [string]
    ? string extends T
      ? never
      : AsWritten
    : never;
