import type { Resource, ResourceIdentifier } from '../json-api.js';
import type { RetentionFieldsFragment } from '../generated/operations.js';

const types = {
  DELETE_OLDER: 'data-retention-policy-delete-olders',
  DONT_DELETE: 'data-retention-policy-dont-deletes',
} as const;

/** Values of `data.type` → the effect of the policy. The first one comes from older clients. */
export const retentionTypes = {
  'data-retention-policies': 'DELETE_OLDER',
  'data-retention-policy-delete-olders': 'DELETE_OLDER',
  'data-retention-policy-dont-deletes': 'DONT_DELETE',
} as const;

/** An object has at most one policy, so the object's own letters identify it. */
export function retentionIdentifier({ targetId, kind }: RetentionFieldsFragment): ResourceIdentifier {
  return { id: `drp-${targetId.slice(targetId.indexOf('-') + 1)}`, type: types[kind] };
}

export function retentionResource(policy: RetentionFieldsFragment): Resource {
  return {
    ...retentionIdentifier(policy),
    attributes: policy.kind === 'DELETE_OLDER' ? { 'delete-older-than-n-days': policy.deleteOlderThanNDays } : {},
  };
}
