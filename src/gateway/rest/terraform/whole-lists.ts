import { problem } from '../../../platform/problems.js';
import type { ListPage } from '../list-page.js';
import { isPage, nextCursor } from '../list-page.js';
import { isRecord } from '../../../platform/is-record.js';
import type { Run } from '../run.js';
import type { Operation } from '../operation.js';

/** The part of a list that a route's operation read: its first page, and its object. */
export interface BegunList {
  readonly id: string;
  /** `undefined` if it was not selected. */
  readonly page: ListPage<unknown> | undefined;
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

/** @param runner returns the function that runs an operation by name */
export function withWholeLists(run: Run, lists: readonly WholeList<object>[], runner: (name: string) => Run): Run {
  const ready = lists.map((list) => ({ list, further: runner(list.further.name) }));
  if (ready.length === 0) return run;
  return async (context, variables) => {
    const data = await run(context, variables);
    for (const { list, further } of ready) {
      for (const { id, page } of list.begun(data)) {
        if (page?.pageInfo.hasNextPage) await complete(id, page, (asked) => further(context, asked));
      }
    }
    return data;
  };
}

/** A result belongs only to its request, so the page in it is replaced by the whole list. */
async function complete(
  id: string,
  page: ListPage<unknown>,
  further: (asked: object) => Promise<object>,
): Promise<void> {
  const nodes = [...page.nodes];
  for (let after = nextCursor(page); after !== null;) {
    const next = onlyPage(await further({ id, after }));
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
