import { chainEnds, recordsAfter } from '../identity/audit/chain.js';
import { exportedUpTo } from '../identity/audit/export.js';
import type { ExportTarget } from '../identity/audit/export-target.js';
import { verifyLines } from '../identity/audit/exported-chain.js';
import type { AuditAdministration } from '../operator/administration.js';
import type { Database } from '../platform/database/database.js';

/** Compares exported records with those of the database. */
export const auditAdministration = (
  database: () => Promise<Database>,
  target: ExportTarget | null,
): AuditAdministration => ({
  verify: verifyLines,
  exported: async () => exportedUpTo(await database(), target),
  async compare({ position, hash }, exported) {
    const opened = await database();
    if (position < exported)
      return `the lines end with record ${position}, but records up to ${exported} were exported: the rest was cut off or is in a later file`;
    const [record] = await recordsAfter(opened, { position, id: -1n }, 1);
    if (record?.position === position) {
      return record.hash === hash
        ? null
        : `record ${position} in the database is different: its hash is ${record.hash}`;
    }
    const ends = await chainEnds(opened);
    if (position <= ends.removed) return `the database no longer keeps record ${position}`;
    return `the database has no record ${position}: its chain ends at ${ends.position}`;
  },
});
