import type { TransactionClient } from '../../platform/database/database.js';
import { inLockOrder } from '../../platform/database/lock-order.js';
import type { UserRow } from '../../platform/database/models.js';
import { searched, searchColumn, searchEmailColumn } from '../../platform/database/text-search.js';
import { ids } from '../../platform/ids.js';

/** An account that nobody has: it stands for an address until a user has that. */
export const waitingKind = 'invited';

const waitingFor = (email: string) => ({ kind: waitingKind, searchEmail: searched({ equals: email }) });

/** The account that stands for an address which no user has. */
export async function waitingAccount(tx: TransactionClient, email: string, now: Date): Promise<UserRow> {
  const known = await tx.user.findFirst({ where: waitingFor(email), orderBy: { id: 'asc' } });
  if (known) return known;
  const id = ids.user.make();
  const username = `invited-${id.slice('user-'.length)}`;
  const named = { username, ...searchColumn(username), email, ...searchEmailColumn(email) };
  return tx.user.create({ data: { id, kind: waitingKind, ...named, createdAt: now, updatedAt: now } });
}

/** Hands the invitations that wait for the address of a user on to them: they may accept, as if they had been named. */
export async function handOnInvitations(tx: TransactionClient, { id: userId, email }: UserRow): Promise<void> {
  if (email === '') return;
  const waiting = await tx.user.findMany({
    where: waitingFor(email),
    include: { memberships: true, teams: true },
    orderBy: { id: 'asc' },
  });
  // Two may wait for one address, when both were invited at once: what they hold is taken as if one had it.
  const memberships = waiting.flatMap((each) => each.memberships);
  for (const { id, organizationId } of inLockOrder(memberships, (each) => each.organizationId)) {
    const where = { organizationId_userId: { organizationId, userId } };
    if (await tx.organizationMembership.findUnique({ where })) {
      await tx.organization.update({ where: { id: organizationId }, data: { memberCount: { decrement: 1 } } });
    } else await tx.organizationMembership.update({ where: { id }, data: { userId } });
  }
  const teams = waiting.flatMap((each) => each.teams);
  for (const { teamId, userId: waits } of inLockOrder(teams, (each) => each.teamId)) {
    const organization = { teams: { some: { id: teamId } } };
    const invited = await tx.organizationMembership.findFirst({ where: { userId, status: 'invited', organization } });
    const there = await tx.teamMembership.findUnique({ where: { teamId_userId: { teamId, userId } } });
    // Somebody who is already a member, in other teams, gains nothing by an invitation that nobody accepts.
    if (there || !invited) await tx.team.update({ where: { id: teamId }, data: { memberCount: { decrement: 1 } } });
    else await tx.teamMembership.update({ where: { teamId_userId: { teamId, userId: waits } }, data: { userId } });
  }
  for (const { id } of waiting) await tx.user.delete({ where: { id } });
}

/** An address for which nothing waits any more is forgotten. */
export async function forgetWaiting(tx: TransactionClient, { id, kind }: UserRow): Promise<void> {
  if (kind === waitingKind) await tx.user.deleteMany({ where: { id, kind, memberships: { none: {} } } });
}
