import { optional, required, text } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { del, get, post } from '../row.js';
import type { RestRequest, Row } from '../row.js';
import { found } from '../../found.js';
import type { PageOf, PayloadOf } from '../../found.js';
import { instantText } from './words.js';
import { isRecord } from '../../../../platform/is-record.js';
import { operation } from '../../operation.js';

/** The fragment TokenFields. */
interface TokenData {
  readonly id: string;
  readonly description: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly createdBy: { readonly id: string } | null;
}

interface OneToken {
  readonly token: TokenData | null;
}
interface TokenList {
  readonly tokens: PageOf<TokenData>;
}
type Issued = PayloadOf<'issued', { readonly token: TokenData; readonly text: string }>;
type Revoked = PayloadOf<'revokedId', string>;

const ReadToken = operation<OneToken, object>('ReadToken');
const ReadTeamToken = operation<OneToken, object>('ReadTeamToken');
const ReadOrganizationToken = operation<OneToken, object>('ReadOrganizationToken');
const ListUserTokens = operation<TokenList, object>('ListUserTokens');
const ListTeamTokens = operation<TokenList, object>('ListTeamTokens');
const CreateUserToken = operation<Issued, object>('CreateUserToken');
const CreateTeamToken = operation<Issued, object>('CreateTeamToken');
const RegenerateTeamToken = operation<Issued, object>('RegenerateTeamToken');
const RegenerateOrganizationToken = operation<Issued, object>('RegenerateOrganizationToken');
const RevokeToken = operation<Revoked, object>('RevokeToken');
const RevokeTeamToken = operation<Revoked, object>('RevokeTeamToken');
const RevokeOrganizationToken = operation<Revoked, object>('RevokeOrganizationToken');

const expiry = { expiresAt: optional(instantText, 'data.attributes.expired-at') };
const userTokenFields = { description: optional(text, 'data.attributes.description'), ...expiry };
const teamTokenFields = { description: required(text, 'data.attributes.description'), ...expiry };

/** A document is not needed: without one the token does not expire. */
const optionalFields = (request: RestRequest) => (isRecord(request.body) ? request.fields(expiry) : {});

/** @param secret the token's text, on the one occasion that it is shown */
function tokenResource(
  { id, description, createdAt, lastUsedAt, expiresAt, createdBy }: TokenData,
  secret?: string,
): Resource {
  return {
    id,
    type: 'authentication-tokens',
    attributes: {
      description: description === '' ? null : description,
      'created-at': createdAt,
      'last-used-at': lastUsedAt,
      'expired-at': expiresAt,
      token: secret ?? null,
    },
    relationships: { 'created-by': { data: createdBy && { id: createdBy.id, type: 'users' } } },
  };
}

const one = ({ token }: OneToken) => resourceDocument(tokenResource(found(token)));
const issued = ({ payload }: Issued) => {
  const { token, text: secret } = found(payload.issued);
  return resourceDocument(tokenResource(token, secret));
};
const page = ({ tokens: { items, pagination } }: TokenList, request: RestRequest) =>
  pageDocument(
    items.map((token) => tokenResource(token)),
    pagination,
    request,
  );
const gone = () => null;

const ofTeam = ({ params }: RestRequest) => ({ id: params['team_id'] });
const ofOrganization = ({ params }: RestRequest) => ({ organization: params['organization'] });
const created = { status: 201, pointers: { expiresAt: '/data/attributes/expired-at' } };

export const tokenRows: readonly Row[] = [
  get('/authentication-tokens/:id', ReadToken, ({ params }) => ({ id: params['id'] }), one),
  del('/authentication-tokens/:id', RevokeToken, ({ params }) => ({ input: { id: params['id'] } }), gone),
  get(
    '/users/:user/authentication-tokens',
    ListUserTokens,
    (request) => ({ user: request.params['user'], ...request.page }),
    page,
  ),
  post(
    '/users/:user/authentication-tokens',
    CreateUserToken,
    (request) => ({
      input: {
        user: request.params['user'],
        ...(isRecord(request.body) && request.fields(userTokenFields)),
      },
    }),
    issued,
    created,
  ),
  get('/teams/:team_id/authentication-token', ReadTeamToken, ofTeam, one),
  post(
    '/teams/:team_id/authentication-token',
    RegenerateTeamToken,
    (request) => ({ input: { teamId: request.params['team_id'], ...optionalFields(request) } }),
    issued,
    created,
  ),
  del(
    '/teams/:team_id/authentication-token',
    RevokeTeamToken,
    ({ params }) => ({ input: { teamId: params['team_id'] } }),
    gone,
  ),
  get(
    '/teams/:team_id/authentication-tokens',
    ListTeamTokens,
    (request) => ({ ...ofTeam(request), ...request.page }),
    page,
  ),
  post(
    '/teams/:team_id/authentication-tokens',
    CreateTeamToken,
    (request) => ({ input: { teamId: request.params['team_id'], ...request.fields(teamTokenFields) } }),
    issued,
    created,
  ),
  get('/organizations/:organization/authentication-token', ReadOrganizationToken, ofOrganization, one),
  post(
    '/organizations/:organization/authentication-token',
    RegenerateOrganizationToken,
    (request) => ({ input: { ...ofOrganization(request), ...optionalFields(request) } }),
    issued,
    created,
  ),
  del(
    '/organizations/:organization/authentication-token',
    RevokeOrganizationToken,
    (request) => ({ input: ofOrganization(request) }),
    gone,
  ),
];
