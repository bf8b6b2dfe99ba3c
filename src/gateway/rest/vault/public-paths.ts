import { PathTable } from './paths.js';
import { pathOf } from './request.js';
import type { RawRow } from './row.js';

/**
 * Whether a request is for a document that everybody may have (CRLs, OCSP, certificates), told without asking which mounts there are: any end of the path that
 * is one counts, so a path may be taken for one that it is not, never the other way round.
 */
export function publicPaths(raw: readonly RawRow[]): (method: string, url: string) => boolean {
  const table = new PathTable(raw);
  return (method, url) => {
    const path = url.startsWith('/v1/') ? pathOf(url) : null;
    if (path === null) return false;
    const asked = method === 'HEAD' ? 'GET' : method;
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      if (table.find(path.slice(slash + 1))?.rows.some((row) => row.method === asked)) return true;
    }
    return false;
  };
}
