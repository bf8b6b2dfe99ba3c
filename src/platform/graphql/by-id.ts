import DataLoader from 'dataloader';
import { problem } from '../problems.js';

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

/** The rows of each owner, in their order. Each row is looked at once, however many owners there are. */
export function ofEach<Row>(
  owners: readonly string[],
  rows: readonly Row[],
  ownerOf: (row: Row) => string | null,
): Row[][] {
  const found = new Map<string | null, Row[]>(owners.map((owner) => [owner, []]));
  for (const row of rows) found.get(ownerOf(row))?.push(row);
  return owners.map((owner) => found.get(owner) ?? []);
}

/** The row that another one belongs to: it is there as long as that one. @throws CONFLICT if both were deleted since that one was read */
export async function owning<Id, Row>(rows: Pick<DataLoader<Id, Row | null>, 'load'>, id: Id): Promise<Row> {
  const row = await rows.load(id);
  if (row === null) throw problem('CONFLICT');
  return row;
}
