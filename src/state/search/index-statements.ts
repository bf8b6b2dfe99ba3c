import type { Provider } from '../../platform/database/database.js';

const texts = ['address', 'module', 'mode', 'type', 'name', 'provider'] as const;
const compared = ['module', 'mode', 'type', 'name', 'provider', 'instanceCount'] as const;

/** The rows of a list that travels as one JSON text (Prisma's createMany takes several times as long as the database itself), and an id for each. */
const words = {
  sqlite: { list: 'json_each(?) AS e', id: `'rsc-' || hex(randomblob(8))` },
  postgresql: {
    list: 'json_array_elements(?::json) AS e("value")',
    id: `'rsc-' || right(replace(gen_random_uuid()::text, '-', ''), 16)`,
  },
} as const;

const ids = {
  sqlite: 'SELECT "value" FROM json_each(?)',
  postgresql: 'SELECT json_array_elements_text(?::json)',
} as const;

const named = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const of = (name: string) => `e."value" ->> '${name}'`;

/** The statements of the index. Each one that writes holds only while the state version is the workspace's current one. */
export function indexSql(provider: Provider) {
  const { list, id } = words[provider];
  const differs = compared.map((name) => `"IndexedResource"."${name}" <> excluded."${name}"`).join(' OR ');
  return {
    /** Parameters: list of entries, workspace, state version. Rows that say the same already are left alone. */
    upsert: `INSERT INTO "IndexedResource" ("id", "organizationId", "workspaceId", ${named(texts)}, "instanceCount")
      SELECT ${id}, w."organizationId", w."id", ${texts.map(of).join(', ')}, CAST(${of('instanceCount')} AS BIGINT)
      FROM "Workspace" w CROSS JOIN ${list} WHERE w."id" = ? AND w."currentStateVersionId" = ?
      ON CONFLICT ("workspaceId", "address") DO UPDATE SET ${compared.map((name) => `"${name}" = excluded."${name}"`).join(', ')}
      WHERE ${differs}`,
    /** Parameters: list of ids, workspace, state version. */
    remove: `DELETE FROM "IndexedResource" WHERE "id" IN (${ids[provider]})
      AND "workspaceId" = (SELECT "id" FROM "Workspace" WHERE "id" = ? AND "currentStateVersionId" = ?)`,
    /** Parameters: state version, managed instances, workspace, state version. */
    done: `UPDATE "Workspace" SET "indexedStateVersionId" = ?, "resourceCount" = ? WHERE "id" = ? AND "currentStateVersionId" = ?`,
    current: `SELECT "currentStateVersionId" FROM "Workspace" WHERE "id" = ?`,
  };
}

/** The addresses in a list of entries. */
export function addressesOf(line: string): string[] {
  const entries: unknown = JSON.parse(line);
  if (!Array.isArray(entries)) throw new Error('a line of the index is not a list');
  return entries.map((entry: unknown) => {
    const address = typeof entry === 'object' && entry !== null && 'address' in entry ? entry.address : undefined;
    if (typeof address !== 'string') throw new Error('an entry of the index has no address');
    return address;
  });
}
