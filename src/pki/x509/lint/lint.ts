import type { LintedContent } from './content.js';

/** From what clients may merely dislike to what nobody can read or trust. */
export const lintSeverities = ['warning', 'error', 'fatal'] as const;
export type LintSeverity = (typeof lintSeverities)[number];

/** Whose rules: those of RFC 5280 alone, or those of the CA/Browser Forum for TLS servers too. */
export const lintProfiles = ['rfc5280', 'cabf-br'] as const;
export type LintProfile = (typeof lintProfiles)[number];

/** Which certificates a lint is about: all, those of authorities, or the others. */
export type Linted = 'every' | 'authority' | 'leaf';

/** What part of a certificate a lint looks at: what a request says of it is at fault. */
export type LintedPart = 'subject' | 'names' | 'usages' | 'validity' | 'key' | 'extensions';

/** What is wrong, in words; several texts if it is wrong in several places. */
export type Fault = false | undefined | string | readonly string[];

/** A rule that is checked before a certificate is signed. Where zlint has the same rule, it has the same identifier. */
export interface Lint<Content = LintedContent> {
  readonly id: string;
  /** The document, and its section. */
  readonly source: string;
  readonly profile: LintProfile;
  readonly severity: LintSeverity;
  readonly about: Linted;
  readonly part: LintedPart;
  /** The rule in words. */
  readonly says: string;
  readonly fault: (content: Content) => Fault;
}

/** A row of a table, whose document, profile and part are the same for all. */
export type LintRow<Content = LintedContent> = Pick<Lint<Content>, 'id' | 'severity' | 'about' | 'says' | 'fault'> & {
  readonly section: string;
};

/** Rows about one part, of one document. */
export const table =
  (document: string, profile: LintProfile) =>
  <Content = LintedContent>(part: LintedPart, rows: readonly LintRow<Content>[]): readonly Lint<Content>[] =>
    rows.map(({ section, ...row }) => ({ ...row, source: `${document} ${section}`, profile, part }));

/** Of RFC 5280. */
export const ofRfc5280 = table('RFC 5280', 'rfc5280');
/** Of the Baseline Requirements for the Issuance and Management of Publicly-Trusted TLS Server Certificates. */
export const ofBaseline = table('CA/Browser Forum TLS BR', 'cabf-br');

const longestShown = 80;

/** A value within a text: of a long one, only the beginning. */
export const shown = (value: string): string =>
  JSON.stringify(value.length <= longestShown ? value : `${[...value.slice(0, longestShown)].slice(0, 40).join('')}…`);
