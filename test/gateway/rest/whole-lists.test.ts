import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const named = z.object({ id: z.string(), type: z.string() });
const one = z.object({ data: named });
const several = z.object({ data: z.array(named), included: z.array(named).optional() });

async function made(path: string, attributes: object): Promise<string> {
  const { status, body } = await live.call('POST', path, { data: { attributes } });
  expect(status).toBe(201);
  return one.parse(body).data.id;
}

const tags = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'tag-bindings',
    attributes: { key: `${prefix}${String(index).padStart(3, '0')}`, value: String(index) },
  }));

test('tags of a workspace and its project, more than a page has; none carries more than a hundred', async () => {
  const projectId = await made('/organizations/default/projects', { name: 'tagged' });
  const { body } = await live.call('POST', '/organizations/default/workspaces', {
    data: { attributes: { name: 'tagged' }, relationships: { project: { data: { id: projectId, type: 'projects' } } } },
  });
  const { id } = one.parse(body).data;
  const bind = (path: string, data: object[]) => live.call('PATCH', `${path}/tag-bindings`, { data });
  expect(await bind(`/projects/${projectId}`, tags('a', 100))).toMatchObject({ status: 200 });
  expect(await bind(`/workspaces/${id}`, tags('b', 80))).toMatchObject({ status: 200 });
  const refused = await bind(`/workspaces/${id}`, tags('c', 21));
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ detail: 'At most 100 tags are allowed' }] } });

  const effective = [...tags('a', 100), ...tags('b', 80)].map(({ attributes: { key } }) => `${id}:${key}`);
  const listed = several.parse((await live.call('GET', `/workspaces/${id}/effective-tag-bindings`)).body);
  expect(listed.data.map((each) => each.id)).toEqual(effective);
  for (const path of [`/workspaces/${id}`, '/organizations/default/workspaces/tagged']) {
    const shown = await live.call('GET', `${path}?include=effective_tag_bindings`);
    const document = several.pick({ included: true }).parse(shown.body);
    expect(document.included?.map((each) => each.id)).toEqual(effective);
  }
  const own = several.parse((await live.call('GET', `/workspaces/${id}/tag-bindings`)).body);
  expect(own.data).toHaveLength(80);
  expect(several.parse((await live.call('GET', `/projects/${projectId}/tag-bindings`)).body).data).toHaveLength(100);
});

test('teams of a member, more than a page has', async () => {
  const teamIds: string[] = [];
  for (let number = 0; number < 105; number += 1)
    teamIds.push(await made('/organizations/default/teams', { name: `team-${number}` }));
  const root = { data: [{ type: 'users', id: 'root' }] };
  for (const id of teamIds) await live.call('POST', `/teams/${id}/relationships/users`, root);
  const path = '/organizations/default/organization-memberships';
  const member = z.object({
    data: z.tuple([
      z.object({ id: z.string(), relationships: z.object({ teams: z.object({ data: z.array(named) }) }) }),
    ]),
    included: z.array(named),
  });
  const { data, included } = member.parse((await live.call('GET', `${path}?q=root&include=teams`)).body);
  const [membership] = data;
  // Those made here, and the owners.
  expect(membership.relationships.teams.data.map(({ id }) => id)).toEqual(expect.arrayContaining(teamIds));
  expect(membership.relationships.teams.data).toHaveLength(106);
  expect(included.map(({ id }) => id)).toEqual(membership.relationships.teams.data.map(({ id }) => id));
  const shown = await live.call('GET', `/organization-memberships/${membership.id}`);
  expect(shown.body).toMatchObject({ data: { relationships: { teams: membership.relationships.teams } } });
  const { body } = await live.call('GET', '/organization-memberships');
  expect(body).toMatchObject({
    data: [{ relationships: { teams: membership.relationships.teams } }],
    meta: { pagination: { 'total-count': 1 } },
  });
});
