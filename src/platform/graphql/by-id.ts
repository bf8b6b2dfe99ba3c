import DataLoader from 'dataloader';

/** Rows by id. Each is read once in a request, together with the others that the request needs; `null` if it does not exist any more. */
export function byId<Row extends { readonly id: unknown }>(
  read: (ids: Row['id'][]) => Promise<readonly Row[]>,
): DataLoader<Row['id'], Row | null> {
  return new DataLoader(async (ids) => {
    const rows = new Map((await read([...ids])).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  });
}

/** The same by a text that is unique, such as a name. */
export function byText<Row>(
  textOf: (row: Row) => string,
  read: (texts: string[]) => Promise<readonly Row[]>,
): DataLoader<string, Row | null> {
  return new DataLoader(async (texts) => {
    const rows = new Map((await read([...texts])).map((row) => [textOf(row), row]));
    return texts.map((text) => rows.get(text) ?? null);
  });
}
