import { mostValues } from '../../../platform/graphql/values.js';
import type { Run } from '../route.js';

/**
 * The whole of a list of plain values, which the schema has by pages too: the operation takes `first` and `after`, which is the last value of the page before.
 * @param list its name in the data
 * @returns the data of the last page, with the values of all
 */
export const everyValue =
  (run: Run, list: string): Run =>
  async (context, variables) => {
    const values: unknown[] = [];
    for (let after: unknown = null; ;) {
      const data = await run(context, { ...variables, first: mostValues, after });
      const page = valuesIn(data, list);
      values.push(...page);
      if (page.length < mostValues) return { ...data, [list]: values };
      after = page.at(-1);
    }
  };

/** @throws Error for a row whose operation has no such list */
function valuesIn(data: object, list: string): readonly unknown[] {
  const values: unknown = new Map<string, unknown>(Object.entries(data)).get(list);
  if (Array.isArray(values)) return values;
  throw new Error(`there are no values of ${list}`);
}
