import { createHash, generateKeyPairSync } from 'node:crypto';
import type { Installation } from './installation.js';

/** One of each, in an order in which each can be done. */
export interface Step {
  readonly mutation: string;
  /** What the record calls it. */
  readonly action: string;
  readonly input: () => object | Promise<object>;
  /** What is kept of the answer, by its path in the payload. */
  readonly keep?: Readonly<Record<string, string>>;
  /** What its details say, among others. */
  readonly says?: string;
  /** Whose token; that of root unless said. */
  readonly as?: () => string;
}

const organization = { organization: 'acme' };
const mount = { mount: 'm' };
const state = (serial: number) =>
  Buffer.from(
    JSON.stringify({ version: 4, serial, lineage: 'l', terraform_version: '1.9.0', resources: [], outputs: {} }),
  );
const pem = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const none = () => ({});

/**
 * Every mutation, in an order in which each can be done.
 * @param kept texts of answers that later steps need
 */
export function stepsOf(installation: () => Installation, kept: Readonly<Record<string, string>>): readonly Step[] {
  const of = (name: string): string => {
    const text = kept[name];
    if (text === undefined) throw new Error(`nothing was kept as ${name}`);
    return text;
  };
  const id = { id: true } as const;
  const row = async (found: Promise<{ id: string } | null>): Promise<string> => {
    const { id: text } = (await found) ?? { id: 'nothing' };
    return text;
  };
  const user = (username: string) => row(installation().client.user.findFirst({ where: { username }, select: id }));
  const team = () => row(installation().client.team.findFirst({ where: { name: 'writers' }, select: id }));
  const project = () => row(installation().client.project.findFirst({ where: { name: 'plans' }, select: id }));
  const workspace = () => row(installation().client.workspace.findFirst({ where: { name: 'net' }, select: id }));
  const membership = async () =>
    row(installation().client.organizationMembership.findFirst({ where: { userId: await user('eve') }, select: id }));
  const version = (serial: bigint) =>
    row(installation().client.stateVersion.findFirst({ where: { serial }, select: id }));

  const stateInput = async (serial: number) => ({
    ...{ workspaceId: await workspace(), serial, lineage: 'l' },
    ...{ md5: createHash('md5').update(state(serial)).digest('hex'), state: state(serial).toString('base64') },
  });
  return [
    // People
    { mutation: 'createUser', action: 'user.create', input: () => ({ username: 'eve', email: 'eve@example.com' }) },
    { mutation: 'updateUser', action: 'user.update', input: () => ({ user: 'eve', email: 'e@example.com' }) },
    {
      mutation: 'createUserToken',
      action: 'token.create',
      input: () => ({ user: 'eve' }),
      keep: { eve: 'issued.text' },
    },
    {
      mutation: 'updateAccount',
      action: 'user.ask-for-email',
      input: () => ({ email: 'x@example.com' }),
      as: () => of('eve'),
    },
    {
      mutation: 'createOrganization',
      action: 'organization.create',
      input: () => ({ name: 'acme', email: 'a@example.com' }),
    },
    {
      mutation: 'updateOrganization',
      action: 'organization.update',
      input: () => ({ ...organization, email: 'b@example.com' }),
    },
    { mutation: 'createTeam', action: 'team.create', input: () => ({ ...organization, name: 'writers' }) },
    {
      mutation: 'updateTeam',
      action: 'team.update',
      input: async () => ({ id: await team(), visibility: 'ORGANIZATION' }),
    },
    {
      mutation: 'addOrganizationMember',
      action: 'membership.create',
      input: () => ({ ...organization, username: 'eve', invite: true }),
    },
    {
      mutation: 'acceptInvitation',
      action: 'membership.accept',
      input: async () => ({ id: await membership() }),
      as: () => of('eve'),
    },
    {
      mutation: 'addTeamMembers',
      action: 'team.add-members',
      input: async () => ({ id: await team(), usernames: ['eve'] }),
    },
    {
      mutation: 'removeTeamMembers',
      action: 'team.remove-members',
      input: async () => ({ id: await team(), usernames: ['eve'] }),
    },
    // Tokens
    {
      mutation: 'createTeamToken',
      action: 'token.create',
      input: async () => ({ teamId: await team(), description: 'ci' }),
      keep: { ofTeam: 'issued.token.id' },
    },
    { mutation: 'revokeToken', action: 'token.revoke', input: () => ({ id: of('ofTeam') }) },
    { mutation: 'regenerateTeamToken', action: 'token.create', input: async () => ({ teamId: await team() }) },
    { mutation: 'revokeTeamToken', action: 'token.revoke', input: async () => ({ teamId: await team() }) },
    { mutation: 'regenerateOrganizationToken', action: 'token.create', input: () => organization },
    { mutation: 'revokeOrganizationToken', action: 'token.revoke', input: () => organization },
    {
      mutation: 'createServiceToken',
      action: 'token.create',
      input: () => ({ ttl: 3600 }),
      keep: { service: 'issued.text' },
    },
    { mutation: 'createOrphanToken', action: 'token.create', input: none },
    { mutation: 'renewOwnToken', action: 'token.renew', input: none, as: () => of('service') },
    { mutation: 'revokeOwnToken', action: 'token.revoke', input: none, as: () => of('service') },
    {
      mutation: 'writePolicy',
      action: 'policy.write',
      input: () => ({ name: 'p', policy: 'path "x" { capabilities = ["read"] }' }),
    },
    { mutation: 'deletePolicy', action: 'policy.delete', input: () => ({ name: 'p' }) },
    // Projects and workspaces
    { mutation: 'createProject', action: 'project.create', input: () => ({ ...organization, name: 'plans' }) },
    {
      mutation: 'updateProject',
      action: 'project.update',
      input: async () => ({ projectId: await project(), description: 'd' }),
    },
    {
      mutation: 'bindProjectTags',
      action: 'project.bind-tags',
      input: async () => ({ projectId: await project(), tags: [{ key: 'k' }] }),
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
      input: async () => ({ workspaceId: await workspace(), tags: [{ key: 'one' }] }),
    },
    {
      mutation: 'bindWorkspaceTags',
      action: 'workspace.bind-tags',
      input: async () => ({ workspaceId: await workspace(), tags: [{ key: 'two' }] }),
    },
    {
      mutation: 'removeWorkspaceTags',
      action: 'workspace.untag',
      input: async () => ({ workspaceId: await workspace(), tags: [{ key: 'one' }] }),
    },
    {
      mutation: 'deleteTags',
      action: 'tag.delete',
      input: async () => ({
        ...organization,
        tagIds: [await row(installation().client.tag.findFirst({ select: id }))],
      }),
    },
    {
      mutation: 'changeRemoteStateConsumers',
      action: 'workspace.replace-consumers',
      input: async () => ({ workspaceId: await workspace(), consumerIds: [], mode: 'REPLACE' }),
    },
    {
      mutation: 'setStorageQuota',
      action: 'organization.set-storage-quota',
      input: () => ({ ...organization, kind: 'BYTES', bytes: 1_000_000_000 }),
    },
    {
      mutation: 'setDataRetentionPolicy',
      action: 'workspace.set-retention-policy',
      input: async () => ({ target: { workspaceId: await workspace() }, kind: 'DONT_DELETE' }),
    },
    {
      mutation: 'removeDataRetentionPolicy',
      action: 'workspace.remove-retention-policy',
      input: async () => ({ target: { workspaceId: await workspace() } }),
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
      input: async () => ({ runId: await row(installation().client.run.findFirst({ select: id })), status: 'APPLIED' }),
    },
    // States
    { mutation: 'lockWorkspace', action: 'workspace.lock', input: async () => ({ workspaceId: await workspace() }) },
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
      input: async () => ({ stateVersionId: await version(2n) }),
    },
    {
      mutation: 'restoreBackingData',
      action: 'state-version.restore-backing-data',
      input: async () => ({ stateVersionId: await version(2n) }),
    },
    {
      mutation: 'softDeleteBackingData',
      action: 'state-version.soft-delete-backing-data',
      input: async () => ({ stateVersionId: await version(2n) }),
    },
    {
      mutation: 'permanentlyDeleteBackingData',
      action: 'state-version.permanently-delete-backing-data',
      input: async () => ({ stateVersionId: await version(2n) }),
    },
    {
      mutation: 'unlockWorkspace',
      action: 'workspace.unlock',
      input: async () => ({ workspaceId: await workspace() }),
    },
    { mutation: 'lockWorkspace', action: 'workspace.lock', input: async () => ({ workspaceId: await workspace() }) },
    {
      mutation: 'forceUnlockWorkspace',
      action: 'workspace.force-unlock',
      input: async () => ({ workspaceId: await workspace() }),
    },
    {
      mutation: 'deleteWorkspace',
      action: 'workspace.delete',
      input: async () => ({ workspace: { id: await workspace() }, force: true }),
    },
    { mutation: 'deleteProject', action: 'project.delete', input: async () => ({ projectId: await project() }) },
    {
      mutation: 'removeOrganizationMember',
      action: 'membership.delete',
      input: async () => ({ id: await membership() }),
    },
    { mutation: 'deleteTeam', action: 'team.delete', input: async () => ({ id: await team() }) },
    { mutation: 'deleteOrganization', action: 'organization.delete', input: () => organization },
    // Authorities
    { mutation: 'createMount', action: 'mount.create', input: () => ({ path: 'm' }) },
    {
      mutation: 'tuneMount',
      says: '"changed":{"description":{"from":"","to":"d"}}',
      action: 'mount.tune',
      input: () => ({ path: 'm', description: 'd' }),
    },
    {
      mutation: 'generateRoot',
      action: 'issuer.generate-root',
      input: () => ({ ...mount, type: 'internal', commonName: 'R', keyType: 'ec', issuerName: 'r' }),
      keep: { root: 'root.certificate' },
    },
    {
      mutation: 'rotateRoot',
      action: 'issuer.rotate-root',
      input: () => ({ ...mount, type: 'internal', commonName: 'S', keyType: 'ec', issuerName: 's' }),
    },
    { mutation: 'replaceRoot', action: 'issuer.replace-root', input: () => ({ ...mount, default: 's' }) },
    {
      mutation: 'updateIssuer',
      says: '"leafNotAfterBehavior":{"from":"err","to":"permit"}',
      action: 'issuer.update',
      input: () => ({ ...mount, reference: 'r', leafNotAfterBehavior: 'permit' }),
    },
    {
      mutation: 'configureUrls',
      action: 'mount.urlsConfig',
      input: () => ({ ...mount, issuingCertificates: ['http://a.example/ca'] }),
    },
    {
      mutation: 'configureCluster',
      action: 'mount.clusterConfig',
      input: () => ({ ...mount, path: 'https://a.example/v1/m' }),
    },
    {
      mutation: 'configureCrl',
      says: '"enableDelta":{"from":false,"to":true}',
      action: 'mount.crlConfig',
      input: () => ({ ...mount, enableDelta: true, autoRebuild: true }),
    },
    { mutation: 'configureIssuers', action: 'config.issuers', input: () => ({ ...mount, default: 'r' }) },
    {
      mutation: 'generateKey',
      action: 'key.generate',
      input: () => ({ ...mount, type: 'internal', keyType: 'ec', keyName: 'k' }),
    },
    {
      mutation: 'updateKey',
      says: '"name":{"from":"k","to":"l"}',
      action: 'key.update',
      input: () => ({ ...mount, reference: 'k', keyName: 'l' }),
    },
    { mutation: 'importKey', action: 'key.import', input: () => ({ ...mount, pemBundle: pem(), keyName: 'i' }) },
    { mutation: 'configureKeys', action: 'config.keys', input: () => ({ ...mount, default: 'i' }) },
    { mutation: 'deleteKey', action: 'key.delete', input: () => ({ ...mount, reference: 'l' }) },
    {
      mutation: 'generateIntermediate',
      action: 'key.sign-request',
      input: () => ({ ...mount, type: 'existing', keyRef: 'i', commonName: 'I' }),
      keep: { csr: 'generated.csr' },
    },
    {
      mutation: 'generateIntermediate',
      action: 'key.generate',
      input: () => ({ ...mount, type: 'internal', keyType: 'ec', commonName: 'J' }),
    },
    {
      mutation: 'crossSignIntermediate',
      says: '"subject":"CN=I"',
      action: 'key.sign-request',
      input: () => ({ ...mount, keyRef: 'i', commonName: 'I' }),
    },
    {
      mutation: 'signIntermediate',
      action: 'certificate.sign-intermediate',
      input: () => ({ ...mount, csr: of('csr'), commonName: 'I' }),
      keep: { intermediate: 'issued.certificate' },
    },
    {
      mutation: 'importIssuers',
      action: 'issuer.import',
      input: () => ({ ...mount, pemBundle: of('intermediate'), way: 'SIGNED' }),
    },
    {
      mutation: 'signSelfIssued',
      action: 'certificate.sign-self-issued',
      input: () => ({ ...mount, certificate: of('root') }),
    },
    {
      mutation: 'createRole',
      action: 'role.write',
      input: () => ({ ...mount, name: 'w', allowAnyName: true, keyType: 'any', generateLease: true }),
    },
    {
      mutation: 'updateRole',
      action: 'role.patch',
      input: () => ({ ...mount, name: 'w', requireCn: false, keyType: 'ec' }),
    },
    {
      mutation: 'issueCertificate',
      action: 'certificate.issue',
      input: () => ({ ...mount, role: 'w', commonName: 'a.example' }),
      keep: { serial: 'issued.serialNumber', lease: 'issued.leaseId' },
    },
    { mutation: 'revokeLease', action: 'certificate.revoke', input: () => ({ leaseId: of('lease') }) },
    {
      mutation: 'issueCertificate',
      action: 'certificate.issue',
      input: () => ({ ...mount, role: 'w', commonName: 'b.example' }),
      keep: { serial: 'issued.serialNumber' },
    },
    {
      mutation: 'revokeCertificate',
      action: 'certificate.revoke',
      input: () => ({ ...mount, serialNumber: of('serial') }),
    },
    {
      mutation: 'issueCertificate',
      action: 'certificate.issue',
      input: () => ({ ...mount, role: 'w', commonName: 'c.example' }),
      keep: { serial: 'issued.serialNumber', key: 'issued.privateKey' },
    },
    {
      mutation: 'revokeCertificateWithKey',
      action: 'certificate.revoke',
      input: () => ({ ...mount, serialNumber: of('serial'), privateKey: of('key') }),
    },
    {
      mutation: 'signCertificate',
      action: 'certificate.sign',
      input: () => ({ ...mount, role: 'w', csr: of('csr'), commonName: 'd.example' }),
    },
    { mutation: 'signVerbatim', action: 'certificate.sign-verbatim', input: () => ({ ...mount, csr: of('csr') }) },
    { mutation: 'delegateOcsp', action: 'ocsp.delegate', input: () => ({ ...mount, issuer: 'r' }) },
    { mutation: 'endOcspDelegation', action: 'ocsp.end-delegation', input: () => ({ ...mount, issuer: 'r' }) },
    { mutation: 'rotateCrl', action: 'crl.rotate-complete', input: () => mount },
    {
      mutation: 'signRevocationList',
      action: 'crl.sign-revocation-list',
      input: () => ({ ...mount, issuer: 'r', crlNumber: 9 }),
      keep: { crl: 'crl' },
    },
    {
      mutation: 'resignCrls',
      action: 'crl.resign',
      input: () => ({ ...mount, issuer: 'r', crlNumber: 10, crls: [of('crl')] }),
    },
    { mutation: 'revokeIssuer', action: 'issuer.revoke', input: () => ({ ...mount, reference: 's' }) },
    { mutation: 'deleteIssuer', action: 'issuer.delete', input: () => ({ ...mount, reference: 's' }) },
    { mutation: 'deleteRole', action: 'role.delete', input: () => ({ ...mount, name: 'w' }) },
    { mutation: 'deleteRoot', action: 'issuer.delete-all', input: () => mount },
    {
      mutation: 'moveMount',
      says: '"path":{"from":"m","to":"n"}',
      action: 'mount.move',
      input: () => ({ from: 'm', to: 'n' }),
    },
    { mutation: 'deleteMount', action: 'mount.delete', input: () => ({ path: 'n' }) },
  ];
}
