import { z } from 'zod';

/** The documentation of one setting for the operator; parsing, `--help` and docs/operating.md use it. */
export interface SettingDoc {
  readonly variable: `TRUSTATE_${string}`;
  /** For the operator. If it is also a valid value, an absent variable means that value. */
  readonly default: string;
  readonly allowed: string;
  readonly about: string;
  /** Its value never appears in a message. */
  readonly secret?: true;
}

/** The documentation of each setting, in addition to its type. */
export const docs = z.registry<SettingDoc>();

/** A setting whose default is a valid value, so that the documented default and the real one cannot differ. */
export function setting<T>(schema: z.ZodType<T, string>, doc: SettingDoc) {
  return schema.prefault(doc.default).register(docs, doc);
}

/** A setting that may be absent; `default` says in words what happens then. */
export function optional<T>(schema: z.ZodType<T, string>, doc: SettingDoc) {
  return schema.optional().register(docs, doc);
}
