import type { Database, DatabaseClient } from '../../platform/database/database.js';
import { eachById } from '../../platform/database/each-by-id.js';

const batchSize = 1_000;

/** Ids of all objects that rows refer to. An id occurs several times if several rows refer to it. */
export async function* namedObjects(open: () => Promise<Database>): AsyncGenerator<string> {
  const { client } = await open();
  yield* ofVersions(client);
  yield* ofDocuments(client);
}

/** What refers to an object, for people: `content of state version sv-… of workspace ws-…`. */
export async function whoNames({ client }: Database, objectId: string): Promise<string> {
  const version = await client.stateVersion.findFirst({
    where: { OR: [{ contentObjectId: objectId }, { jsonObjectId: objectId }] },
    select: { id: true, workspaceId: true },
  });
  if (version) return `content of state version ${version.id} of workspace ${version.workspaceId}`;
  const document = await client.inventoryDocument.findFirst({
    where: { objectId },
    select: { stateVersionId: true, kind: true },
  });
  return document ? `${document.kind} of state version ${document.stateVersionId}` : 'named by no row any more';
}

async function* ofVersions(client: DatabaseClient): AsyncGenerator<string> {
  const select = { id: true, contentObjectId: true, jsonObjectId: true } as const;
  const versions = eachById(batchSize, (id) =>
    client.stateVersion.findMany({ where: { id }, orderBy: { id: 'asc' }, take: batchSize, select }),
  );
  for await (const { contentObjectId, jsonObjectId } of versions) {
    if (contentObjectId !== null) yield contentObjectId;
    if (jsonObjectId !== null) yield jsonObjectId;
  }
}

async function* ofDocuments(client: DatabaseClient): AsyncGenerator<string> {
  let after: { stateVersionId: string; kind: string } | undefined;
  for (;;) {
    const rows = await client.inventoryDocument.findMany({
      orderBy: [{ stateVersionId: 'asc' }, { kind: 'asc' }],
      take: batchSize,
      ...(after && { cursor: { stateVersionId_kind: after }, skip: 1 }),
      select: { stateVersionId: true, kind: true, objectId: true },
    });
    for (const { objectId } of rows) yield objectId;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = { stateVersionId: last.stateVersionId, kind: last.kind };
  }
}
