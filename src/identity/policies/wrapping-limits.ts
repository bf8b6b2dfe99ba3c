import { parseDuration } from '../../platform/duration.js';

/** The rules of a policy about how long an answer waits for its wrapping token, in seconds: `min_wrapping_ttl`, `max_wrapping_ttl`. */
export interface WrappingRules {
  readonly minWrappingTtl?: number;
  readonly maxWrappingTtl?: number;
}

/** A fault in a stanza. */
export class WrappingFault extends Error {}

/** The attributes about wrapping. */
export const wrappingStanzas = ['min_wrapping_ttl', 'max_wrapping_ttl'] as const;

/** The rules about wrapping in the attributes of a `path` block; those that are absent or 0 have no key. @throws WrappingFault */
export function readWrappingRules(attributes: ReadonlyMap<string, unknown>): WrappingRules {
  const [min, max] = wrappingStanzas.map((stanza) => secondsOf(attributes, stanza));
  if (min && max && max < min) throw new WrappingFault('max_wrapping_ttl cannot be less than min_wrapping_ttl');
  return { ...(min && { minWrappingTtl: min }), ...(max && { maxWrappingTtl: max }) };
}

function secondsOf(attributes: ReadonlyMap<string, unknown>, stanza: (typeof wrappingStanzas)[number]): number {
  const given = attributes.get(stanza);
  if (given === undefined) return 0;
  const seconds = parseDuration(given);
  if (seconds === undefined || seconds < 0 || (seconds === 0 && /[1-9]/.test(JSON.stringify(given))))
    throw new WrappingFault(`${stanza} is not a duration of whole seconds`);
  return seconds;
}

/** Whether a stored value has the form of {@link readWrappingRules}. */
export function areWrappingRules(rule: object): rule is WrappingRules {
  return (['minWrappingTtl', 'maxWrappingTtl'] satisfies (keyof WrappingRules)[]).every((name) => {
    const value: unknown = Reflect.get(rule, name);
    return value === undefined || (Number.isSafeInteger(value) && Number(value) > 0);
  });
}

/** What several rules for the same path say together: of each bound, the smallest. */
export class WrappingLimits {
  private constructor(
    private readonly min: number,
    private readonly max: number,
  ) {}

  /** `null` if they say nothing about wrapping. */
  static of(rules: readonly WrappingRules[]): WrappingLimits | null {
    const mins = rules.flatMap(({ minWrappingTtl }) => minWrappingTtl ?? []);
    const maxs = rules.flatMap(({ maxWrappingTtl }) => maxWrappingTtl ?? []);
    if (mins.length === 0 && maxs.length === 0) return null;
    return new WrappingLimits(mins.length > 0 ? Math.min(...mins) : 1, Math.min(...maxs, Infinity));
  }

  /** @param seconds how long the answer waits; 0 if it is sent as it is, which no limit allows */
  permit(seconds: number): boolean {
    return seconds > 0 && seconds >= this.min && seconds <= this.max;
  }
}
