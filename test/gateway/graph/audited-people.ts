import { certify } from '../../pki/x509/authority.js';
import { keptIn, rowsOf } from './audited-rows.js';
import type { Step } from './audited-steps.js';
import type { Installation } from './installation.js';

const organization = { organization: 'acme' };
const named = { organization: { name: 'acme' } };
const alice = { method: 'userpass', name: 'alice' };
const routers = { method: 'scep', name: 'routers' };
const none = () => ({});

let own: string | null = null;
/** The certificate that callers show from now on. */
async function shown(installation: Installation): Promise<string> {
  if (own !== null) return own;
  const notBefore = installation.clock.now();
  const made = await certify({ content: { notBefore, notAfter: new Date(notBefore.getTime() + 86_400_000) } });
  installation.presents(made.certificate.der);
  own = made.pem;
  return own;
}

/** People, their organization, and tokens. */
export function peopleSteps(installation: () => Installation, kept: Readonly<Record<string, string>>): readonly Step[] {
  const of = keptIn(kept);
  const { team, membership } = rowsOf(installation);
  return [
    // People
    { mutation: 'createUser', action: 'user.create', input: () => ({ username: 'eve', email: 'eve@example.com' }) },
    {
      mutation: 'updateUser',
      action: 'user.update',
      input: () => ({ user: { username: 'eve' }, email: 'e@example.com' }),
    },
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
      input: () => ({ ...named, email: 'b@example.com' }),
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
    { mutation: 'regenerateOrganizationToken', action: 'token.create', input: () => named },
    { mutation: 'revokeOrganizationToken', action: 'token.revoke', input: () => named },
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
      mutation: 'createServiceToken',
      action: 'token.create',
      input: () => ({ ttl: 3600 }),
      keep: { named: 'issued.token.accessor' },
    },
    {
      mutation: 'renewServiceToken',
      action: 'token.renew',
      input: () => ({ token: { accessor: of('named') } }),
    },
    { mutation: 'revokeServiceToken', action: 'token.revoke', input: () => ({ token: { accessor: of('named') } }) },
    {
      mutation: 'createServiceToken',
      action: 'token.create',
      input: () => ({ ttl: 3600 }),
      keep: { namedText: 'issued.text' },
    },
    { mutation: 'writeTokenRole', action: 'token-role.write', input: () => ({ name: 'r', orphan: true }) },
    { mutation: 'deleteTokenRole', action: 'token-role.delete', input: () => ({ name: 'r' }) },
    {
      mutation: 'enableAuthMethod',
      action: 'auth-method.enable',
      input: () => ({ path: 'userpass', type: 'userpass' }),
    },
    { mutation: 'tuneAuthMethod', action: 'auth-method.tune', input: () => ({ path: 'userpass', description: 'd' }) },
    { mutation: 'writeAuthRole', action: 'auth-role.write', input: () => ({ ...alice, password: 'p' }) },
    { mutation: 'setAuthPassword', action: 'auth-role.set-password', input: () => ({ ...alice, password: 'q' }) },
    { mutation: 'setAuthPolicies', action: 'auth-role.write', input: () => ({ ...alice, policies: ['default'] }) },
    { mutation: 'signIn', action: 'token.create', input: () => ({ ...alice, password: 'q' }) },
    { mutation: 'deleteAuthRole', action: 'auth-role.delete', input: () => alice },
    { mutation: 'disableAuthMethod', action: 'auth-method.disable', input: () => ({ path: 'userpass' }) },
    { mutation: 'enableAuthMethod', action: 'auth-method.enable', input: () => ({ path: 'cert', type: 'cert' }) },
    {
      mutation: 'configureCertAuth',
      action: 'auth-method.configure',
      input: () => ({ path: 'cert', disableBinding: true }),
    },
    {
      mutation: 'writeAuthRole',
      action: 'auth-role.write',
      input: async () => ({ method: 'cert', name: 'm', certificateRule: { certificate: await shown(installation()) } }),
    },
    { mutation: 'signInWithCertificate', action: 'token.create', input: () => ({ method: 'cert' }) },
    { mutation: 'enableAuthMethod', action: 'auth-method.enable', input: () => ({ path: 'scep', type: 'scep' }) },
    { mutation: 'writeAuthRole', action: 'auth-role.write', input: () => ({ ...routers, challenge: 'c' }) },
    { mutation: 'createAuthChallenge', action: 'auth-challenge.create', input: () => routers },
    {
      mutation: 'wrapData',
      action: 'answer.wrap',
      input: () => ({ data: { a: 1 }, ttl: 60 }),
      keep: { wrapping: 'wrapInfo.token' },
    },
    {
      mutation: 'rewrapAnswer',
      action: 'answer.wrap',
      input: () => ({ token: of('wrapping') }),
      keep: { rewrapping: 'wrapInfo.token' },
    },
    { mutation: 'unwrapAnswer', action: 'answer.unwrap', input: () => ({ token: of('rewrapping') }) },
    { mutation: 'revokeTokenAlone', action: 'token.revoke', input: () => ({ token: of('namedText') }) },
    {
      mutation: 'writePolicy',
      action: 'policy.write',
      input: () => ({ name: 'p', policy: 'path "x" { capabilities = ["read"] }' }),
    },
    { mutation: 'deletePolicy', action: 'policy.delete', input: () => ({ name: 'p' }) },
  ];
}

/** What ends with the organization, once its workspaces are gone. */
export function endingSteps(installation: () => Installation): readonly Step[] {
  const { team, membership } = rowsOf(installation);
  return [
    {
      mutation: 'removeOrganizationMember',
      action: 'membership.delete',
      input: async () => ({ id: await membership() }),
    },
    { mutation: 'deleteTeam', action: 'team.delete', input: async () => ({ id: await team() }) },
    { mutation: 'deleteOrganization', action: 'organization.delete', input: () => named },
  ];
}
