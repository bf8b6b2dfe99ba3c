import type { GraphQLError, GraphQLResolveInfo } from 'graphql';

/** Where in the answer; the last step first. */
export type Path = GraphQLResolveInfo['path'];

/** The errors of one run. What fails below a place that is null already changes nothing there, and is not reported. */
export class FieldErrors {
  readonly #places = new Set<Path | undefined>();
  readonly #all: GraphQLError[] = [];

  get all(): readonly GraphQLError[] {
    return this.#all;
  }

  /** @param path of what became null; `undefined` for the whole answer */
  add(error: GraphQLError, path: Path | undefined): void {
    if (this.#places.has(undefined)) return;
    for (let place = path; place; place = place.prev) if (this.#places.has(place)) return;
    this.#places.add(path);
    this.#all.push(error);
  }
}
