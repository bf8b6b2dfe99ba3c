import { equals } from '../platform/database/conditions.js';
import type { Database } from '../platform/database/database.js';
import { valuesOfColumn } from '../platform/graphql/values.js';
import type { ValuesAsked } from '../platform/graphql/values.js';
import { serialOfBare } from './x509/index.js';
import type { SerialNumber } from './x509/index.js';

/** A page of the serial numbers that a table has for a mount. They are in the order of their text, with or without colons. */
export async function serialNumbersOf(
  database: Pick<Database, 'readSql'>,
  table: 'Certificate' | 'CertificateMetadata' | 'Revocation',
  mountId: string,
  { size, after }: ValuesAsked,
): Promise<SerialNumber[]> {
  const column = { table, column: 'serialNumber', of: equals('mountId', mountId) };
  const bare = await valuesOfColumn(database, column, { size, after: after?.replaceAll(':', '') ?? null });
  return bare.map(serialOfBare);
}
