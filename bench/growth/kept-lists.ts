import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

type Dialect = 'sqlite' | 'postgresql';

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url));
const statement = /^INSERT INTO "(?:RowCount|NamePart)" [^;]*? FROM "(\w+)" [^;]*;/gm;

/** Names of triggers that count rows or list parts of names, one row after the other. */
export const keepsLists = /_counted|_parts/;

/**
 * What counts all rows of a table and lists all parts of their names at once: migrations did it when they added the triggers that have done it row by row since.
 * Counters are set anew; parts that are listed stay.
 */
export function listedAnew(dialect: Dialect, table: string): readonly string[] {
  // A job lists those of workspaces that were there before their trigger.
  if (table === 'Workspace') return listedAnew(dialect, 'Project').map(ofWorkspaces);
  return textsOf(dialect)
    .flatMap((text) => [...text.matchAll(statement)])
    .filter(([, of]) => of === table)
    .map(([text]) => (text.includes('"RowCount"') ? counted(text) : listed(dialect, text)));
}

function textsOf(dialect: Dialect): readonly string[] {
  const folder = path.join(migrations, dialect);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(path.join(folder, name, 'migration.sql'), 'utf8'));
}

const counted = (text: string) => text.replace(/;$/, ' ON CONFLICT ("list") DO UPDATE SET "count" = EXCLUDED."count";');

/** In the order of the list, so that it is written from its beginning to its end. */
const listed = (dialect: Dialect, text: string) =>
  dialect === 'sqlite'
    ? text
        .replace('INSERT INTO', 'INSERT OR IGNORE INTO')
        .replace('SELECT DISTINCT', 'SELECT')
        .replace(/;$/, ' ORDER BY 1, 2, 3;')
    : text.replace(/\s+ON CONFLICT DO NOTHING;$/, ' ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;');

const ofWorkspaces = (text: string) =>
  text
    .replace('"NamePart" ("list", "text", "rowId")', '"WorkspaceNamePart" ("organizationId", "text", "workspaceId")')
    .replace(`'project/' || `, '')
    .replace('"Project"', '"Workspace"');
