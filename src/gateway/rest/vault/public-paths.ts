import type { FastifyRequest } from 'fastify';
import { PathTable } from './paths.js';
import { pathOf, rawMethodOf, verbOf } from './request.js';
import type { MountPaths, RawRoute } from './route.js';

/** The parts of a request that tell what it is for. */
export type AskedPath = Pick<FastifyRequest, 'method' | 'query'> & {
  readonly raw: { readonly url?: string | undefined };
};

export interface PublicPathsDeps {
  readonly raw: readonly RawRoute[];
  readonly mounts: MountPaths;
}

/**
 * Whether a request is for a public document: CRLs, OCSP, certificates. The mount decides, as it does when the request is answered; only paths with a matching
 * end are checked so closely. This runs before any limit, so its work must be limited: no mount is searched beyond the longest possible path, and mounts are
 * looked up together for concurrent requests.
 */
export function publicPaths({ raw, mounts }: PublicPathsDeps): (asked: AskedPath) => boolean | Promise<boolean> {
  const table = new PathTable(raw.filter(({ limited }) => limited !== true));
  const isThere = (path: string, method: string) =>
    table.find(path)?.routes.some((route) => route.method === method) === true;

  const belowMount = async (path: string, method: string): Promise<boolean> => {
    try {
      const mount = await mounts.longestTogether(path);
      return mount !== null && isThere(path.slice(mount.length + 1), method);
    } catch {
      // It is unknown: then verifiers are not refused.
      return true;
    }
  };

  return (asked) => {
    const url = asked.raw.url ?? '';
    const path = url.startsWith('/v1/') ? pathOf(url) : null;
    if (path === null || /^(?:sys|auth)\//.test(path) || verbOf(asked) === 'list') return false;
    const method = rawMethodOf(asked.method);
    const { longestPath } = mounts;
    for (let slash = path.indexOf('/'); slash !== -1 && slash <= longestPath; slash = path.indexOf('/', slash + 1)) {
      if (isThere(path.slice(slash + 1), method)) return belowMount(path, method);
    }
    return false;
  };
}
