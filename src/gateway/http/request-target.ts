import type { IncomingMessage } from 'node:http';

const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/**
 * The path and query of a request whose target names scheme and host too, as it does for proxies. Then that host counts, and not the one of the header (RFC 9112
 * 3.2.2). Everything after this sees the short form.
 */
export function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/', headers } = request;
  const absolute = url.startsWith('/') ? null : absoluteForm.exec(url);
  if (!absolute) return url;
  const [whole, host] = absolute;
  headers.host = host;
  const rest = url.slice(whole.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** RFC 9112 3.2: refused, because a proxy before this server may have heeded the other one. HTTP/2 has a field of its own. */
export const namesSeveralHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  hostsIn(rawHeaders) > 1;

/** How many `Host` fields there are among names and values. */
export function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
