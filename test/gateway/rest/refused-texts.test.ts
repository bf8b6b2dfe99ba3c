import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
const made: Record<string, string> = {};
beforeAll(async () => {
  live = await openLive();
  made['ws'] = await idOf('/organizations/default/workspaces', 'workspaces', { name: 'made' });
  made['prj'] = await idOf('/organizations/default/projects', 'projects', { name: 'made' });
  made['team'] = await idOf('/organizations/default/teams', 'teams', { name: 'made' });
  const account = z
    .object({ data: z.object({ id: z.string() }) })
    .parse((await live.call('GET', '/account/details')).body);
  made['user'] = account.data.id;
});
afterAll(() => live.close());

type Attributes = Readonly<Record<string, unknown>>;

const body = (type: string, attributes: Attributes, relationships: object = {}) => ({
  data: { type, attributes, relationships },
});

async function idOf(path: string, type: string, attributes: Attributes): Promise<string> {
  const answer = await live.call('POST', path, body(type, attributes));
  return z.object({ data: z.object({ id: z.string() }) }).parse(answer.body).data.id;
}

const refusals = z.object({
  errors: z
    .array(
      z.object({
        status: z.string(),
        title: z.string(),
        detail: z.string(),
        source: z.object({ pointer: z.string() }),
      }),
    )
    .nonempty(),
});

/** @param at parts in braces are ids of what was made */
async function refused(method: string, at: string, sent: object) {
  const path = at.replaceAll(/\{(\w+)\}/g, (_, name: string) => made[name] ?? '');
  const answer = await live.call(method, path, sent);
  expect(answer.status, JSON.stringify(answer.body)).toBe(422);
  const [error] = refusals.parse(answer.body).errors;
  if (!error) throw new Error('nothing was said');
  // What is missing or of a wrong type makes a malformed document.
  const { detail, source } = error;
  const malformed = detail.startsWith('data.') || detail.endsWith(' is required');
  const breaksRule = source.pointer.startsWith('/data/attributes/') && !malformed;
  expect(error).toMatchObject({ status: '422', title: breaksRule ? 'invalid attribute' : 'Unprocessable Entity' });
  // The names of GraphQL's fields are none of this dialect's.
  expect(error.detail).not.toMatch(/\b[a-z]+[A-Z]/);
  return { pointer: error.source.pointer, detail: error.detail };
}

const long = (length: number) => 'x'.repeat(length);
const workspace = ['PATCH', '/workspaces/{ws}', 'workspaces'] as const;
const project = ['PATCH', '/projects/{prj}', 'projects'] as const;
const team = ['PATCH', '/teams/{team}', 'teams'] as const;
const organization = ['PATCH', '/organizations/default', 'organizations'] as const;
const account = ['PATCH', '/account/update', 'users'] as const;
const userToken = ['POST', '/users/{user}/authentication-tokens', 'authentication-tokens'] as const;
const teamToken = ['POST', '/teams/{team}/authentication-tokens', 'authentication-tokens'] as const;

describe('an attribute that does not fit is named as the document names it', () => {
  test.each([
    [workspace, 'description', long(1_025)],
    [workspace, 'description', 'a\0b'],
    [workspace, 'description', 1],
    [workspace, 'terraform-version', ''],
    [workspace, 'terraform-version', 'newest'],
    [workspace, 'terraform-version', '1.x'],
    [workspace, 'working-directory', long(1_025)],
    [workspace, 'working-directory', 'a\nb'],
    [workspace, 'auto-destroy-activity-duration', ''],
    [workspace, 'auto-destroy-activity-duration', '14'],
    [workspace, 'auto-destroy-activity-duration', '12345d'],
    [workspace, 'auto-destroy-activity-duration', '-1d'],
    [workspace, 'auto-destroy-activity-duration', 14],
    [workspace, 'auto-destroy-at', 'tomorrow'],
    [workspace, 'source-name', long(256)],
    [workspace, 'source-url', 'javascript:alert(1)'],
    [workspace, 'source-url', 'https://example.com/ a'],
    [workspace, 'trigger-prefixes', [long(1_025)]],
    [workspace, 'trigger-prefixes', Array.from({ length: 101 }, String)],
    [workspace, 'trigger-patterns', Array.from({ length: 101 }, String)],
    [workspace, 'auto-apply', 'yes'],
    [workspace, 'name', 'a b'],
    [project, 'description', long(257)],
    [project, 'auto-destroy-activity-duration', '2 weeks'],
    [project, 'name', 'ab'],
    [team, 'name', 'a/b'],
    [team, 'sso-team-id', long(256)],
    [team, 'description', long(1_025)],
    [team, 'visibility', 'public'],
    [organization, 'name', 'a b'],
    [organization, 'email', 'nobody'],
    [account, 'username', 'a b'],
    [account, 'email', 'nobody'],
    [userToken, 'description', long(256)],
    [userToken, 'expired-at', '2001-02-03T04:05:06.789Z'],
    [userToken, 'expired-at', 'tomorrow'],
    [teamToken, 'description', long(256)],
  ] as const)('%j: %s', async ([method, path, type], name, value) => {
    const { pointer, detail } = await refused(method, path, body(type, { [name]: value }));
    expect(pointer).toBe(`/data/attributes/${name}`);
    expect(detail.toLowerCase().replaceAll(/[ _]/g, '-')).toContain(name);
  });

  test.each([
    ['branch', long(256), 'branch must have at most 255 characters and no control characters'],
    ['identifier', '', "VCS repository identifier can't be blank"],
  ])('in the repository of a workspace: %s', async (name, value, words) => {
    const repo = { 'vcs-repo': { identifier: 'acme/net', [name]: value } };
    expect(await refused('PATCH', '/workspaces/{ws}', body('workspaces', repo))).toEqual({
      pointer: `/data/attributes/vcs-repo/${name}`,
      detail: words,
    });
  });

  test.each([
    ['message', long(10_001), 'must have at most 10000 characters and no control characters but tabs and line ends'],
    ['message', 'a\0b', 'must have at most 10000 characters and no control characters but tabs and line ends'],
    ['terraform-version', 'newest', 'must be a version such as 1.11.4, a constraint such as ~> 1.11.0, or latest'],
  ])('of a run: %s', async (name, value, words) => {
    const sent = body('runs', { [name]: value }, { workspace: { data: { id: made['ws'] } } });
    expect(await refused('POST', '/runs', sent)).toEqual({
      pointer: `/data/attributes/${name}`,
      detail: `${name} ${words}`,
    });
  });

  const ofTeam = { team: { data: { id: 'team-AAAAAAAAAAAAAAAA', type: 'teams' } } };
  test.each([
    [
      'a team that is none',
      '/team-projects',
      () => body('team-projects', { access: 'read' }, { ...ofTeam, project: { data: { id: made['prj'] } } }),
      '/data/relationships/team/data/id',
      'team names no team of the organization',
    ],
    [
      'a part of a custom access beside a level',
      '/team-workspaces',
      () => {
        const relationships = { team: { data: { id: made['team'] } }, workspace: { data: { id: made['ws'] } } };
        return body('team-workspaces', { access: 'read', 'state-versions': 'write' }, relationships);
      },
      '/data/attributes/state-versions',
      "State versions is read-only when access level is 'read'; use the 'custom' access level to set this attribute.",
    ],
    [
      'teams of a new member',
      '/organizations/default/organization-memberships',
      () => body('organization-memberships', { email: 'a@example.com' }, { teams: { data: [{ id: 'x' }, {}] } }),
      '/data/relationships/teams/data/1/id',
      'data.relationships.teams.data.1.id is missing',
    ],
    [
      'members of a team',
      '/teams/{team}/relationships/users',
      () => ({ data: [{ id: 'nobody', type: 'users' }] }),
      '/data',
      'data names somebody who is not a member of the organization',
    ],
    [
      'nobody as members of a team',
      '/teams/{team}/relationships/organization-memberships',
      () => ({ data: [] }),
      '/data',
      'data must name at least one member',
    ],
    [
      'consumers without ids',
      '/workspaces/{ws}/relationships/remote-state-consumers',
      () => ({ data: [{ type: 'workspaces' }] }),
      '/data/0/id',
      'data.0.id is missing',
    ],
    [
      'content that is no base64',
      '/workspaces/{ws}/state-versions',
      () => body('state-versions', { serial: 1, md5: long(32), 'json-state': '%' }),
      '/data/attributes/md5',
      'md5 must be the MD5 hash of the raw state: 32 hexadecimal digits',
    ],
    [
      'JSON state that is no base64',
      '/workspaces/{ws}/state-versions',
      () => body('state-versions', { serial: 1, md5: '0'.repeat(32), 'json-state': '%' }),
      '/data/attributes/json-state',
      'json-state is not valid base64',
    ],
    [
      'a tag that is none',
      '/organizations/default/workspaces',
      () => body('workspaces', { name: 'other' }, { 'tag-bindings': { data: [{ attributes: { key: 'a;b' } }] } }),
      '/data/relationships/tag-bindings',
      'Tag key "a;b" has characters that tags do not allow',
    ],
    [
      'a reason for a lock',
      '/workspaces/{ws}/actions/lock',
      () => ({ reason: long(1_025) }),
      '/data/attributes/reason',
      'reason must have at most 1024 characters and no control characters but tabs and line ends',
    ],
  ])('%s', async (_, path, sent, pointer, detail) => {
    expect(await refused('POST', path, sent())).toEqual({ pointer, detail });
  });
});

test.each([
  ['description', 'ä'.repeat(1_024)],
  ['description', 'two\nlines'],
  ['terraform-version', 'latest'],
  ['terraform-version', '1.12.0-beta1'],
  ['terraform-version', '~> 1.3.0'],
  ['terraform-version', '>= 1.3, < 2'],
  ['auto-destroy-activity-duration', '14d'],
  ['auto-destroy-activity-duration', '9999h'],
  ['auto-destroy-activity-duration', null],
  ['working-directory', ''],
  ['source-url', 'https://example.com/x?y=z'],
])('%s may be %j', async (name, value) => {
  const answer = await live.call('PATCH', `/workspaces/${made['ws']}`, body('workspaces', { [name]: value }));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
});

test('GraphQL names the same in its own way', async () => {
  const mutation = `mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { problems { code message field } } }`;
  const answer = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: mutation,
      variables: { input: { workspace: { id: made['ws'] }, autoDestroyDuration: 'soon' } },
    }),
  });
  expect(await answer.json()).toMatchObject({
    data: {
      updateWorkspace: {
        problems: [
          {
            code: 'INVALID_INPUT',
            message: 'autoDestroyDuration must be 1 to 4 digits followed by d or h, such as 14d',
            field: ['autoDestroyDuration'],
          },
        ],
      },
    },
  });
});
