import type { JsonTree } from './json-tree.js';
import { canonicalText, isNull } from './json-tree.js';

/** A step into a value: a member's name or a list index. */
export type PathStep = string | number;

export interface ValueChange {
  /** `["tags", "Name"]`, `["ingress", 0, "cidr"]`. */
  readonly path: readonly PathStep[];
  /** JSON texts; null if there is no value, and for both if `sensitive`. */
  readonly before: string | null;
  readonly after: string | null;
  /** The value is, or contains, something that is marked sensitive before or after: it is not shown. */
  readonly sensitive: boolean;
}

export interface DifferenceOptions {
  readonly sensitive: Sensitive;
  /** One side has a flat format, in which all scalars are strings: `"80"` there equals 80 here. */
  readonly looseScalars: boolean;
}

/** The sensitive values of an instance on either side. */
export interface Sensitive {
  readonly paths: readonly (readonly PathStep[])[];
  /** The sensitive scalars as JSON text: providers copy inputs into other attributes, such as URLs, that are not marked themselves. */
  readonly texts: readonly string[];
}

/** The differing places, down to scalars and to values of different kinds. */
export function* differences(
  before: JsonTree | undefined,
  after: JsonTree | undefined,
  options: DifferenceOptions,
  path: readonly PathStep[] = [],
): Generator<ValueChange> {
  if (before?.kind === 'object' && after?.kind === 'object') {
    for (const name of new Set([...before.members.keys(), ...after.members.keys()])) {
      yield* differences(before.members.get(name), after.members.get(name), options, [...path, name]);
    }
  } else if (before?.kind === 'array' && after?.kind === 'array') {
    for (let i = 0; i < Math.max(before.items.length, after.items.length); i++) {
      yield* differences(before.items[i], after.items[i], options, [...path, i]);
    }
  } else if (!same(before, after, options.looseScalars)) {
    const texts = [before, after].map((tree) => (tree ? canonicalText(tree) : null));
    const { paths, texts: secrets } = options.sensitive;
    const sensitive =
      paths.some((marked) => overlaps(marked, path)) ||
      secrets.some((secret) => texts.some((text) => text?.includes(secret)));
    yield {
      path,
      before: sensitive ? null : (texts[0] ?? null),
      after: sensitive ? null : (texts[1] ?? null),
      sensitive,
    };
  }
}

function same(before: JsonTree | undefined, after: JsonTree | undefined, loose: boolean): boolean {
  if (!before || !after) return before === after || (loose && (isNull(before) || isNull(after)));
  const form = loose ? looseText : canonicalText;
  return form(before) === form(after);
}

/** {@link canonicalText} that treats `"80"` as 80 and leaves out nulls. */
export function looseText(tree: JsonTree): string {
  switch (tree.kind) {
    case 'scalar':
      return tree.text.replace(/^"|"$/g, '');
    case 'array':
      return `[${tree.items.map(looseText).join(',')}]`;
    case 'object': {
      const members = [...tree.members].filter(([, value]) => !isNull(value)).sort(([a], [b]) => (a < b ? -1 : 1));
      return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${looseText(value)}`).join(',')}}`;
    }
  }
}

/**
 * Whether one path is part of the other: the changed value is inside a marked one, or a marked one is inside the changed value. Attributes of a dynamic type
 * are stored as `{"value": …, "type": …}`, and marks leave out that step, so it may be skipped.
 */
function overlaps(marked: readonly PathStep[], path: readonly PathStep[]): boolean {
  const [mark, ...marks] = marked;
  const [step, ...steps] = path;
  if (mark === undefined || step === undefined) return true;
  return (mark === step && overlaps(marks, steps)) || (step === 'value' && overlaps(marked, steps));
}

/** Marks of `sensitive_attributes` (`[[{"type":"get_attr","value":"tags"},{"type":"index","value":{"value":"Name",…}}]]`). */
export function sensitiveIn(attributes: JsonTree, marks: JsonTree | undefined): Sensitive {
  const paths = marks?.kind === 'array' ? marks.items.map(sensitivePath) : [];
  return { paths, texts: paths.flatMap((path) => markedTexts(attributes, path)) };
}

function sensitivePath(steps: JsonTree): PathStep[] {
  if (steps.kind !== 'array') return [];
  return steps.items.map((step) => keyIn(JSON.parse(canonicalText(step)))).filter((key) => key !== undefined);
}

function keyIn(step: unknown): PathStep | undefined {
  if (typeof step === 'string' || typeof step === 'number') return step;
  return typeof step === 'object' && step !== null && 'value' in step ? keyIn(step.value) : undefined;
}

/** Shorter texts, such as `80` or `eu`, occur in too many unrelated places. */
const TELLING_TEXT = 4;

function markedTexts(tree: JsonTree | undefined, path: readonly PathStep[]): string[] {
  if (!tree) return [];
  if (tree.kind === 'scalar') {
    const text = tree.text.replace(/^"|"$/g, '');
    return text.length >= TELLING_TEXT && !['true', 'false', 'null'].includes(text) ? [text] : [];
  }
  const [step, ...steps] = path;
  if (step === undefined) {
    const parts = tree.kind === 'array' ? tree.items : [...tree.members.values()];
    return parts.flatMap((part) => markedTexts(part, []));
  }
  if (tree.kind === 'array') return typeof step === 'number' ? markedTexts(tree.items[step], steps) : [];
  const found = tree.members.get(String(step));
  return found ? markedTexts(found, steps) : markedTexts(tree.members.get('value'), path);
}
