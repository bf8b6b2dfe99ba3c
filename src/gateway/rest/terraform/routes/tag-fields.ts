import { problem } from '../../../../platform/problems.js';
import { isRecord } from '../../../../platform/is-record.js';

type Item = Readonly<Record<string, unknown>>;

/** A tag to bind, from `{attributes: {key, value}}`, or `{attributes: {name}}` for a flat one. @throws INVALID_INPUT */
export function tagOf({ attributes }: Item): { key: string; value: string } {
  const { key, name, value } = isRecord(attributes) ? attributes : {};
  const named = key ?? name;
  if (typeof named !== 'string') {
    throw problem('INVALID_INPUT', 'a tag must have attributes.key, or attributes.name', ['tags']);
  }
  if (value !== undefined && value !== null && typeof value !== 'string') {
    throw problem('INVALID_INPUT', 'the value of a tag must be text', ['tags']);
  }
  return { key: named, value: value ?? '' };
}

/** A tag that may exist, from `{id}` or `{attributes: {name}}`. @throws INVALID_INPUT */
export function tagRefOf(item: Item): { id: string } | { key: string } {
  const { id } = item;
  return typeof id === 'string' && id !== '' ? { id } : { key: tagOf(item).key };
}
