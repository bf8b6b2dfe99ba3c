import { mostValues } from '../../../platform/graphql/values.js';
import type { EndableContext } from '../../context.js';
import type { ListPaging } from './list-paging.js';
import type { Run } from '../run.js';

/** Where the values of a list are in the data. */
export interface ValueList {
  readonly name: string;
  /** The member that says where in the list an object is; absent for plain values, which say it themselves. */
  readonly place?: string | undefined;
}

export interface ValuesPage {
  readonly data: object;
  readonly values: readonly unknown[];
  readonly isLast: boolean;
}

/**
 * A list of values with pages in the schema: the operation takes `first` and `after`, the place of the last value of the previous page. Each page is read
 * after the previous one was used.
 * @returns the data of each page
 */
export async function* valuePages(
  run: Run,
  { name, place }: ValueList,
  { context, variables }: { readonly context: EndableContext; readonly variables: object },
  { after: start, limit }: ListPaging,
): AsyncGenerator<ValuesPage, undefined> {
  let left = limit ?? Infinity;
  for (let after: unknown = start; ;) {
    const first = Math.min(left, mostValues);
    const data = await run(context, { ...variables, first, after });
    const values = valuesIn(data, name);
    left -= values.length;
    const isLast = values.length < first || left <= 0;
    yield { data, values, isLast };
    if (isLast) return undefined;
    after = placeOf(values.at(-1), place);
  }
}

/** The data of the last page, with the values of all. */
export async function everyValue(
  run: Run,
  list: ValueList,
  asked: { readonly context: EndableContext; readonly variables: object },
  paging: ListPaging,
): Promise<object> {
  const all: unknown[] = [];
  let last: object = {};
  for await (const { data, values } of valuePages(run, list, asked, paging)) {
    last = data;
    // More than a call has room for as arguments.
    for (const value of values) all.push(value);
  }
  return { ...last, [list.name]: all };
}

const placeOf = (value: unknown, member: string | undefined): unknown =>
  member !== undefined && typeof value === 'object' && value !== null ? Reflect.get(value, member) : value;

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
