import { z } from 'zod';

/** What an operator learns about one setting; parsing, `--help` and docs/operating.md all come from it. */
export interface SettingDoc {
  readonly variable: `TRUSTATE_${string}`;
  /** As an operator reads it; where it is also a valid value, it is what an absent variable means. */
  readonly default: string;
  readonly allowed: string;
  readonly about: string;
  /** Its value never appears in a message. */
  readonly secret?: true;
}

/** What is known of each setting, in addition to its shape. */
export const docs = z.registry<SettingDoc>();

/** A setting whose default is a value of its own kind, so that the documented default and the real one cannot differ. */
export function setting<T>(schema: z.ZodType<T, string>, doc: SettingDoc) {
  return schema.prefault(doc.default).register(docs, doc);
}

/** A setting that may stay unset; `default` says in words what happens then. */
export function optional<T>(schema: z.ZodType<T, string>, doc: SettingDoc) {
  return schema.optional().register(docs, doc);
}
