import { attributesOf } from '../../found.js';
import { dasherized, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import type { UserFieldsFragment } from '../generated/operations.js';

export function userResource({
  id,
  username,
  email,
  unconfirmedEmail,
  isServiceAccount,
  permissions,
}: UserFieldsFragment): Resource {
  return {
    id,
    type: 'users',
    attributes: {
      username,
      'is-service-account': isServiceAccount,
      'auth-method': 'tfc',
      'avatar-url': null,
      'v2-only': true,
      'two-factor': { enabled: false, verified: false },
      permissions: attributesOf(permissions, dasherized),
      ...(email !== null && { email, 'unconfirmed-email': unconfirmedEmail }),
    },
    links: { self: selfPath('users', id) },
  };
}
