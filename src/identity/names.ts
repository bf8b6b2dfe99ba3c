import { problem } from '../platform/problems.js';

/** A rule for a text that a caller chooses. `says` completes "<field> …". */
interface TextRule {
  readonly shape: RegExp;
  readonly says: string;
}

/** What Terraform Enterprise accepts; where it does not say, what fits its URLs. */
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
    shape: /^[A-Za-z0-9_-]{1,90}$/,
    says: 'must have 1 to 90 characters, each a letter, a digit, "-" or "_"',
  },
  email: { shape: /^(?=.{3,254}$)[^\s@]+@[^\s@]+$/, says: 'must be an email address' },
  tokenDescription: {
    shape: /^[^\p{Cc}]{0,255}$/u,
    says: 'must have at most 255 characters and no control characters',
  },
} as const satisfies Record<string, TextRule>;

/** @throws INVALID_INPUT that names the field, as in `name must have 3 to 40 characters …` */
export function requireText(rule: keyof typeof textRules, text: string, field: readonly string[]): string {
  const { shape, says } = textRules[rule];
  if (!shape.test(text)) throw problem('INVALID_INPUT', `${field.at(-1) ?? rule} ${says}`, field);
  return text;
}
