import { optional, text } from '../../fields.js';
import { resourceDocument } from '../json-api.js';
import { get, patch } from '../row.js';
import type { Row } from '../row.js';
import { found } from '../../found.js';
import type { PayloadOf } from '../../found.js';
import { userResource } from './user.document.js';
import type { UserData } from './user.document.js';
import { operation } from '../../operation.js';

interface OneUser {
  readonly user: UserData | null;
}

const ReadAccount = operation<OneUser, object>('ReadAccount');
const ReadUser = operation<OneUser, object>('ReadUser');
const UpdateAccount = operation<PayloadOf<'user', UserData>, object>('UpdateAccount');

const updateFields = {
  username: optional(text, 'data.attributes.username'),
  email: optional(text, 'data.attributes.email'),
};
const one = ({ user }: OneUser) => resourceDocument(userResource(found(user)));

export const accountRows: readonly Row[] = [
  // What `terraform login` checks a pasted token with.
  get('/account/details', ReadAccount, () => ({}), one),
  patch(
    '/account/update',
    UpdateAccount,
    (request) => ({ input: request.fields(updateFields) }),
    ({ payload }) => resourceDocument(userResource(found(payload.user))),
  ),
  get('/users/:user', ReadUser, ({ params }) => ({ user: params['user'] }), one),
];
