import { mostValues } from '../../../platform/graphql/values.js';
import type { EndableContext } from '../../context.js';
import type { ListPaging } from './list-paging.js';
import type { Run } from '../run.js';

export interface ValuesPage {
  readonly data: object;
  readonly values: readonly unknown[];
  readonly isLast: boolean;
}

/**
 * A list of plain values with pages in the schema: the operation takes `first` and `after`, which is the last value of the previous page. Each page is read
 * after the previous one was used.
 * @param list its name in the data
 * @returns the data of each page
 */
export async function* valuePages(
  run: Run,
  list: string,
  { context, variables }: { readonly context: EndableContext; readonly variables: object },
  { after: start, limit }: ListPaging,
): AsyncGenerator<ValuesPage, undefined> {
  let left = limit ?? Infinity;
  for (let after: unknown = start; ;) {
    const first = Math.min(left, mostValues);
    const data = await run(context, { ...variables, first, after });
    const values = valuesIn(data, list);
    left -= values.length;
    const isLast = values.length < first || left <= 0;
    yield { data, values, isLast };
    if (isLast) return undefined;
    after = values.at(-1);
  }
}

/** A text that no list contains, at the position of the values. */
const here = '\u0001values\u0001';

/** The texts before and after the values of a list in a document. */
export function around(list: string, data: object, document: (data: object) => object): readonly [string, string] {
  const text = JSON.stringify(document({ ...data, [list]: [here] }));
  const [before, after, ...more] = text.split(JSON.stringify(here));
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${list} is not once in its answer`);
  return [before, after];
}

/** @throws Error for a route whose operation has no such list */
function valuesIn(data: object, list: string): readonly unknown[] {
  const values: unknown = new Map<string, unknown>(Object.entries(data)).get(list);
  if (Array.isArray(values)) return values;
  throw new Error(`there are no values of ${list}`);
}
