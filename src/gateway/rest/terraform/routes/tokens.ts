import { problem } from '../../../../platform/problems.js';
import { optional, required, text } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { del, get, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { found } from '../../found.js';
import { instantText } from './words.js';
import { isRecord } from '../../../../platform/is-record.js';
import {
  CreateTeamToken,
  CreateUserToken,
  ListOrganizationTeamTokens,
  ListTeamTokens,
  ListUserTokens,
  ReadOrganizationToken,
  ReadTeamToken,
  ReadToken,
  RegenerateOrganizationToken,
  RegenerateTeamToken,
  RevokeOrganizationToken,
  RevokeTeamToken,
  RevokeToken,
} from '../generated/operations.js';
import type {
  IssuedFieldsFragment,
  ListOrganizationTeamTokensQuery,
  ListTeamTokensQuery,
  ListUserTokensQuery,
  TeamTokenOrder,
  TokenFieldsFragment,
} from '../generated/operations.js';

const expiry = { expiresAt: optional(instantText, 'data.attributes.expired-at') };
const userTokenFields = { description: optional(text, 'data.attributes.description'), ...expiry };
const teamTokenFields = { description: required(text, 'data.attributes.description'), ...expiry };

/** The document is optional: without one the token does not expire. */
const optionalFields = (request: RestRequest) => (isRecord(request.body) ? request.fields(expiry) : {});

/** @param secret the token's text, on the only occasion that it is shown */
function tokenResource(
  { id, description, further, createdAt, lastUsedAt, expiresAt, createdBy, team }: TokenFieldsFragment,
  secret?: string,
): Resource {
  return {
    id,
    type: 'authentication-tokens',
    attributes: {
      description: description === '' && !further ? null : description,
      'created-at': createdAt,
      'last-used-at': lastUsedAt,
      'expired-at': expiresAt,
      token: secret ?? null,
    },
    relationships: {
      'created-by': { data: createdBy && { id: createdBy.id, type: 'users' } },
      ...(team && { team: { data: { id: team.id, type: 'teams' } } }),
    },
  };
}

const one = ({ token }: { readonly token: TokenFieldsFragment | null }) =>
  resourceDocument(tokenResource(found(token)));
const issued = ({ payload }: { readonly payload: { readonly issued: IssuedFieldsFragment | null } }) => {
  const { token, text: secret } = found(payload.issued);
  return resourceDocument(tokenResource(token, secret));
};
const page = (
  { tokens: { items, pagination } }: ListUserTokensQuery & ListTeamTokensQuery & ListOrganizationTeamTokensQuery,
  request: RestRequest,
) =>
  pageDocument(
    items.map((token) => tokenResource(token)),
    pagination,
    request,
  );
const gone = () => null;

const ofTeam = ({ params }: RestRequest<'team_id'>) => ({ id: params.team_id });
const ofOrganization = ({ params }: RestRequest<'organization'>) => ({ organization: params.organization });
const named = (request: RestRequest<'organization'>) => ({
  organization: { name: request.params.organization },
  auditTrail: isAuditTrail(request),
});
/** `?token=audit-trails` means a token of its own kind. @throws INVALID_PARAMETER */
function isAuditTrail({ query }: Pick<RestRequest, 'query'>): boolean {
  const token = query('token') ?? '';
  if (token === 'audit-trails') return true;
  if (token === '' || token === 'organization') return false;
  throw problem('INVALID_PARAMETER', 'token must be organization or audit-trails', ['token']);
}
const orders: ReadonlyMap<string, TeamTokenOrder> = new Map([
  ['created-at', 'CREATED_AT'],
  ['-created-at', 'CREATED_AT_DESC'],
  ['expired-at', 'EXPIRED_AT'],
  ['-expired-at', 'EXPIRED_AT_DESC'],
]);

/** @throws INVALID_PARAMETER */
function orderOf(sort = 'created-at'): TeamTokenOrder {
  const order = orders.get(sort);
  if (order === undefined) throw problem('INVALID_PARAMETER', `sort cannot be ${sort}`, ['sort']);
  return order;
}

const created = { status: 201, pointers: { expiresAt: '/data/attributes/expired-at' } };

export const tokenRoutes: readonly Route[] = [
  get('/authentication-tokens/:id', ReadToken, ({ params }) => ({ id: params.id }), one),
  del('/authentication-tokens/:id', RevokeToken, ({ params }) => ({ input: { id: params.id } }), gone),
  get(
    '/users/:user/authentication-tokens',
    ListUserTokens,
    (request) => ({ user: request.params.user, ...request.page }),
    page,
  ),
  post(
    '/users/:user/authentication-tokens',
    CreateUserToken,
    (request) => ({
      input: {
        user: request.params.user,
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
    (request) => ({ input: { teamId: request.params.team_id, ...optionalFields(request) } }),
    issued,
    created,
  ),
  del(
    '/teams/:team_id/authentication-token',
    RevokeTeamToken,
    ({ params }) => ({ input: { teamId: params.team_id } }),
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
    (request) => ({ input: { teamId: request.params.team_id, ...request.fields(teamTokenFields) } }),
    issued,
    created,
  ),
  get(
    '/organizations/:organization/team-tokens',
    ListOrganizationTeamTokens,
    (request) => {
      const search = request.query('q');
      return {
        ...ofOrganization(request),
        ...(search !== undefined && { search }),
        orderBy: orderOf(request.query('sort')),
        ...request.page,
      };
    },
    page,
  ),
  get(
    '/organizations/:organization/authentication-token',
    ReadOrganizationToken,
    (request) => ({ ...ofOrganization(request), auditTrail: isAuditTrail(request) }),
    one,
  ),
  post(
    '/organizations/:organization/authentication-token',
    RegenerateOrganizationToken,
    (request) => ({ input: { ...named(request), ...optionalFields(request) } }),
    issued,
    created,
  ),
  del(
    '/organizations/:organization/authentication-token',
    RevokeOrganizationToken,
    (request) => ({ input: named(request) }),
    gone,
  ),
];
