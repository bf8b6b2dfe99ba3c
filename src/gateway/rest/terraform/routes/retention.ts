import { optional, required, small } from '../../fields.js';
import { resourceDocument } from '../json-api.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { found } from '../../found.js';
import { retentionResource, retentionTypes } from './retention.document.js';
import {
  ReadOrganizationRetentionPolicy,
  ReadWorkspaceRetentionPolicy,
  RemoveRetentionPolicy,
  SetRetentionPolicy,
} from '../generated/operations.js';
import type { SetRetentionPolicyMutation } from '../generated/operations.js';

type PolicyType = keyof typeof retentionTypes;
const policyType = {
  read: (value: unknown) => (isPolicyType(value) ? value : undefined),
  expected: 'data-retention-policy-delete-olders or data-retention-policy-dont-deletes',
};
const isPolicyType = (value: unknown): value is PolicyType =>
  typeof value === 'string' && Object.hasOwn(retentionTypes, value);

const fields = {
  type: required(policyType, 'data.type'),
  deleteOlderThanNDays: optional(small, 'data.attributes.delete-older-than-n-days'),
};

const ofWorkspace = ({ params }: RestRequest<'workspace_id'>) => ({ workspace: { id: params.workspace_id } });
const ofOrganization = ({ params }: RestRequest<'organization'>) => ({ organization: { name: params.organization } });

const policyIn = (request: RestRequest) => {
  const { type, deleteOlderThanNDays } = request.fields(fields);
  return { kind: retentionTypes[type], deleteOlderThanNDays };
};
const setOfWorkspace = (request: RestRequest<'workspace_id'>) => ({
  input: { target: ofWorkspace(request), ...policyIn(request) },
});
const setOfOrganization = (request: RestRequest<'organization'>) => ({
  input: { target: ofOrganization(request), ...policyIn(request) },
});
const shown = ({ payload }: SetRetentionPolicyMutation) =>
  resourceDocument(retentionResource(found(payload.dataRetentionPolicy)));
const pointers = { deleteOlderThanNDays: '/data/attributes/delete-older-than-n-days' };

const workspacePath = '/workspaces/:workspace_id/relationships/data-retention-policy';
const organizationPath = '/organizations/:organization/relationships/data-retention-policy';

export const retentionRoutes: readonly Route[] = [
  get(
    workspacePath,
    ReadWorkspaceRetentionPolicy,
    ({ params }) => ({ id: params.workspace_id }),
    ({ workspace }) => resourceDocument(retentionResource(found(found(workspace).dataRetentionPolicy))),
  ),
  post(workspacePath, SetRetentionPolicy, setOfWorkspace, shown, { pointers }),
  patch(workspacePath, SetRetentionPolicy, setOfWorkspace, shown, { pointers }),
  del(
    workspacePath,
    RemoveRetentionPolicy,
    (request) => ({ input: { target: ofWorkspace(request) } }),
    () => null,
  ),
  get(
    organizationPath,
    ReadOrganizationRetentionPolicy,
    ({ params }) => ({ organization: params.organization }),
    ({ policy }) => resourceDocument(retentionResource(found(policy))),
  ),
  post(organizationPath, SetRetentionPolicy, setOfOrganization, shown, { pointers }),
  patch(organizationPath, SetRetentionPolicy, setOfOrganization, shown, { pointers }),
  del(
    organizationPath,
    RemoveRetentionPolicy,
    (request) => ({ input: { target: ofOrganization(request) } }),
    () => null,
  ),
];
