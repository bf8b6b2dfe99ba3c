import DataLoader from 'dataloader';

/** Rows by id, each read once a request and together with the others that the request asks for; `null` for one that is gone. */
export function byId<Row extends { readonly id: unknown }>(
  read: (ids: Row['id'][]) => Promise<readonly Row[]>,
): DataLoader<Row['id'], Row | null> {
  return new DataLoader(async (ids) => {
    const rows = new Map((await read([...ids])).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  });
}
