import { passing, problem } from '../platform/problems.js';
import { isWellFormed } from '../platform/well-formed.js';

/** A rule for a text from a caller. `says` completes "<field> …". */
export interface TextRule {
  readonly shape: RegExp;
  readonly says: string;
  /** The largest number of characters, if the rule is about that. */
  readonly most?: number;
}

/** Text in one line, with at most this many characters. */
export function line(most: number): TextRule {
  return {
    shape: new RegExp(`^[^\\p{Cc}]{0,${most}}$`, 'u'),
    says: `must have at most ${most} characters and no control characters`,
    most,
  };
}

/** The same, in several lines. */
export function paragraphs(most: number): TextRule {
  return {
    shape: new RegExp(`^(?:[^\\p{Cc}]|[\\t\\n\\r]){0,${most}}$`, 'u'),
    says: `must have at most ${most} characters and no control characters but tabs and line ends`,
    most,
  };
}

/** What Terraform Enterprise accepts; if it does not say, what fits its URLs. */
export const textRules = {
  organizationName: {
    shape: /^[A-Za-z0-9_-]{3,40}$/,
    says: 'must have 3 to 40 characters, each a letter, a digit, "-" or "_"',
  },
  username: {
    shape: /^[A-Za-z0-9_-]{3,40}$/,
    says: 'must have 3 to 40 characters, each a letter, a digit, "-" or "_"',
  },
  teamName: {
    shape: /^(?! )[A-Za-z0-9 _-]{1,90}(?<! )$/,
    says: 'must have 1 to 90 characters, each a letter, a digit, "-", "_" or a space between others',
  },
  email: { shape: /^(?=.{3,254}$)[^\s@]+@[^\s@]+$/, says: 'must be an email address' },
  tokenDescription: line(255),
  teamDescription: paragraphs(1_024),
  ssoTeamId: line(255),
} as const satisfies Record<string, TextRule>;

/** @throws INVALID_INPUT that names the field, as in `name must have 3 to 40 characters …` */
export function requireText(rule: keyof typeof textRules, text: string, field: readonly string[]): string {
  requireShape(textRules[rule], text, field);
  return text;
}

/** @throws INVALID_INPUT that names the field */
export function requireShape({ shape, says, most }: TextRule, text: string, field: readonly string[]): void {
  if (!isWellFormed(text)) throw problem('INVALID_INPUT', `${field.at(-1) ?? 'the text'} must be valid Unicode`, field);
  if (shape.test(text)) return;
  const limit = most === undefined ? {} : passing([...text].length, most);
  throw problem('INVALID_INPUT', `${field.at(-1) ?? 'the text'} ${says}`, field, limit);
}
