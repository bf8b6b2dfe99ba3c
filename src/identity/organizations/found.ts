import type { TransactionClient } from '../../platform/database/database.js';
import { searchColumn, searchEmailColumn } from '../../platform/database/text-search.js';
import { ids } from '../../platform/ids.js';
import type { OrganizationId, UserId } from '../../platform/ids.js';
import type { PlanName } from './plans.js';

export const ownersTeam = 'owners';
export const defaultProject = 'Default Project';

const named = (name: string) => ({ name, ...searchColumn(name) });

/**
 * Creates everything that an organization has from the beginning: the team of owners with its founder, the default project, and the account for its own tokens.
 * The name must be free.
 */
export async function foundOrganization(
  tx: TransactionClient,
  { name, email, founder, now, plan }: { name: string; email: string; founder: UserId; now: Date; plan?: PlanName },
): Promise<OrganizationId> {
  const id = ids.organization.make();
  const stamps = { createdAt: now, updatedAt: now };
  const serviceUserId = await openServiceAccount(tx, 'organization', id, now);
  await tx.organization.create({
    data: {
      id,
      ...named(name),
      email,
      ...searchEmailColumn(email),
      ...(plan && { plan }),
      serviceUserId,
      projectCount: 1n,
      teamCount: 1n,
      memberCount: 1n,
      ...stamps,
    },
  });
  await tx.project.create({
    data: { id: ids.project.make(), organizationId: id, ...named(defaultProject), isDefault: true, ...stamps },
  });
  await tx.organizationMembership.create({
    data: { id: ids.organizationMembership.make(), organizationId: id, userId: founder, createdAt: now },
  });
  const teamId = ids.team.make();
  await tx.team.create({
    data: {
      id: teamId,
      organizationId: id,
      ...named(ownersTeam),
      owners: true,
      visibility: 'organization',
      serviceUserId: await openServiceAccount(tx, 'team', teamId, now),
      memberCount: 1n,
      ...stamps,
    },
  });
  await tx.teamMembership.create({ data: { teamId, userId: founder, createdAt: now } });
  return id;
}

/** The account that acts for the tokens of a team or an organization, or for those who sign in by a method. */
export async function openServiceAccount(
  tx: TransactionClient,
  kind: 'team' | 'organization' | 'method',
  of: string,
  now: Date,
): Promise<UserId> {
  const id = ids.user.make();
  const username = `api-${of}`;
  await tx.user.create({ data: { id, username, ...searchColumn(username), kind, createdAt: now, updatedAt: now } });
  return id;
}
