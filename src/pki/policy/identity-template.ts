import { isReadable } from './host-name.js';
import { isTooMuchToFill } from './work-bounds.js';

/**
 * What a template may use of the caller: the value at a path such as `identity.entity.name` or `identity.entity.aliases.<accessor>.name`; undefined if the
 * caller has none.
 */
export type IdentityValues = (path: string) => string | undefined;

/** No name has a longer part. */
const longestValue = 1000;

const placeholder = /\{\{([^{}]*)\}\}/g;

/** A caller without known properties. */
export const anonymous: IdentityValues = () => undefined;

/**
 * A pattern of a role with its `{{identity…}}` templates filled in; undefined if a value is unknown, so that nothing is allowed. A value with a `*`, a comma, a
 * space or invisible characters counts as unknown too: a caller's own name must not widen what the role allows.
 * @param globs whether values may have a `*` all the same (allow_globs_in_identity_templates)
 */
export function fillTemplate(template: string, identity: IdentityValues, globs = false): string | undefined {
  if (!template.includes('{{') && !template.includes('}}')) return template;
  const values = [...template.matchAll(placeholder)].map(([, inside = '']) => {
    const path = inside.trim();
    return path.startsWith('identity.') ? identity(path) : undefined;
  });
  const forbidden = globs ? /[{},\s]/ : /[*{},\s]/;
  const usable = (value: string | undefined) =>
    value !== undefined && value !== '' && value.length <= longestValue && !forbidden.test(value) && isReadable(value);
  if (!values.every(usable)) return undefined;
  const filled = template.replace(placeholder, () => values.shift() ?? '');
  return /\{\{|\}\}/.test(filled) ? undefined : filled;
}

/** The usable patterns of a list: templates are filled in, and empty ones are dropped. Nothing is allowed by templates that would take too long. */
export const patternsOf = (
  list: readonly string[],
  templates: boolean,
  identity: IdentityValues,
  globs = false,
): string[] =>
  templates && isTooMuchToFill(list)
    ? []
    : list
        .flatMap((each) => (templates ? fillTemplate(each, identity, globs) : each) ?? [])
        .filter((each) => each !== '');
