import { fileURLToPath } from 'node:url';
import { OperatorError } from './operator-error.js';

/**
 * The path of a `file:` URL, for all code that needs it: absolute as `file:///srv/x` or `file:/srv/x`, or relative to the working directory as `file:x`. As in
 * any URL, `%20` is a space; write `%`, `?` and `#` as `%25`, `%3F` and `%23`.
 * @throws OperatorError if the URL names no path on this machine
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
