import { dasherized, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { attributesOf } from '../../found.js';
import { retentionIdentifier } from './retention.document.js';
import type {
  EntitlementFieldsFragment,
  OrganizationFieldsFragment,
  OrganizationRelationsFragment,
} from '../generated/operations.js';

/** An organization; alone, with what hangs on it. */
type ShownOrganization = OrganizationFieldsFragment & Partial<OrganizationRelationsFragment>;

/** In this dialect an organization's id is its name; `external-id` has the other one. */
export function organizationResource(organization: ShownOrganization): Resource {
  const { id, name, email, plan, createdAt, permissions, defaultProject, dataRetentionPolicy } = organization;
  const self = selfPath('organizations', name);
  return {
    id: name,
    type: 'organizations',
    attributes: {
      name,
      email,
      'external-id': id,
      'created-at': createdAt,
      'plan-identifier': plan,
      'plan-expired': false,
      'default-execution-mode': 'local',
      'collaborator-auth-policy': 'password',
      'saml-enabled': false,
      'allow-force-delete-workspaces': organization.allowForceDeleteWorkspaces,
      'assessments-enforced': organization.assessmentsEnforced,
      'cost-estimation-enabled': organization.costEstimationEnabled,
      'aggregated-commit-status-enabled': organization.aggregatedCommitStatusEnabled,
      'send-passing-statuses-for-untriggered-speculative-plans':
        organization.sendPassingStatusesForUntriggeredSpeculativePlans,
      'speculative-plan-management-enabled': organization.speculativePlanManagementEnabled,
      'stacks-enabled': organization.stacksEnabled,
      'max-ttl-enabled': organization.maxTtlEnabled,
      'session-timeout': organization.sessionTimeout,
      'session-remember': organization.sessionRemember,
      'owners-team-saml-role-id': organization.ownersTeamSamlRoleId,
      'two-factor-conformant': false,
      'enforce-hyok': false,
      'user-tokens-enabled': true,
      permissions: attributesOf(permissions, dasherized),
    },
    relationships: {
      'entitlement-set': { links: { related: `${self}/entitlement-set` } },
      'authentication-token': { links: { related: `${self}/authentication-token` } },
      ...(defaultProject && { 'default-project': { data: { id: defaultProject.id, type: 'projects' } } }),
      ...(dataRetentionPolicy && { 'data-retention-policy': { data: retentionIdentifier(dataRetentionPolicy) } }),
    },
    links: { self },
  };
}

export function entitlementResource({ id, entitlements }: EntitlementFieldsFragment, name: string): Resource {
  return {
    id,
    type: 'entitlement-sets',
    attributes: attributesOf(entitlements, dasherized),
    links: { self: `${selfPath('organizations', name)}/entitlement-set` },
  };
}
