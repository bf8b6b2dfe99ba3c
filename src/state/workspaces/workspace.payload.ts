import { ID } from 'type-graphql';
import { payloadType } from '../../platform/graphql/payload.js';
import { Workspace } from './workspace.type.js';

export const CreateWorkspacePayload = payloadType('CreateWorkspacePayload', 'workspace', () => Workspace);
export const UpdateWorkspacePayload = payloadType('UpdateWorkspacePayload', 'workspace', () => Workspace);
export const MoveWorkspacesPayload = payloadType('MoveWorkspacesPayload', 'workspaceIds', () => [ID]);
export const DeleteWorkspacePayload = payloadType('DeleteWorkspacePayload', 'deletedId', () => ID);
