import { isReadable } from './host-name.js';

/**
 * What a template may use of the caller: the value at a path such as `identity.entity.name` or `identity.entity.aliases.<accessor>.name`; undefined if the
 * caller has none.
 */
export type IdentityValues = (path: string) => string | undefined;

const placeholder = /\{\{([^{}]*)\}\}/g;

/** A caller without known properties. */
export const anonymous: IdentityValues = () => undefined;

/**
 * A pattern of a role with its `{{identity…}}` templates filled in; undefined if a value is unknown, so that nothing is allowed. A value with a `*`, a comma, a
 * space or invisible characters counts as unknown too: a caller's own name must not widen what the role allows.
 * @param globs whether values may have a `*` all the same (allow_globs_in_identity_templates)
 */
export function fillTemplate(template: string, identity: IdentityValues, globs = false): string | undefined {
  const values = [...template.matchAll(placeholder)].map(([, inside = '']) => {
    const path = inside.trim();
    return path.startsWith('identity.') ? identity(path) : undefined;
  });
  const forbidden = globs ? /[{},\s]/ : /[*{},\s]/;
  if (!values.every((value) => value !== undefined && value !== '' && !forbidden.test(value) && isReadable(value)))
    return undefined;
  const filled = template.replace(placeholder, () => values.shift() ?? '');
  return /\{\{|\}\}/.test(filled) ? undefined : filled;
}

/** The usable patterns of a list: templates are filled in, and empty ones are dropped. */
export const patternsOf = (
  list: readonly string[],
  templates: boolean,
  identity: IdentityValues,
  globs = false,
): string[] =>
  list.flatMap((each) => (templates ? fillTemplate(each, identity, globs) : each) ?? []).filter((each) => each !== '');
