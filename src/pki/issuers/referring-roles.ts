import type { TransactionClient } from '../../platform/database/database.js';

/** Reading more would keep the change waiting. */
const mostRead = 1000;

/**
 * Which roles lose an issuer when a reference to it ends, with OpenBao's texts. The definitions are JSON: only the field itself has its name and value in plain
 * quotes.
 */
export async function referringRoles(
  tx: TransactionClient,
  mountId: string,
  references: readonly string[],
): Promise<string[]> {
  const warnings: string[] = [];
  for (const reference of references) {
    const field = `"issuer_ref":${JSON.stringify(reference)}`;
    const where = { mountId, definition: { contains: field } };
    const rows = await tx.role.findMany({ where, select: { definition: true }, take: mostRead });
    // What the database finds may be another spelling: an underscore means any character to it.
    const count = rows.filter(({ definition }) => definition.includes(field)).length;
    if (rows.length === mostRead) warnings.push(`The name ${reference} was in use by at least ${count} roles`);
    else if (count > 0) warnings.push(`${count} roles reference ${reference}`);
  }
  return warnings;
}
