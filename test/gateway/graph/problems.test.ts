import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { lineage, md5, stateOf } from '../../state/service.js';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
let workspaceId = '';
const token = { owner: '', writer: '' };

/** What a frontend asks of any problem, and what each type tells besides. */
const problems = `problems {
  __typename code message field
  ... on InputProblem { index limit }
  ... on LimitProblem { limit }
  ... on LockHeldProblem { lock { holderKind holderName reason user { username } } }
  ... on StateConflictProblem { currentSerial currentMd5 currentLineage }
  ... on ContentMismatchProblem { found }
  ... on StorageQuotaProblem { storage { usedBytes quotaBytes } }
  ... on BrokenRuleProblem { rule meaning value }
}`;

async function told(mutation: string, input: object, who: keyof typeof token = 'owner'): Promise<unknown> {
  const type = `${mutation.slice(0, 1).toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { done: ${mutation}(input: $input) { ${problems} } }`;
  const { data, errors } = await world.say(query, { input }, token[who]);
  expect(errors).toEqual([]);
  return data;
}
const refusal = (...found: object[]) => ({
  done: { problems: found.map((one): unknown => expect.objectContaining(one)) },
});

const state = (serial: number, content = stateOf(serial)) => ({
  ...{ workspaceId, serial, lineage, md5: md5(content), state: content.toString('base64') },
});

beforeAll(async () => {
  world = await openInstallation();
  const { organizationId, organization, owner, ownerId, services } = world;
  const { id } = await services.workspaces.create(owner, organization, { name: 'one' });
  workspaceId = ids.workspace.require(id);
  await services.locks.lock(owner, workspaceId, { reason: 'mine' });
  await world.create(ids.workspace.require(id), stateOf(5));
  const writers = await world.team(organizationId, { name: 'writers' });
  await world.onWorkspace(writers, workspaceId, { access: 'write', runs: 'read', stateVersions: 'none' });
  const writer = await world.user({ username: 'writer' });
  await world.member(organizationId, writer, writers);
  token.owner = await world.token({ userId: ownerId });
  token.writer = await world.token({ userId: writer });
  await world.turn();
  await world.settled();
});
afterAll(() => world.end());

describe('a problem tells', () => {
  test('who holds the lock', async () => {
    const lock = { holderKind: 'USER', reason: 'mine', user: { username: expect.any(String) as string } };
    const held = { __typename: 'LockHeldProblem', lock: expect.objectContaining(lock) as object };
    expect(await told('lockWorkspace', { workspace: { id: workspaceId } }, 'writer')).toEqual(
      refusal({ ...held, code: 'ALREADY_LOCKED', field: null }),
    );
    expect(await told('createStateVersion', state(6), 'writer')).toEqual(
      refusal({ ...held, code: 'LOCK_HELD_BY_OTHER' }),
    );
    expect(await told('deleteWorkspace', { workspace: { id: workspaceId } })).toEqual(
      refusal({ ...held, code: 'WORKSPACE_LOCKED' }),
    );
  });

  test('what the workspace knows of its state', async () => {
    const known = { currentSerial: 5, currentMd5: md5(stateOf(5)), currentLineage: lineage };
    expect(await told('createStateVersion', state(4))).toEqual(
      refusal({ ...known, __typename: 'StateConflictProblem', code: 'SERIAL_STALE', field: ['serial'] }),
    );
  });

  test('what is inside the content', async () => {
    expect(await told('createStateVersion', { ...state(6), serial: 7 })).toEqual(
      refusal({ __typename: 'ContentMismatchProblem', field: ['serial'], found: '6' }),
    );
  });

  test('which item of a list is wrong, and which limit a value passes', async () => {
    const place = { organization: world.organization, name: 'two' };
    const tags = [{ key: 'good' }, { key: 'b%d' }];
    expect(await told('createWorkspace', { ...place, tags })).toEqual(
      refusal({ __typename: 'InputProblem', field: ['tags'], index: 1, limit: null }),
    );
    expect(await told('createWorkspace', { ...place, name: 'n'.repeat(91) })).toEqual(
      refusal({ __typename: 'InputProblem', field: ['name'], index: null, limit: 90 }),
    );
  });

  test('how much of the quota is used, and that to owners alone', async () => {
    const quota = { organization: { name: world.organization }, kind: 'BYTES', bytes: 10 };
    expect(
      await world.say(
        'mutation ($input: SetStorageQuotaInput!) { setStorageQuota(input: $input) { problems { code } } }',
        { input: quota },
      ),
    ).toMatchObject({ errors: [] });
    await world.say(
      'mutation ($input: UnlockWorkspaceInput!) { unlockWorkspace(input: $input) { problems { code } } }',
      { input: { workspace: { id: workspaceId } } },
      token.owner,
    );
    await told('lockWorkspace', { workspace: { id: workspaceId } }, 'writer');
    const full = { __typename: 'StorageQuotaProblem', code: 'STORAGE_QUOTA_EXCEEDED' };
    expect(await told('createStateVersion', state(6), 'writer')).toEqual(refusal({ ...full, storage: null }));
    await told('forceUnlockWorkspace', { workspace: { id: workspaceId } });
    await told('lockWorkspace', { workspace: { id: workspaceId } });
    expect(await told('createStateVersion', state(6))).toEqual(
      refusal({ ...full, storage: { usedBytes: stateOf(5).length, quotaBytes: 10 } }),
    );
  });

  test('each broken rule of a role, with its value', async () => {
    token.owner = world.rootToken;
    const broken = await told('createRole', { name: 'web', ttl: 7_200, maxTtl: 3_600 });
    expect(broken).toEqual({
      done: {
        problems: expect.arrayContaining([
          expect.objectContaining({
            __typename: 'BrokenRuleProblem',
            code: 'REQUEST_REFUSED',
            rule: 'ttl-within-max',
            meaning: 'The default time to live of a role must not exceed its maximum',
            value: expect.any(String) as string,
          }),
        ]) as object,
      },
    });
  });
});

describe('what Vault calls otherwise has the words of GraphQL', () => {
  test.each<readonly [mutation: string, input: object, message: string]>([
    ['rotateCrl', { mount: 'nowhere' }, 'there is no mount at nowhere/'],
    ['moveMount', { mount: { path: 'nowhere' }, path: 'x' }, 'there is no mount at nowhere/'],
    ['createRole', { name: 'r', notAfterBound: 'x' }, 'notAfterBound'],
    ['generateRoot', { type: 'INTERNAL', commonName: '' }, 'the commonName field is required'],
    ['configureCrl', { maxCrlEntries: -2 }, 'maxCrlEntries must be -1, for no limit, or more'],
    ['configureCrl', { shards: 2 }, 'set aiaPath or path of config/cluster first'],
    ['configureKeys', { default: 'nobody' }, 'there is no key with the reference nobody'],
    ['configureAcme', { allowedIssuers: ['nobody'] }, 'allowedIssuers: there is no issuer with the reference nobody'],
    ['createRole', { name: 'r', allowedOtherSans: ['x'] }, 'allowedOtherSans: expected a semicolon'],
    ['enableAuthMethod', { path: 'x', type: '' }, 'type must not be empty'],
    ['enableAuthMethod', { path: 'x', type: 'ldap' }, 'type must be one of userpass, cert, scep'],
    ['tuneAuthMethod', { path: 'nowhere' }, 'there is no method to sign in at nowhere/'],
    ['writeTokenRole', { name: 'r', type: 'BATCH' }, 'type cannot be BATCH for a role of non-orphan tokens'],
  ])('%s with %j', async (mutation, input, message) => {
    const type = `${mutation.slice(0, 1).toUpperCase()}${mutation.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { problems { message } } }`;
    const { data, errors } = await world.say(query, { input });
    expect(JSON.stringify([data, errors])).toContain(message);
    expect(JSON.stringify([data, errors])).not.toMatch(/[a-z]_[a-z]|no handler|unable to|failed to/);
  });
  test('the warnings of a role', async () => {
    const input = { name: 'leasing', generateLease: true, noStore: true, allowedUriSans: ['*.example.com'] };
    const { data } = await world.say(
      'mutation ($input: CreateRoleInput!) { createRole(input: $input) { warnings problems { message } } }',
      { input },
    );
    expect(data).toEqual({
      createRole: {
        problems: [],
        warnings: [
          expect.stringContaining('default issuing certificate'),
          'mutually exclusive values noStore=true and generateLease=true were both specified; noStore=true takes priority',
          'allowedUriSans: "*.example.com" allows nothing, as it has no scheme',
        ],
      },
    });
  });
});
