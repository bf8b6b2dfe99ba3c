import { dasherized, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { attributesOf } from '../../found.js';

/** The fragment OrganizationFields. */
export interface OrganizationData {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly plan: string;
  readonly createdAt: string;
  readonly permissions: Readonly<Record<string, boolean>>;
}

export interface EntitlementData {
  readonly id: string;
  readonly entitlements: Readonly<Record<string, boolean | number | null>>;
}

/** In this dialect an organization's id is its name; `external-id` has the other one. */
export function organizationResource(organization: OrganizationData): Resource {
  const { id, name, email, plan, createdAt, permissions } = organization;
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
      'allow-force-delete-workspaces': true,
      'assessments-enforced': false,
      'collaborator-auth-policy': 'password',
      'cost-estimation-enabled': false,
      'saml-enabled': false,
      'send-passing-statuses-for-untriggered-speculative-plans': false,
      'session-remember': null,
      'session-timeout': null,
      'two-factor-conformant': false,
      permissions: attributesOf(permissions, dasherized),
    },
    relationships: {
      'entitlement-set': { links: { related: `${self}/entitlement-set` } },
      'authentication-token': { links: { related: `${self}/authentication-token` } },
    },
    links: { self },
  };
}

export function entitlementResource({ id, entitlements }: EntitlementData, name: string): Resource {
  return {
    id,
    type: 'entitlement-sets',
    attributes: attributesOf(entitlements, dasherized),
    links: { self: `${selfPath('organizations', name)}/entitlement-set` },
  };
}
