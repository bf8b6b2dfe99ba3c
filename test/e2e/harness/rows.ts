import path from 'node:path';
import { z } from 'zod';
import { auditRecordEvents } from '../../../src/identity/events/identity-events.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import type { Server } from './server.js';

const names = z.array(z.object({ name: z.string() }));
const counted = z.object({ rows: z.int() });

/**
 * What changes by itself, without a request; the search index of names is written a little after the certificate. And the audit, which has a record of what
 * was refused, a little later too.
 */
const ofItself = new Set(['Job', 'EventRelay', 'ExpiryHorizon', 'InstallationFact', 'CertificateName', 'AuditRecord']);

/** Of its events, none that tells of a record of the audit. */
const besideTheAudit = ` where "kind" not in (${auditRecordEvents.kinds.map((kind) => `'${kind}'`).join()})`;

/** How many rows each table of a server's database has. */
export function rowsOf(server: Server): Readonly<Record<string, number>> {
  const database = new SqliteDatabase(path.join(server.folder, 'trustate.db'), { readOnly: true });
  try {
    const tables = names.parse(database.prepare(`select name from sqlite_master where type = 'table'`).rows());
    const kept = tables.filter(({ name }) => !ofItself.has(name) && !/^(?:sqlite|_prisma)_/.test(name));
    return Object.fromEntries(
      kept.map(({ name }) => {
        const counting = `select count(*) as rows from "${name}"${name === 'Event' ? besideTheAudit : ''}`;
        return [name, counted.parse(database.prepare(counting).row()).rows];
      }),
    );
  } finally {
    database.close();
  }
}
