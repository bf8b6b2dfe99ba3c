import type { TransactionClient } from '../../platform/database/client.js';
import type { VariableSetRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';

/** Two sets that become global at the same time wait for one another. Before either is written: a deletion of the organization waits for nobody who waits for it. */
export async function holdGlobalSets(tx: TransactionClient, organizationId: string): Promise<void> {
  await tx.organization.update({ where: { id: organizationId }, data: { id: organizationId }, select: { id: true } });
}

/**
 * Terraform Enterprise API, Variable Sets: two global sets of an organization have no variable with the same key and category, since none of them would come first.
 * @param asked only these, where the others are known to be different
 * @throws INVALID_INPUT
 */
export async function requireNoConflict(
  tx: TransactionClient,
  { id, organizationId }: Pick<VariableSetRow, 'id' | 'organizationId'>,
  asked?: { readonly key: string; readonly category: string },
): Promise<void> {
  await holdGlobalSets(tx, organizationId);
  const select = { key: true, category: true } as const;
  const own = asked ? [asked] : await tx.variable.findMany({ where: { variableSetId: id }, select });
  const names = new Set(own.map(({ key, category }) => `${category} ${key}`));
  const others = await tx.variable.findMany({
    where: {
      variableSet: { organizationId, global: true, id: { not: id } },
      key: { in: own.map(({ key }) => key) },
    },
    select: { ...select, variableSet: { select: { name: true } } },
  });
  const conflict = others.find(({ key, category }) => names.has(`${category} ${key}`));
  if (!conflict) return;
  const { key, category, variableSet } = conflict;
  const rule = `global variable sets must have different variables: ${variableSet?.name ?? ''} has ${JSON.stringify(key)} (${category}), too`;
  throw problem('INVALID_INPUT', rule, [asked ? 'key' : 'global']);
}
