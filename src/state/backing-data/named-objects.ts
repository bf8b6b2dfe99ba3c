import type { Database } from '../../platform/database/database.js';

const batchSize = 1_000;

/** Ids of all objects that rows name, in batches by id. */
export async function* namedObjects(open: () => Promise<Database>): AsyncGenerator<string> {
  const { client } = await open();
  let after = '';
  for (;;) {
    const rows = await client.stateVersion.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: batchSize,
      select: { id: true, contentObjectId: true, jsonObjectId: true },
    });
    for (const { contentObjectId, jsonObjectId } of rows) {
      if (contentObjectId !== null) yield contentObjectId;
      if (jsonObjectId !== null) yield jsonObjectId;
    }
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.id;
  }
}
