/** An absolute URI by components (RFC 3986 3). A missing component is undefined, which differs from an empty one. */
export interface Uri {
  readonly scheme: string;
  readonly userinfo: string | undefined;
  /** Undefined without an authority: `urn:a`. */
  readonly host: string | undefined;
  readonly port: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

// RFC 3986, appendix B, for what has a scheme; and its section 3.2 for an authority.
const parts = /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const authorityParts = /^(?:(.*)@)?([^@]*?)(?::([^:@\]]*))?$/s;

/** Undefined for a text without a scheme. It does not check the components. */
export function splitUri(text: string): Uri | undefined {
  const [whole, scheme = '', authority, path = '', query, fragment] = parts.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const [, userinfo, host, port] = authority === undefined ? [] : (authorityParts.exec(authority) ?? []);
  return { scheme, userinfo, host: authority === undefined ? undefined : (host ?? ''), port, path, query, fragment };
}

const characters = "[a-z0-9._~!$&'()*+,;=-]|%[0-9a-f]{2}";
const of = (also: string): RegExp => new RegExp(`^(?:${characters}|${also})*$`, 'i');
const userinfoForm = of(':');
const hostForm = new RegExp(`^(?:(?:${characters})*|\\[[0-9a-f:.]+\\])$`, 'i');
const pathForm = of('[:@/]');
const restForm = of('[:@/?]');
/** Segments that clients remove from a path, so that they go elsewhere than the pattern was checked for (RFC 3986 5.2.4). */
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Whether all clients read a URI in the same way: absolute, only characters of RFC 3986 (some treat a backslash as the beginning of a path), and without `.` or
 * `..` segments.
 */
export function isUri(text: string): boolean {
  const uri = splitUri(text);
  if (uri === undefined || !/^[a-z][a-z0-9+.-]*$/i.test(uri.scheme) || !URL.canParse(text)) return false;
  const { userinfo = '', host = '', port = '', path, query = '', fragment = '' } = uri;
  return (
    userinfoForm.test(userinfo) &&
    hostForm.test(host) &&
    /^\d*$/.test(port) &&
    pathForm.test(path) &&
    !dotSegment.test(path) &&
    restForm.test(query) &&
    restForm.test(fragment) &&
    text.length > uri.scheme.length + 1
  );
}
