import { optional, required, text } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { del, get, patch, post } from '../row.js';
import type { RestRequest, Row } from '../row.js';
import { found } from '../../found.js';
import type { PageOf, PayloadOf } from '../../found.js';
import { entitlementResource, organizationResource } from './organization.document.js';
import type { EntitlementData, OrganizationData } from './organization.document.js';
import { operation } from '../../operation.js';

type ChangedOrganization = PayloadOf<'organization', OrganizationData>;

const ListOrganizations = operation<{ organizationPage: PageOf<OrganizationData> }, object>('ListOrganizations');
const ReadOrganization = operation<{ organization: OrganizationData | null }, object>('ReadOrganization');
const ReadEntitlements = operation<{ organization: EntitlementData | null }, object>('ReadEntitlements');
const CreateOrganization = operation<ChangedOrganization, object>('CreateOrganization');
const UpdateOrganization = operation<ChangedOrganization, object>('UpdateOrganization');
const DeleteOrganization = operation<PayloadOf<'deletedId', string>, object>('DeleteOrganization');

const createFields = {
  name: required(text, 'data.attributes.name'),
  email: required(text, 'data.attributes.email'),
};
const updateFields = {
  name: optional(text, 'data.attributes.name'),
  email: optional(text, 'data.attributes.email'),
};

const named = ({ params }: RestRequest) => ({ name: params['organization'] });
const changed = ({ payload }: ChangedOrganization) =>
  resourceDocument(organizationResource(found(payload.organization)));

export const organizationRows: readonly Row[] = [
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
  post('/organizations', CreateOrganization, (request) => ({ input: request.fields(createFields) }), changed, {
    status: 201,
  }),
  get('/organizations/:organization', ReadOrganization, named, ({ organization }) =>
    resourceDocument(organizationResource(found(organization))),
  ),
  get('/organizations/:organization/entitlement-set', ReadEntitlements, named, ({ organization }, { params }) =>
    resourceDocument(entitlementResource(found(organization), params['organization'] ?? '')),
  ),
  patch(
    '/organizations/:organization',
    UpdateOrganization,
    (request) => ({ input: { organization: request.params['organization'], ...request.fields(updateFields) } }),
    changed,
  ),
  del(
    '/organizations/:organization',
    DeleteOrganization,
    ({ params }) => ({ input: { organization: params['organization'] } }),
    () => null,
  ),
];
