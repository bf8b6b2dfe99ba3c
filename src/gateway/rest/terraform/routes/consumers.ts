import { listOf, readIds, record, required } from '../../fields.js';
import { pageDocument } from '../json-api.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { found } from '../../found.js';
import { workspaceResource } from './workspace.document.js';
import { ChangeRemoteStateConsumers, ListRemoteStateConsumers } from '../generated/operations.js';

const items = { items: required(listOf(record), 'data') };

const change = (mode: 'ADD' | 'REPLACE' | 'REMOVE') => (request: RestRequest<'workspace_id'>) => ({
  input: {
    workspace: { id: request.params.workspace_id },
    consumerIds: readIds(request.fields(items).items, 'data'),
    mode,
  },
});
const gone = () => null;
const pointers = { consumerIds: '/data' };

const path = '/workspaces/:workspace_id/relationships/remote-state-consumers';

export const consumerRoutes: readonly Route[] = [
  get(
    path,
    ListRemoteStateConsumers,
    (request) => ({ id: request.params.workspace_id, ...request.page }),
    ({ workspace }, request) => {
      const { items: consumers, pagination } = found(workspace).remoteStateConsumerPage;
      return pageDocument(consumers.map(workspaceResource), pagination, request);
    },
  ),
  post(path, ChangeRemoteStateConsumers, change('ADD'), gone, { status: 204, pointers }),
  patch(path, ChangeRemoteStateConsumers, change('REPLACE'), gone, { status: 204, pointers }),
  del(path, ChangeRemoteStateConsumers, change('REMOVE'), gone, { pointers }),
];
