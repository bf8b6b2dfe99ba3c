import type { Run } from '../run.js';
import { PathTable } from './paths.js';
import type { PathMatch } from './paths.js';
import { rawMethodOf } from './request.js';
import type { MountPaths, RawRoute, VaultRoute } from './route.js';

/** A route whose operation is ready to run. */
export interface ReadyRoute extends VaultRoute {
  readonly run: Run | null;
}

/** The meaning of a path. */
export type Place =
  | {
      readonly kind: 'routes';
      readonly mount: string;
      readonly routes: readonly ReadyRoute[];
      readonly params: PathMatch<VaultRoute>['params'];
    }
  | {
      readonly kind: 'raw';
      readonly route: RawRoute;
      readonly mount: string;
      readonly params: PathMatch<VaultRoute>['params'];
    }
  /** Below this mount; empty for a path of the system, `null` where no mount is. */
  | { readonly kind: 'nothing'; readonly mount: string | null };

export const noPlace: Place = { kind: 'nothing', mount: null };

/** Paths that no mount of an authority has. */
const ofSystem = /^(?:sys|auth)(?:\/|$)/;

/** What is at the paths below /v1. */
export class Places {
  readonly #system: PathTable<ReadyRoute>;
  readonly #mounted: PathTable<ReadyRoute>;
  readonly #raw: PathTable<RawRoute>;

  constructor(
    private readonly paths: {
      readonly mounts: MountPaths;
      readonly system: readonly ReadyRoute[];
      readonly mount: readonly ReadyRoute[];
      readonly raw: readonly RawRoute[];
    },
  ) {
    this.#system = new PathTable(paths.system);
    this.#mounted = new PathTable(paths.mount);
    this.#raw = new PathTable(paths.raw);
  }

  async at(method: string, path: string): Promise<Place> {
    if (ofSystem.test(path)) {
      const found = this.#system.find(path);
      return found ? { kind: 'routes', mount: '', ...found } : { kind: 'nothing', mount: '' };
    }
    const mount = await this.paths.mounts.longest(path);
    if (mount === null) return noPlace;
    const rest = path.slice(mount.length + 1);
    const bytes = this.#raw.find(rest);
    const asked = rawMethodOf(method);
    const route = bytes?.routes.find((each) => each.method === asked);
    if (bytes && route) return { kind: 'raw', route, mount, params: bytes.params };
    const found = this.#mounted.find(rest);
    if (found) return { kind: 'routes', mount, routes: found.routes, params: found.params };
    // A raw path with another method still exists.
    return bytes ? { kind: 'routes', mount, routes: [], params: bytes.params } : { kind: 'nothing', mount };
  }

  /** The same place, unless its mount was deleted by another process after it was found here. */
  async present(place: Place): Promise<Place> {
    const { mount } = place;
    return mount === null || mount === '' || (await this.paths.mounts.isStillAt(mount)) ? place : noPlace;
  }
}
