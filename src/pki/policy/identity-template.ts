import { isReadable } from './host-name.js';

/**
 * What a template may say about the caller: the value at a path such as `identity.entity.name` or
 * `identity.entity.aliases.<accessor>.name`, undefined where the caller has none.
 */
export type IdentityValues = (path: string) => string | undefined;

const placeholder = /\{\{([^{}]*)\}\}/g;

/** A caller about whom nothing is known. */
export const anonymous: IdentityValues = () => undefined;

/**
 * A pattern of a role with its `{{identity…}}` filled in; undefined where a value is unknown, and so nothing is
 * allowed. A value with a `*`, a comma, a space or what cannot be seen is unknown too: a caller's own name must not widen what the role allows.
 */
export function fillTemplate(template: string, identity: IdentityValues): string | undefined {
  const values = [...template.matchAll(placeholder)].map(([, inside = '']) => {
    const path = inside.trim();
    return path.startsWith('identity.') ? identity(path) : undefined;
  });
  if (!values.every((value) => value !== undefined && value !== '' && !/[*{},\s]/.test(value) && isReadable(value)))
    return undefined;
  const filled = template.replace(placeholder, () => values.shift() ?? '');
  return /\{\{|\}\}/.test(filled) ? undefined : filled;
}

/** The patterns of a list that stand for something: filled in where they are templates, empty ones dropped. */
export const patternsOf = (list: readonly string[], templates: boolean, identity: IdentityValues): string[] =>
  list.flatMap((each) => (templates ? fillTemplate(each, identity) : each) ?? []).filter((each) => each !== '');
