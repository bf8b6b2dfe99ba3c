import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
beforeAll(async () => {
  world = await openInstallation();
});
afterAll(() => world.end());

const inside = 'organization { memberships { nodes { user { username } } } teamCount teams { nodes { name } } }';

test('the answer to whoever founds an organization, or accepts an invitation, shows what members see', async () => {
  const founder = await world.token({ userId: await world.user({ username: 'founder' }) });
  const created = await world.say(
    `mutation { createOrganization(input: { name: "fresh", email: "a@b.example" }) { ${inside} } }`,
    {},
    founder,
  );
  const nodes = [{ user: { username: 'founder' } }];
  const teams = { nodes: [{ name: 'owners' }] };
  expect(created).toMatchObject({
    data: { createOrganization: { organization: { memberships: { nodes }, teamCount: 1, teams } } },
  });

  const { organizationId } = await world.client.team.findFirstOrThrow({ where: { organization: { name: 'fresh' } } });
  const userId = await world.user({ username: 'guest' });
  const crew = await world.team(organizationId, { name: 'crew' });
  await world.member(organizationId, userId, crew);
  const { id } = await world.client.organizationMembership.findFirstOrThrow({ where: { userId } });
  await world.client.organizationMembership.update({ where: { id }, data: { status: 'invited' } });
  const guest = await world.token({ userId });
  const of = `organizationMembership { ${inside} teams { nodes { name } } }`;
  const invited = await world.say(`{ myMemberships { nodes { ${inside} teams { nodes { name } } } } }`, {}, guest);
  const nothing = { memberships: { nodes: [] }, teamCount: 0, teams: { nodes: [] } };
  expect(invited).toMatchObject({
    data: { myMemberships: { nodes: [{ organization: nothing, teams: { nodes: [] } }] } },
  });
  const accepted = await world.say(`mutation { acceptInvitation(input: { id: "${id}" }) { ${of} } }`, {}, guest);
  expect(accepted).toMatchObject({
    data: {
      acceptInvitation: {
        organizationMembership: {
          organization: { memberships: { nodes: [{}, {}] }, teamCount: 2, teams: { nodes: [{}, {}] } },
          teams: { nodes: [{ name: 'crew' }] },
        },
      },
    },
  });
});
