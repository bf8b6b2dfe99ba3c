import { fileURLToPath } from 'node:url';
import { OperatorError } from './operator-error.js';

/**
 * The path that a `file:` URL names, for everybody who needs it: absolute as `file:///srv/x` or `file:/srv/x`, or from the working directory as `file:x`. As in any
 * URL `%20` is a space; `%`, `?` and `#` themselves are written `%25`, `%3F` and `%23`.
 * @throws OperatorError for what names no path on this machine
 */
export function pathOfFileUrl(url: string): string {
  const rest = url.slice('file:'.length);
  try {
    if (!url.startsWith('file:') || /[?#]/.test(rest)) throw new Error('it has a query or a fragment');
    const path = rest.startsWith('//') ? fileURLToPath(url) : decodeURIComponent(rest);
    if (path === '' || path.includes('\0')) throw new Error('it names nothing');
    return path;
  } catch (cause) {
    throw new OperatorError(`"${url}" names no path: write it as file:/PATH, with %25, %3F and %23 for %, ? and #`, {
      cause,
    });
  }
}
