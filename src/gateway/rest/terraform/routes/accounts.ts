import { optional, text } from '../../fields.js';
import { resourceDocument } from '../json-api.js';
import { get, patch } from '../route.js';
import type { Route } from '../route.js';
import { found } from '../../found.js';
import { userResource } from './user.document.js';
import { ReadAccount, ReadUser, UpdateAccount } from '../generated/operations.js';
import type { UserFieldsFragment } from '../generated/operations.js';

const updateFields = {
  username: optional(text, 'data.attributes.username'),
  email: optional(text, 'data.attributes.email'),
};
const one = (user: UserFieldsFragment | null) => resourceDocument(userResource(found(user)));

export const accountRoutes: readonly Route[] = [
  // `terraform login` checks a pasted token with this.
  get(
    '/account/details',
    ReadAccount,
    () => ({}),
    ({ user }) => one(user),
  ),
  patch(
    '/account/update',
    UpdateAccount,
    (request) => ({ input: request.fields(updateFields) }),
    ({ payload }) => one(payload.user),
  ),
  get(
    '/users/:user',
    ReadUser,
    ({ params }) => ({ user: params.user }),
    ({ user }) => one(user),
  ),
];
