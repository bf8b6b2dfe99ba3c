import { optional, required, text } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { found } from '../../found.js';
import { entitlementResource, organizationResource } from './organization.document.js';
import {
  CreateOrganization,
  DeleteOrganization,
  ListOrganizations,
  ReadEntitlements,
  ReadOrganization,
  UpdateOrganization,
} from '../generated/operations.js';
import { projectResource } from './project.document.js';
import type { OrganizationFieldsFragment, OrganizationRelationsFragment } from '../generated/operations.js';

const createFields = {
  name: required(text, 'data.attributes.name'),
  email: required(text, 'data.attributes.email'),
};
const updateFields = {
  name: optional(text, 'data.attributes.name'),
  email: optional(text, 'data.attributes.email'),
};

const named = ({ params }: RestRequest<'organization'>) => ({ name: params.organization });
type ShownOrganization = OrganizationFieldsFragment & Partial<OrganizationRelationsFragment>;
const one = (organization: ShownOrganization | null) => {
  const shown = found(organization);
  return resourceDocument(organizationResource(shown), shown.shownProject ? [projectResource(shown.shownProject)] : []);
};

export const organizationRoutes: readonly Route[] = [
  get(
    '/organizations',
    ListOrganizations,
    (request) => {
      const search = request.query('q[name]') ?? request.query('q');
      return { ...(search !== undefined && { search }), ...request.page };
    },
    ({ organizationPage: { items, pagination } }, request) =>
      pageDocument(items.map(organizationResource), pagination, request),
  ),
  post(
    '/organizations',
    CreateOrganization,
    (request) => ({ input: request.fields(createFields) }),
    ({ payload }) => one(payload.organization),
    {
      status: 201,
    },
  ),
  get(
    '/organizations/:organization',
    ReadOrganization,
    (request) => ({ ...named(request), ...request.include }),
    ({ organization }) => one(organization),
    { include: ['default_project'] },
  ),
  get('/organizations/:organization/entitlement-set', ReadEntitlements, named, ({ organization }, { params }) =>
    resourceDocument(entitlementResource(found(organization), params.organization)),
  ),
  patch(
    '/organizations/:organization',
    UpdateOrganization,
    (request) => ({ input: { organization: { name: request.params.organization }, ...request.fields(updateFields) } }),
    ({ payload }) => one(payload.organization),
  ),
  del(
    '/organizations/:organization',
    DeleteOrganization,
    ({ params }) => ({ input: { organization: { name: params.organization } } }),
    () => null,
  ),
];
