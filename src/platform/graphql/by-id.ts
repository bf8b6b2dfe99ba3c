import DataLoader from 'dataloader';

/** Rows by id, each read once a request and together with the others that the request asks for; `null` for one that is gone. */
export function byId<Id, Row extends { readonly id: Id }>(
  read: (ids: Id[]) => Promise<readonly Row[]>,
): DataLoader<Id, Row | null> {
  return new DataLoader(async (ids) => {
    const rows = new Map((await read([...ids])).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  });
}
