import type { TransactionClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';

/** @throws IN_USE if the organization would have no owner left who is an active member */
export async function requireOwner(tx: TransactionClient, organizationId: string): Promise<void> {
  const left = await tx.teamMembership.count({
    where: {
      team: { organizationId, owners: true },
      user: { memberships: { some: { organizationId, status: 'active' } } },
    },
  });
  if (left === 0) throw problem('IN_USE', 'The last owner of an organization cannot be removed');
}
