import type { Prisma } from '../../platform/database/models.js';
import type { Caller } from '../caller.js';

/** The accounts that share an organization with the caller, and those that act for the service. */
export function visibleTo(caller: Caller): Prisma.UserWhereInput {
  if (caller.siteAdmin) return {};
  const mine = { organizationId: { in: [...caller.organizations.keys()] } };
  // An invitation that is not accepted shares nothing yet: anybody can invite anybody.
  return {
    OR: [
      { id: caller.userId },
      { memberships: { some: { ...mine, status: 'active' } } },
      { serviceOfTeam: mine },
      { serviceOfOrganization: { id: mine.organizationId } },
      { kind: 'service' },
    ],
  };
}
