import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { ProjectStore } from '../../../src/state/projects/project.store.js';
import { openStateService } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

test('projects with a tag are found along indexes, whatever tags others have', async () => {
  const store = new ProjectStore({ client: world.client, names: world.database });
  const statements: string[] = [];
  const end = world.database.onStatement(({ sql }) => statements.push(sql));
  const seen = { filter: { tagged: [{ key: 'a', value: 'b' }] }, seen: null };
  const order = { field: 'name', direction: 'ASC' } as const;
  await store.connection({ id: 'org-x', projectCount: 0n }, { ...seen, order }, pageAsked({}));
  end();
  const [sql = ''] = statements.filter((each) => each.includes('"TagBinding"'));
  const values = Array.from(sql.matchAll(/\?/g), () => '1');
  const plan = (await world.database.readSql(`EXPLAIN QUERY PLAN ${sql}`, values)).map(({ detail }) => String(detail));
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH Tag USING .*INDEX .*organizationId=\? AND key=\?/));
  expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([]);
});
