import { optional, required, small } from '../../fields.js';
import { resourceDocument } from '../json-api.js';
import { del, get, patch, post } from '../row.js';
import type { RestRequest, Row } from '../row.js';
import { found } from '../../found.js';
import type { PayloadOf } from '../../found.js';
import { retentionResource, retentionTypes } from './retention.document.js';
import type { RetentionData } from './retention.document.js';
import { operation } from '../../operation.js';

type SetPolicy = PayloadOf<'dataRetentionPolicy', RetentionData>;

const ReadOfWorkspace = operation<{ workspace: { readonly dataRetentionPolicy: RetentionData | null } | null }, object>(
  'ReadWorkspaceRetentionPolicy',
);
const ReadOfOrganization = operation<{ policy: RetentionData | null }, object>('ReadOrganizationRetentionPolicy');
const SetRetentionPolicy = operation<SetPolicy, object>('SetRetentionPolicy');
const RemoveRetentionPolicy = operation<PayloadOf<'targetId', string>, object>('RemoveRetentionPolicy');

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

type Target = (request: RestRequest) => { workspaceId: string } | { organization: string };
const ofWorkspace: Target = ({ params }) => ({ workspaceId: params['workspace_id'] ?? '' });
const ofOrganization: Target = ({ params }) => ({ organization: params['organization'] ?? '' });

const set = (target: Target) => (request: RestRequest) => {
  const { type, deleteOlderThanNDays } = request.fields(fields);
  return {
    input: {
      target: target(request),
      kind: retentionTypes[type],
      ...(deleteOlderThanNDays !== undefined && { deleteOlderThanNDays }),
    },
  };
};
const remove = (target: Target) => (request: RestRequest) => ({ input: { target: target(request) } });
const shown = ({ payload }: SetPolicy) => resourceDocument(retentionResource(found(payload.dataRetentionPolicy)));
const pointers = { deleteOlderThanNDays: '/data/attributes/delete-older-than-n-days' };

const workspacePath = '/workspaces/:workspace_id/relationships/data-retention-policy';
const organizationPath = '/organizations/:organization/relationships/data-retention-policy';

export const retentionRows: readonly Row[] = [
  get(
    workspacePath,
    ReadOfWorkspace,
    ({ params }) => ({ id: params['workspace_id'] }),
    ({ workspace }) => resourceDocument(retentionResource(found(found(workspace).dataRetentionPolicy))),
  ),
  post(workspacePath, SetRetentionPolicy, set(ofWorkspace), shown, { pointers }),
  patch(workspacePath, SetRetentionPolicy, set(ofWorkspace), shown, { pointers }),
  del(workspacePath, RemoveRetentionPolicy, remove(ofWorkspace), () => null),
  get(
    organizationPath,
    ReadOfOrganization,
    ({ params }) => ({ organization: params['organization'] }),
    ({ policy }) => resourceDocument(retentionResource(found(policy))),
  ),
  post(organizationPath, SetRetentionPolicy, set(ofOrganization), shown, { pointers }),
  patch(organizationPath, SetRetentionPolicy, set(ofOrganization), shown, { pointers }),
  del(organizationPath, RemoveRetentionPolicy, remove(ofOrganization), () => null),
];
