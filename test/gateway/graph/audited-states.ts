import { createHash } from 'node:crypto';
import { rowsOf } from './audited-rows.js';
import type { Step } from './audited-steps.js';
import type { Installation } from './installation.js';

const organization = { organization: 'acme' };
const state = (serial: number) =>
  Buffer.from(
    JSON.stringify({ version: 4, serial, lineage: 'l', terraform_version: '1.9.0', resources: [], outputs: {} }),
  );

/** Projects, workspaces and states. */
export function stateSteps(installation: () => Installation): readonly Step[] {
  const { id, row, team, project, workspace, version } = rowsOf(installation);
  const reserved = () => row(installation().client.reservedTagKey.findFirst({ select: id }));
  const set = () => row(installation().client.variableSet.findFirst({ select: id }));
  const stateInput = async (serial: number) => ({
    ...{ workspaceId: await workspace(), serial, lineage: 'l' },
    ...{ md5: createHash('md5').update(state(serial)).digest('hex'), state: state(serial).toString('base64') },
  });
  return [
    // Projects and workspaces
    { mutation: 'createProject', action: 'project.create', input: () => ({ ...organization, name: 'plans' }) },
    {
      mutation: 'updateProject',
      action: 'project.update',
      input: async () => ({ id: await project(), description: 'd' }),
    },
    {
      mutation: 'bindProjectTags',
      action: 'project.bind-tags',
      input: async () => ({ id: await project(), tags: [{ key: 'k' }] }),
    },
    {
      mutation: 'addTeamProjectAccess',
      action: 'project.add-team-access',
      input: async () => ({ projectId: await project(), teamId: await team(), access: 'READ' }),
    },
    {
      mutation: 'updateTeamProjectAccess',
      action: 'project.update-team-access',
      input: async () => ({
        id: await row(installation().client.teamProjectAccess.findFirst({ select: id })),
        access: 'WRITE',
      }),
    },
    {
      mutation: 'removeTeamProjectAccess',
      action: 'project.remove-team-access',
      input: async () => ({ id: await row(installation().client.teamProjectAccess.findFirst({ select: id })) }),
    },
    {
      mutation: 'createWorkspace',
      action: 'workspace.create',
      input: async () => ({ ...organization, name: 'net', projectId: await project() }),
    },
    {
      mutation: 'moveWorkspaces',
      action: 'project.add-workspaces',
      input: async () => ({ projectId: await project(), workspaceIds: [await workspace()] }),
    },
    {
      mutation: 'updateWorkspace',
      action: 'workspace.update',
      input: async () => ({ workspace: { id: await workspace() }, description: 'd' }),
    },
    {
      mutation: 'addTeamWorkspaceAccess',
      action: 'workspace.add-team-access',
      input: async () => ({ workspaceId: await workspace(), teamId: await team(), access: 'READ' }),
    },
    {
      mutation: 'updateTeamWorkspaceAccess',
      action: 'workspace.update-team-access',
      input: async () => ({
        id: await row(installation().client.teamWorkspaceAccess.findFirst({ select: id })),
        access: 'WRITE',
      }),
    },
    {
      mutation: 'removeTeamWorkspaceAccess',
      action: 'workspace.remove-team-access',
      input: async () => ({ id: await row(installation().client.teamWorkspaceAccess.findFirst({ select: id })) }),
    },
    {
      mutation: 'addWorkspaceTags',
      action: 'workspace.tag',
      input: async () => ({ workspace: { id: await workspace() }, tags: [{ key: 'one' }] }),
    },
    {
      mutation: 'addTagToWorkspaces',
      action: 'tag.add-workspaces',
      input: async () => ({
        id: await row(installation().client.tag.findFirst({ select: id })),
        workspaceIds: [await workspace()],
      }),
    },
    {
      mutation: 'bindWorkspaceTags',
      action: 'workspace.bind-tags',
      input: async () => ({ workspace: { id: await workspace() }, tags: [{ key: 'two' }] }),
    },
    {
      mutation: 'removeWorkspaceTags',
      action: 'workspace.untag',
      input: async () => ({ workspace: { id: await workspace() }, tags: [{ key: 'one' }] }),
    },
    {
      mutation: 'deleteTags',
      action: 'tag.delete',
      input: async () => ({
        ...organization,
        ids: [await row(installation().client.tag.findFirst({ select: id }))],
      }),
    },
    {
      mutation: 'changeRemoteStateConsumers',
      action: 'workspace.replace-consumers',
      input: async () => ({ workspace: { id: await workspace() }, consumerIds: [], mode: 'REPLACE' }),
    },
    {
      mutation: 'createWorkspaceVariable',
      action: 'variable.create',
      input: async () => ({ workspace: { id: await workspace() }, key: 'region', category: 'TERRAFORM', value: 'a' }),
    },
    {
      mutation: 'updateVariable',
      action: 'variable.update',
      input: async () => ({ id: await row(installation().client.variable.findFirst({ select: id })), value: 'b' }),
    },
    {
      mutation: 'deleteVariable',
      action: 'variable.delete',
      input: async () => ({ id: await row(installation().client.variable.findFirst({ select: id })) }),
    },
    {
      mutation: 'createReservedTagKey',
      action: 'reserved-tag-key.create',
      input: () => ({ ...organization, key: 'stage', disableOverrides: true }),
    },
    {
      mutation: 'updateReservedTagKey',
      action: 'reserved-tag-key.update',
      input: async () => ({ id: await reserved(), disableOverrides: false }),
    },
    {
      mutation: 'deleteReservedTagKey',
      action: 'reserved-tag-key.delete',
      input: async () => ({ id: await reserved() }),
    },
    {
      mutation: 'createVariableSet',
      action: 'variable-set.create',
      input: () => ({ ...organization, name: 'shared', variables: [{ key: 'region', category: 'ENV', value: 'a' }] }),
    },
    {
      mutation: 'updateVariableSet',
      action: 'variable-set.update',
      input: async () => ({ id: await set(), priority: true }),
    },
    {
      mutation: 'assignVariableSet',
      action: 'variable-set.assign',
      input: async () => ({ id: await set(), workspaceIds: [await workspace()] }),
    },
    {
      mutation: 'unassignVariableSet',
      action: 'variable-set.unassign',
      input: async () => ({ id: await set(), workspaceIds: [await workspace()] }),
    },
    {
      mutation: 'createVariableSetVariable',
      action: 'variable.create',
      input: async () => ({ variableSetId: await set(), key: 'zone', category: 'ENV' }),
    },
    { mutation: 'deleteVariableSet', action: 'variable-set.delete', input: async () => ({ id: await set() }) },
    {
      mutation: 'setOrganizationPlan',
      action: 'organization.set-plan',
      input: () => ({ organization: { name: 'acme' }, plan: 'free' }),
    },
    {
      mutation: 'setStorageQuota',
      action: 'organization.set-storage-quota',
      input: () => ({ organization: { name: 'acme' }, kind: 'BYTES', bytes: 1_000_000_000 }),
    },
    {
      mutation: 'setDataRetentionPolicy',
      action: 'workspace.set-retention-policy',
      input: async () => ({ target: { workspace: { id: await workspace() } }, kind: 'DONT_DELETE' }),
    },
    {
      mutation: 'removeDataRetentionPolicy',
      action: 'workspace.remove-retention-policy',
      input: async () => ({ target: { workspace: { id: await workspace() } } }),
    },
    {
      mutation: 'createConfigurationVersion',
      action: 'configuration-version.create',
      input: async () => ({ workspaceId: await workspace() }),
    },
    { mutation: 'createRun', action: 'run.create', input: async () => ({ workspaceId: await workspace() }) },
    {
      mutation: 'updateRun',
      action: 'run.update',
      input: async () => ({ id: await row(installation().client.run.findFirst({ select: id })), status: 'APPLIED' }),
    },
    // States
    {
      mutation: 'lockWorkspace',
      action: 'workspace.lock',
      input: async () => ({ workspace: { id: await workspace() } }),
    },
    { mutation: 'createStateVersion', action: 'state-version.create', input: () => stateInput(1) },
    { mutation: 'createStateVersion', action: 'state-version.create', input: () => stateInput(2) },
    {
      mutation: 'rollbackStateVersion',
      action: 'state-version.rollback',
      input: async () => ({ workspaceId: await workspace(), stateVersionId: await version(1n) }),
    },
    {
      mutation: 'softDeleteBackingData',
      action: 'state-version.soft-delete-backing-data',
      input: async () => ({ id: await version(2n) }),
    },
    {
      mutation: 'restoreBackingData',
      action: 'state-version.restore-backing-data',
      input: async () => ({ id: await version(2n) }),
    },
    {
      mutation: 'softDeleteBackingData',
      action: 'state-version.soft-delete-backing-data',
      input: async () => ({ id: await version(2n) }),
    },
    {
      mutation: 'permanentlyDeleteBackingData',
      action: 'state-version.permanently-delete-backing-data',
      input: async () => ({ id: await version(2n) }),
    },
    {
      mutation: 'unlockWorkspace',
      action: 'workspace.unlock',
      input: async () => ({ workspace: { id: await workspace() } }),
    },
    {
      mutation: 'lockWorkspace',
      action: 'workspace.lock',
      input: async () => ({ workspace: { id: await workspace() } }),
    },
    {
      mutation: 'forceUnlockWorkspace',
      action: 'workspace.force-unlock',
      input: async () => ({ workspace: { id: await workspace() } }),
    },
    {
      mutation: 'deleteWorkspace',
      action: 'workspace.delete',
      input: async () => ({ workspace: { id: await workspace() }, force: true }),
    },
    { mutation: 'deleteProject', action: 'project.delete', input: async () => ({ id: await project() }) },
  ];
}
