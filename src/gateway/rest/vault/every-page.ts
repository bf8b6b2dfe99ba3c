import { isPage, nextCursor } from '../list-page.js';
import type { ListPage } from '../list-page.js';
import type { Run } from '../run.js';

/**
 * These paths return a whole list, but the schema has lists with pages: reads all pages, one after the other.
 * @param list its name in the data
 * @returns the data of the last page, with the nodes of all
 */
export const everyPage =
  (run: Run, list: string): Run =>
  async (context, variables) => {
    const nodes: unknown[] = [];
    for (let after: string | null = null; ;) {
      const data = await run(context, { ...variables, after });
      const page = pageIn(data, list);
      nodes.push(...page.nodes);
      after = nextCursor(page);
      if (after === null) return { ...data, [list]: { ...page, nodes } };
    }
  };

/** @throws Error for a route whose operation has no such list */
function pageIn(data: object, list: string): ListPage<unknown> {
  const page: unknown = new Map<string, unknown>(Object.entries(data)).get(list);
  if (isPage(page)) return page;
  throw new Error(`there is no page of ${list}`);
}
