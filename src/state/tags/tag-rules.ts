import { item, passing, problem } from '../../platform/problems.js';

/** A tag as it is bound to a workspace or project. A flat tag has an empty value. */
export interface TagValue {
  readonly key: string;
  readonly value: string;
}

/** A tag from a caller; without a value it is a flat one. */
export interface GivenTag {
  readonly key: string;
  readonly value?: string | null | undefined;
}

/** What is wrong with a key or value, or `null`. A flat tag is a key, so the rules for keys are the rules for tags. */
export function keyFault(key: string): string | null {
  if (key.trim() === '') return "Tag key can't be blank";
  if (key.length > 255) return 'Tag key is too long (maximum is 255 characters)';
  return /^[\p{L}\p{N} _.:/=+@-]+$/u.test(key)
    ? null
    : `Tag key ${JSON.stringify(key)} has characters that tags do not allow`;
}

export function valueFault(value: string): string | null {
  if (value.length > 255) return 'Tag value is too long (maximum is 255 characters)';
  return /^[\p{L}\p{N} _.:/=+@-]*$/u.test(value)
    ? null
    : `Tag value ${JSON.stringify(value)} has characters that tags do not allow`;
}

/** Largest number of tags of one object. */
export const mostTags = 100;

/**
 * The bindings from a caller, without duplicate keys: the last one counts.
 * @throws INVALID_INPUT naming `field`
 */
export function checkedTags(given: readonly GivenTag[], field: readonly string[]): TagValue[] {
  for (const [index, { key, value }] of given.entries()) {
    const fault = keyFault(key) ?? valueFault(value ?? '');
    if (fault) throw problem('INVALID_INPUT', fault, field, item(index));
  }
  const byKey = new Map(given.map(({ key, value }) => [key, { key, value: value ?? '' }]));
  const values = [...byKey.values()];
  requireTagCount(values.length, field);
  return values;
}

/** @throws INVALID_INPUT naming `field` for more tags than one object may carry */
export function requireTagCount(count: number, field: readonly string[]): void {
  if (count <= mostTags) return;
  throw problem('INVALID_INPUT', `At most ${mostTags} tags are allowed`, field, passing(count, mostTags));
}

/** A binding that applies to a workspace, and where it comes from. */
export interface EffectiveTag extends TagValue {
  readonly inheritedFrom: 'project' | null;
}

/**
 * A workspace has its project's bindings, except for the keys that it binds itself. Sorted by key.
 * @param fixed keys for which the binding of the project counts if it has one
 */
export function effectiveTags(
  own: readonly TagValue[],
  ofProject: readonly TagValue[],
  fixed: ReadonlySet<string>,
): EffectiveTag[] {
  const projectKeys = new Set(ofProject.map(({ key }) => key));
  const counting = own.filter(({ key }) => !(fixed.has(key) && projectKeys.has(key)));
  const ownKeys = new Set(counting.map(({ key }) => key));
  const effective = [
    ...counting.map(({ key, value }): EffectiveTag => ({ key, value, inheritedFrom: null })),
    ...ofProject
      .filter(({ key }) => !ownKeys.has(key))
      .map(({ key, value }): EffectiveTag => ({ key, value, inheritedFrom: 'project' })),
  ];
  return effective.sort((one, other) => (one.key < other.key ? -1 : 1));
}
