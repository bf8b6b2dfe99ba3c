import { selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';

/** The fragment UserFields. */
export interface UserData {
  readonly id: string;
  readonly username: string;
  /** Null to others than the person itself. */
  readonly email: string | null;
  /** As `email`. */
  readonly unconfirmedEmail: string | null;
  readonly isServiceAccount: boolean;
}

export function userResource({ id, username, email, unconfirmedEmail, isServiceAccount }: UserData): Resource {
  return {
    id,
    type: 'users',
    attributes: {
      username,
      'is-service-account': isServiceAccount,
      'auth-method': 'tfc',
      'avatar-url': null,
      'v2-only': true,
      ...(email !== null && { email, 'unconfirmed-email': unconfirmedEmail }),
    },
    links: { self: selfPath('users', id) },
  };
}
