import { isIPv4 } from 'node:net';
import { toASCII, toUnicode } from 'tr46';

export const longestName = 253;

/** RFC 1035 2.3.4: octets of a label. In ASCII, no label has fewer than it has characters. */
const longestLabel = 63;
const isLongLabel = (label: string): boolean => label.length > longestLabel && [...label].length > longestLabel;

/** Bidirectional text and joiners are checked; another rule checks hyphens and length. */
const options = { checkBidi: true, checkJoiners: true } as const;

// oxlint-disable-next-line no-control-regex -- exactly the octets 0 to 127
const ascii = /^[\x00-\x7f]*$/;

const hasPunycode = (name: string): boolean => name.includes('--') && /(?:^|\.)xn--/i.test(name);

/** Whether a name has characters or labels that IDNA has to convert. */
export const isInternational = (name: string): boolean => !ascii.test(name) || hasPunycode(name);

/**
 * The form of a name in a certificate: international labels as Punycode, everything else as written. Undefined if IDNA has no such name, or if the name only
 * looks like the IDNA form: full-width letters, other dots, invisible characters.
 */
export function asciiName(name: string): string | undefined {
  if (name.length > 1000) return undefined;
  if (!isInternational(name)) return name;
  // No international name has a form that is shorter than itself, and the work grows with the labels.
  if (name.length > longestName) return undefined;
  const written = name.normalize('NFC').toLowerCase();
  const labels = written.split('.');
  // The work grows with the square of a label: one of 250 characters takes 1.2 ms.
  if (labels.some(isLongLabel)) return undefined;
  const converted = toASCII(written, options);
  if (converted === null || converted === '') return undefined;
  const back = toUnicode(converted, options);
  if (back.error || toASCII(back.domain, options) !== converted) return undefined;
  // Labels of both forms may be mixed: each has its own canonical form.
  const [punycode, international] = [converted.split('.'), back.domain.split('.')];
  const same = labels.every((label, at) => label === punycode[at] || label === international[at]);
  return same && labels.length === punycode.length ? converted : undefined;
}

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** RFC 1123 2.1: labels of letters, digits and hyphens inside; nothing that looks like an address. */
export const isHostName = (name: string): boolean =>
  name.length <= longestName && name.split('.').every((each) => label.test(each)) && !isIPv4(name);

/** The leftmost label of a wildcard: `*`, `a*`, `*a` or `a*b` (RFC 6125 6.4.3), and not of an international name. */
export const isWildcardLabel = (text: string): boolean =>
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?\*(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?$/i.test(text) &&
  text.length <= 63 &&
  !/^xn--/i.test(text);

/** What a dNSName can contain if host names are not enforced: underscores too, and a wildcard label. */
export const isDnsText = (name: string): boolean =>
  name.length <= longestName && name.split('.').every((each) => /^[a-z0-9_*-]{1,63}$/i.test(each)) && !isIPv4(name);

/**
 * Control characters, line separators, lone surrogates, direction marks and other invisible characters do not belong in a readable name. Among the invisible
 * ones, joiners are part of some scripts, after a mark or between letters that join (RFC 5892 A.1, A.2).
 */
const unreadable =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufff9-\ufffc]|(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<![\p{M}\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}])[\u200c\u200d]/u;

export const isReadable = (name: string): boolean => /^[\x20-\x7e]*$/.test(name) || !unreadable.test(name);

const atom = "[a-z0-9!#$%&'+/=?^_`{|}~-]+";
const dotAtom = new RegExp(`^${atom}(?:\\.${atom})*$`, 'i');

/** The local part of an address: a dot-atom (RFC 5322 3.2.3), without `*`, at most 64 octets (RFC 5321 4.5.3.1.1). */
export const isLocalPart = (text: string): boolean => text.length <= 64 && dotAtom.test(text);
