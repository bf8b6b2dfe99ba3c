import type { GraphQLError, GraphQLResolveInfo } from 'graphql';

/** The position in the response; the last step first. */
export type Path = GraphQLResolveInfo['path'];

/** The errors of one run. A failure below a position that is null already changes nothing there, and is not reported. */
export class FieldErrors {
  readonly #places = new Set<Path | undefined>();
  readonly #all: GraphQLError[] = [];

  get all(): readonly GraphQLError[] {
    return this.#all;
  }

  /** @param path of the position that became null; `undefined` for the whole response */
  add(error: GraphQLError, path: Path | undefined): void {
    if (this.#places.has(undefined)) return;
    for (let place = path; place; place = place.prev) if (this.#places.has(place)) return;
    this.#places.add(path);
    this.#all.push(error);
  }
}
