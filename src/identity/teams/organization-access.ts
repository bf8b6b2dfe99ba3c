import { problem } from '../../platform/problems.js';
import type { TeamRow } from '../../platform/database/models.js';
import { organizationGrants } from '../caller.js';
import type { Caller, OrganizationGrant } from '../caller.js';
import { grantColumns } from '../tokens/caller-identity.js';

export type GrantColumn = (typeof grantColumns)[OrganizationGrant];

/** What Terraform Enterprise's `organization-access` has besides, about things that are not here: kept and read back. */
export const keptColumns = [
  'managePolicies',
  'managePolicyOverrides',
  'delegatePolicyOverrides',
  'manageVcsSettings',
  'manageProviders',
  'manageModules',
  'manageRunTasks',
  'manageAgentPools',
] as const satisfies readonly (keyof TeamRow)[];
export type AccessColumn = GrantColumn | (typeof keptColumns)[number];

export const accessColumns: readonly AccessColumn[] = [...Object.values(grantColumns), ...keptColumns];

export type GivenAccess = Readonly<Partial<Record<AccessColumn, boolean | null | undefined>>>;

/** The columns that are given. */
export function givenColumns(access: GivenAccess | null | undefined): Partial<Record<AccessColumn, boolean>> {
  const columns: Partial<Record<AccessColumn, boolean>> = {};
  for (const column of accessColumns) {
    const granted = access?.[column];
    if (typeof granted === 'boolean') columns[column] = granted;
  }
  return columns;
}

/**
 * Nobody gives a team what they do not have themselves; what the team has already stays.
 * @throws INVALID_INPUT
 */
export function requireHeld(
  caller: Caller,
  organizationId: string,
  given: GivenAccess,
  former: GivenAccess | null,
): void {
  const rights = caller.organizations.get(organizationId);
  if (caller.siteAdmin || rights?.owner) return;
  const more = organizationGrants.find((grant) => {
    const column = grantColumns[grant];
    return given[column] === true && former?.[column] !== true && !rights?.grants.has(grant);
  });
  if (more === undefined) return;
  const column = grantColumns[more];
  throw problem('INVALID_INPUT', `${column} is a permission that you do not have`, ['organizationAccess', column]);
}
