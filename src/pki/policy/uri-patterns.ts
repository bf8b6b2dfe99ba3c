import { globMatches } from './glob.js';
import { fillTemplate, type IdentityValues } from './identity-template.js';
import { splitUri, type Uri } from './uri.js';
import { isTooMuchToFill } from './work-bounds.js';

/** Checks URIs for one role and one caller. */
export type UriJudge = (uri: string) => boolean;

/** Any URI of one scheme, or of all: `*`, `spiffe:*`, `https://*`. */
const wholeScheme = /^(?:([a-z][a-z0-9+.-]*):(?:\/\/)?)?\*$/i;

const components = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'] as const;

const lower = (text: string): string => text.toLowerCase();

/** A star stands for letters of a name. It does not match escapes, which some clients read differently, or parts of an IPv6 address. */
const hostMatches = (pattern: string, host: string): boolean =>
  pattern.includes('*')
    ? !/[%[\]]/.test(host) && globMatches(lower(pattern), lower(host))
    : lower(pattern) === lower(host);

const sameOrMatches = (pattern: string | undefined, text: string | undefined): boolean =>
  pattern === undefined || text === undefined ? pattern === text : globMatches(pattern, text);

/** A star at the very end stands for the rest of the URI, including query and fragment: the host was compared before. */
function restMatches(pattern: Uri, uri: Uri): boolean {
  if (pattern.query === undefined && pattern.fragment === undefined && pattern.path.endsWith('*'))
    return globMatches(pattern.path, uri.path);
  if (!globMatches(pattern.path, uri.path)) return false;
  if (pattern.fragment === undefined && pattern.query?.endsWith('*') === true)
    return sameOrMatches(pattern.query, uri.query);
  return sameOrMatches(pattern.query, uri.query) && sameOrMatches(pattern.fragment, uri.fragment);
}

/** Component by component: no star reaches from one into the next. */
const uriMatches = (pattern: Uri, uri: Uri): boolean =>
  lower(pattern.scheme) === lower(uri.scheme) &&
  sameOrMatches(pattern.userinfo, uri.userinfo) &&
  (pattern.host === undefined || uri.host === undefined
    ? pattern.host === uri.host
    : hostMatches(pattern.host, uri.host)) &&
  sameOrMatches(pattern.port, uri.port) &&
  restMatches(pattern, uri);

/** Undefined for a text that is not a URI: if any text is allowed, other rules check its form. */
type Pattern = (uri: Uri | undefined) => boolean;

/** Separators of components, and characters that some clients read differently: a caller's value must not add one where the template has none. */
const separators = /[:/?#[\]@\\%\s]/;

/** Compiles a filled-in pattern; undefined for one that allows nothing. */
function patternOf(text: string, fill: (part: string) => string | undefined): Pattern | undefined {
  const [whole, onlyScheme] = wholeScheme.exec(text) ?? [];
  if (whole !== undefined)
    return (uri) => onlyScheme === undefined || (uri !== undefined && lower(onlyScheme) === lower(uri.scheme));
  // Split first and filled in afterwards: a value stays in its component.
  const pattern = splitUri(text);
  if (pattern === undefined) return undefined;
  const filled: Record<string, string | undefined> = {};
  for (const name of components) {
    const part = pattern[name];
    filled[name] = part === undefined ? undefined : fill(part);
    if (part !== undefined && filled[name] === undefined) return undefined;
  }
  const { scheme = '', path = '', userinfo, host, port, query, fragment } = filled;
  return (uri) => uri !== undefined && uriMatches({ scheme, userinfo, host, port, path, query, fragment }, uri);
}

/** Whether a pattern of `allowed_uri_sans` can match anything: it is `*`, or has a scheme. */
export const isUriPattern = (text: string): boolean => wholeScheme.test(text) || splitUri(text) !== undefined;

/**
 * The URIs that patterns allow. A pattern is a URI with stars; each stands for any text within its component. A single `*` stands for any URI, `spiffe:*` and
 * `spiffe://*` for any of that scheme. Nothing is allowed by templates that would take too long.
 */
export function uriJudge(
  patterns: readonly string[],
  templates: boolean,
  identity: IdentityValues,
  globs = false,
): UriJudge {
  const plain = (path: string): string | undefined => {
    const value = identity(path);
    return value === undefined || separators.test(value) ? undefined : value;
  };
  const fill = (part: string): string | undefined => (templates ? fillTemplate(part, plain, globs) : part);
  const usable = templates && isTooMuchToFill(patterns) ? [] : patterns;
  let judges: readonly Pattern[] | undefined;
  return (text) => {
    const uri = splitUri(text);
    // Most requests have no URI.
    judges ??= usable.flatMap((pattern) => patternOf(pattern, fill) ?? []);
    return judges.some((matches) => matches(uri));
  };
}
