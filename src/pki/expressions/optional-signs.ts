/** Stands in front of a name, or as the name of a function, where an expression had a sign for optional values. */
export const optionalMark = '__optional_';

/** CEL specification, syntax: what an expression consists of. Raw strings have no escapes. */
const token = new RegExp(
  [
    String.raw`(?<space>\s+|//[^\n]*)`,
    String.raw`[bB]?[rR][bB]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\r\n]*"|'[^'\r\n]*')`,
    String.raw`[bB]?(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*')`,
    String.raw`(?<name>[A-Za-z_][A-Za-z0-9_]*)`,
    String.raw`\d[A-Za-z0-9_]*(?:\.\d[A-Za-z0-9_]*)?`,
    String.raw`[\s\S]`,
  ].join('|'),
  'y',
);

/** A bracket that is open, and the optional element or key within it that has not ended yet. */
interface Open {
  readonly sign: string;
  /** The fields of a message, and no keys of a map. */
  readonly isMessage: boolean;
  isMarked: boolean;
  /** Conditions whose `:` is still to come: it ends no key. */
  conditions: number;
}

/**
 * cel-go, optional values: `a.?b`, `a[?b]`, `[?a]`, `{?k: v}` and `T{?f: v}`, which the parser does not know, as marked names and calls that it does.
 * @throws Error for an expression that has such names itself, or a sign without what it belongs to
 */
export function withoutOptionalSigns(text: string): string {
  if (!text.includes('?')) return unmarked(text);
  let written = '';
  let before = '';
  let isFieldDue = false;
  const open: Open[] = [];
  const close = () => {
    const inner = open.at(-1);
    if (inner?.isMarked !== true) return;
    written += ')';
    inner.isMarked = false;
  };
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const found = token.exec(text);
    if (!found) break;
    const [sign] = found;
    if (found.groups?.['space'] !== undefined) {
      written += sign;
      continue;
    }
    const isName = found.groups?.['name'] !== undefined;
    if (isName) unmarked(sign);
    if (isFieldDue && !isName) throw new Error('the sign ? for an optional value stands before no name');
    const inner = open.at(-1);
    const begins = before === '[' || before === '{' || (before === ',' && inner !== undefined && inner.sign !== '(');
    if (sign === '?' && (before === '.' || (begins && inner?.isMessage === true))) {
      isFieldDue = true;
    } else if (sign === '?' && begins && inner) {
      written += `${optionalMark}(`;
      Object.assign(inner, { isMarked: true, conditions: 0 });
    } else {
      if (sign === '?' && inner) inner.conditions += 1;
      else if (sign === ':' && inner?.sign === '{') {
        if (inner.conditions > 0) inner.conditions -= 1;
        else close();
      } else if (sign === ',' || sign === ']' || sign === '}' || sign === ')') close();
      written += isFieldDue ? optionalMark + sign : sign;
      isFieldDue = false;
      if (sign === '(' || sign === '[' || sign === '{') {
        const isMessage = sign === '{' && /^[A-Za-z_]/.test(before) && before !== 'in';
        open.push({ sign, isMessage, isMarked: false, conditions: 0 });
      } else if (sign === ')' || sign === ']' || sign === '}') open.pop();
    }
    before = sign;
  }
  return written;
}

function unmarked(text: string): string {
  if (text.includes(optionalMark)) throw new Error(`names with ${optionalMark} are taken`);
  return text;
}
