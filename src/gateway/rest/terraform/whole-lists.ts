import { problem } from '../../../platform/problems.js';
import type { ListPage } from '../list-page.js';
import { isPage, nextCursor } from '../list-page.js';
import { isRecord } from '../../../platform/is-record.js';
import type { Run } from '../run.js';
import type { Operation } from '../operation.js';

/** The part of a list that a route's operation read: its first page, and its object. */
export interface BegunList {
  readonly id: string;
  /** `undefined` if it was not selected. One that tells how many there are is refused before they are read, if they are too many. */
  readonly page: (ListPage<unknown> & { readonly totalCount?: number }) | undefined;
}

/** Reads one further page of the list of an object, and nothing else. */
export type FurtherPage = Operation<object, { readonly id: string; readonly after: string }>;

/**
 * A list that hangs on what a path answers with, and which the path has whole. The schema has it by pages: where there are more than the first, they are read too.
 *
 * @example
 * const outputs: WholeList<OneVersion> = {
 *   begun: ({ stateVersion: { id, outputs } }) => [{ id, page: outputs }],
 *   further: operation('FurtherStateVersionOutputs'),
 * };
 */
export interface WholeList<Data extends object> {
  begun(data: Data): readonly BegunList[];
  readonly further: FurtherPage;
}

export interface WholeListDeps {
  /** Returns the function that runs an operation by name. */
  readonly runner: (name: string) => Run;
  /** Objects of all lists of a document together, where it has the same list of several objects: as many as an operation may answer with. */
  readonly mostObjects: number;
}

export function withWholeLists(
  run: Run,
  lists: readonly WholeList<object>[],
  { runner, mostObjects }: WholeListDeps,
): Run {
  const ready = lists.map((list) => ({ list, further: runner(list.further.name) }));
  if (ready.length === 0) return run;
  return async (context, variables) => {
    const data = await run(context, variables);
    const byList = ready.map(({ list, further }) =>
      list.begun(data).flatMap(({ id, page }) => (page ? [{ id, page, further }] : [])),
    );
    // What one object has is shown whole, as its domain bounds it. Its lists may have different ids: those of a version of its state, and its own.
    const isSeveral = byList.some((each) => new Set(each.map(({ id }) => id)).size > 1);
    const begun = byList.flat();
    const room = new Room(isSeveral ? mostObjects : Number.POSITIVE_INFINITY);
    for (const { page } of begun) room.take(page.totalCount ?? page.nodes.length);
    for (const { id, page, further } of begun) {
      if (!page.pageInfo.hasNextPage) continue;
      const read = async (asked: object) => {
        const next = onlyPage(await further(context, asked));
        if (page.totalCount === undefined) room.take(next.nodes.length);
        return next;
      };
      await complete(id, page, read);
    }
    return data;
  };
}

/** How many more objects a document has room for. */
class Room {
  #taken = 0;

  constructor(private readonly most: number) {}

  /** @throws INVALID_PARAMETER if there are more */
  take(objects: number): void {
    this.#taken += objects;
    if (this.#taken <= this.most) return;
    const text = `A page has at most ${this.most} related objects: ask for a smaller page, or without include`;
    throw problem('INVALID_PARAMETER', text, ['page', 'size']);
  }
}

/** A result belongs only to its request, so the page in it is replaced by the whole list. */
async function complete(
  id: string,
  page: ListPage<unknown>,
  further: (asked: object) => Promise<ListPage<unknown>>,
): Promise<void> {
  const nodes = [...page.nodes];
  for (let after = nextCursor(page); after !== null;) {
    const next = await further({ id, after });
    nodes.push(...next.nodes);
    after = nextCursor(next);
  }
  Object.assign(page, { nodes });
}

/** @throws NOT_FOUND if the object was deleted in the meantime */
function onlyPage(data: object): ListPage<unknown> {
  if (isPage(data)) return data;
  const [inside] = Object.values<unknown>({ ...data });
  if (isRecord(inside)) return onlyPage(inside);
  throw problem('NOT_FOUND');
}
