/** Rows in the order of their ids, read so many at a time. @param read those with such an id, in that order */
export async function* eachById<Row extends { readonly id: string }>(
  atOnce: number,
  read: (id: { readonly gt: string }) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const rows = await read({ gt: after });
    yield* rows;
    after = rows.at(-1)?.id ?? '';
    if (rows.length < atOnce) return;
  }
}
