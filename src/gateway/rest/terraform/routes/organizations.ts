import { optional, required, small, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { refuseAttributes, refusedOfOrganizations } from '../refused-attributes.js';
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
  ReadOrganizationAsAdministrator,
  ReadQueue,
  SetOrganizationPlan,
  UpdateOrganization,
} from '../generated/operations.js';
import { projectResource } from './project.document.js';
import { unpaged } from './unpaged.js';
import type {
  OrganizationFieldsFragment,
  OrganizationIncludesFragment,
  OrganizationRelationsFragment,
} from '../generated/operations.js';

const settings = {
  allowForceDeleteWorkspaces: optional(truth, 'data.attributes.allow-force-delete-workspaces'),
  assessmentsEnforced: optional(truth, 'data.attributes.assessments-enforced'),
  stacksEnabled: optional(truth, 'data.attributes.stacks-enabled'),
  maxTtlEnabled: optional(truth, 'data.attributes.max-ttl-enabled'),
  costEstimationEnabled: optional(truth, 'data.attributes.cost-estimation-enabled'),
  aggregatedCommitStatusEnabled: optional(truth, 'data.attributes.aggregated-commit-status-enabled'),
  sendPassingStatusesForUntriggeredSpeculativePlans: optional(
    truth,
    'data.attributes.send-passing-statuses-for-untriggered-speculative-plans',
  ),
  speculativePlanManagementEnabled: optional(truth, 'data.attributes.speculative-plan-management-enabled'),
  sessionTimeout: optional(small, 'data.attributes.session-timeout'),
  sessionRemember: optional(small, 'data.attributes.session-remember'),
  ownersTeamSamlRoleId: optional(text, 'data.attributes.owners-team-saml-role-id'),
};
const createFields = {
  name: required(text, 'data.attributes.name'),
  email: required(text, 'data.attributes.email'),
  ...settings,
};
const updateFields = {
  name: optional(text, 'data.attributes.name'),
  email: optional(text, 'data.attributes.email'),
  ...settings,
};

const planFields = { plan: required(text, 'data.attributes.plan-identifier') };

const named = ({ params }: RestRequest<'organization'>) => ({ name: params.organization });
type ShownOrganization = OrganizationFieldsFragment &
  Partial<OrganizationRelationsFragment> &
  Partial<OrganizationIncludesFragment>;
const one = (organization: ShownOrganization | null) => {
  const shown = found(organization);
  return resourceDocument(organizationResource(shown), shown.shownProject ? [projectResource(shown.shownProject)] : []);
};

export const organizationRoutes: readonly Route[] = [
  get(
    '/organizations',
    ListOrganizations,
    (request) => {
      const search = request.query('q');
      const [name, email] = [request.query('q[name]'), request.query('q[email]')];
      // The search for either counts before that for one of them.
      const filter = search ? { search } : { ...(name && { name }), ...(email && { email }) };
      return { filter, ...request.page };
    },
    ({ organizationPage: { items, pagination } }, request) =>
      pageDocument(items.map(organizationResource), pagination, request),
  ),
  post(
    '/organizations',
    CreateOrganization,
    (request) => {
      refuseAttributes(refusedOfOrganizations, request);
      return { input: request.fields(createFields) };
    },
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
  // Nothing runs on the server: what is recorded runs elsewhere, and waits for nothing here.
  get('/organizations/:organization/capacity', ReadQueue, named, ({ organization }) => {
    const { name } = found(organization);
    return resourceDocument({ id: name, type: 'organization-capacity', attributes: { pending: 0, running: 0 } });
  }),
  get('/organizations/:organization/runs/queue', ReadQueue, named, ({ organization }, request) => {
    found(organization);
    return unpaged([], request);
  }),
  patch(
    '/organizations/:organization',
    UpdateOrganization,
    (request) => {
      refuseAttributes(refusedOfOrganizations, request);
      return { input: { organization: { name: request.params.organization }, ...request.fields(updateFields) } };
    },
    ({ payload }) => one(payload.organization),
  ),
  // To anybody else it looks as if there were none, whatever they may see elsewhere.
  get('/admin/organizations/:organization', ReadOrganizationAsAdministrator, named, ({ reader, organization }) =>
    one(reader.isSiteAdmin === true ? organization : null),
  ),
  patch(
    '/admin/organizations/:organization',
    SetOrganizationPlan,
    (request) => ({ input: { organization: { name: request.params.organization }, ...request.fields(planFields) } }),
    ({ payload }) => one(payload.organization),
    { pointers: { plan: '/data/attributes/plan-identifier' } },
  ),
  del(
    '/organizations/:organization',
    DeleteOrganization,
    ({ params }) => ({ input: { organization: { name: params.organization }, force: true } }),
    () => null,
  ),
];
