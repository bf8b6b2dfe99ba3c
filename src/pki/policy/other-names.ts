import { globMatches } from './glob.js';
import { isOid } from './policy-identifiers.js';
import { remembered } from './remembered.js';
import { quoted } from './rules.js';

/** A name whose type is only given by its object identifier, with a text value. */
export interface OtherName {
  readonly oid: string;
  readonly value: string;
}

type OtherNameOutcome =
  | { readonly name: OtherName; readonly fault?: never }
  | { readonly fault: string; readonly name?: never };

/** From `<oid>;<type>:<value>`, with the type UTF8 or its alias UTF-8, in any case. */
export function parseOtherName(text: string): OtherNameOutcome {
  const shown = JSON.stringify(quoted(text));
  const semicolon = text.indexOf(';');
  if (semicolon < 0) return { fault: `expected a semicolon in other SAN ${shown}` };
  const colon = text.indexOf(':', semicolon);
  if (colon < 0) return { fault: `expected a colon in other SAN ${shown}` };
  const oid = text.slice(0, semicolon).trim();
  const type = text.slice(semicolon + 1, colon).trim();
  if (!/^utf-?8$/i.test(type))
    return { fault: `only utf8 other SANs are supported; found non-supported type in other SAN ${shown}` };
  if (!isOid(oid)) return { fault: `${JSON.stringify(oid)} is not an object identifier in other SAN ${shown}` };
  return { name: { oid, value: text.slice(colon + 1) } };
}

/** The patterns of a role's list, parsed once. */
const patternsIn = remembered((allowed: readonly string[]): readonly OtherName[] =>
  allowed.flatMap((pattern) => parseOtherName(pattern).name ?? []),
);

/** `oid` if nothing of that type is allowed, `value` if only other values of the type are. */
export function otherNameFault({ oid, value }: OtherName, allowed: readonly string[]): 'oid' | 'value' | undefined {
  if (allowed.length === 1 && allowed[0] === '*') return undefined;
  const patterns = patternsIn(allowed).filter((each) => each.oid === oid);
  if (patterns.length === 0) return 'oid';
  return patterns.some((pattern) => globMatches(pattern.value, value)) ? undefined : 'value';
}
