import { celFunc, CelScalar, listType } from '@bufbuild/cel';
import type { CelFunc } from '@bufbuild/cel';
import type { Optionals } from './optionals.js';

const { STRING, INT, DYN } = CelScalar;

/** RE2: flags may stand at the beginning, `(?i)`; `U` has no counterpart. */
const flagged = /^\(\?([ims]+)\)/;

/** @throws Error for a pattern that is none */
function compiled(pattern: string): RegExp {
  const flags = flagged.exec(pattern)?.[1] ?? '';
  const rest = flags === '' ? pattern : pattern.slice(flags.length + 3);
  try {
    return new RegExp(rest.replaceAll('(?P<', '(?<'), `gu${[...new Set(flags)].join('')}`);
  } catch {
    throw new Error(`given regex is invalid: ${pattern}`);
  }
}

const groupsOf = (match: RegExpMatchArray | undefined): number => (match === undefined ? 0 : match.length - 1);

/** `\1` is a group, `\0` the whole match, `\\` a backslash. @throws Error for anything else, and for a group that is not there */
function replacement(text: string, match: RegExpMatchArray): string {
  return text.replace(/\\(\d|\\)?/g, (_, sign?: string) => {
    if (sign === '\\') return '\\';
    if (sign === undefined)
      throw new Error('invalid replacement string: a backslash stands before a digit or another one');
    if (Number(sign) > groupsOf(match))
      throw new Error(`replacement string references group ${sign}, which is not there`);
    return match[Number(sign)] ?? '';
  });
}

/** @param most how many; all for a number below 0 */
function replaced(text: string, pattern: string, by: string, most: bigint): string {
  const expression = compiled(pattern);
  if (most === 0n) return text;
  const parts: string[] = [];
  let [from, done] = [0, 0n];
  for (const match of text.matchAll(expression)) {
    if (most > 0n && done >= most) break;
    parts.push(text.slice(from, match.index), replacement(by, match));
    from = match.index + match[0].length;
    done += 1n;
  }
  return parts.join('') + text.slice(from);
}

/** What a match is for: its only group if the pattern has one. @throws Error for several */
function extracted(match: RegExpMatchArray, pattern: string): string | undefined {
  if (groupsOf(match) > 1)
    throw new Error(`regular expression has more than one capturing group: ${JSON.stringify(pattern)}`);
  return groupsOf(match) === 1 ? match[1] : match[0];
}

/** cel-go's extension for regular expressions. */
export const regexFunctions = (optionals: Optionals): readonly CelFunc[] => [
  celFunc('regex.replace', [STRING, STRING, STRING], STRING, (text, pattern, by) => replaced(text, pattern, by, -1n)),
  celFunc('regex.replace', [STRING, STRING, STRING, INT], STRING, replaced),
  celFunc('regex.extract', [STRING, STRING], DYN, (text, pattern) => {
    const [match] = text.matchAll(compiled(pattern));
    const found = match && extracted(match, pattern);
    return found === undefined ? optionals.none() : optionals.of(found);
  }),
  celFunc('regex.extractAll', [STRING, STRING], listType(STRING), (text, pattern) =>
    Array.from(text.matchAll(compiled(pattern))).flatMap((match) => {
      const found = extracted(match, pattern);
      return found === undefined || found === '' ? [] : [found];
    }),
  ),
];
