import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inlineCreation, md5Of, stateText, terraformData } from '../harness/content.js';
import { related } from '../harness/documents.js';
import { remoteName } from '../harness/backend-blocks.js';
import type { Server } from '../harness/server.js';
import { describeTerraform } from '../harness/site.js';
import type { Site } from '../harness/site.js';
import { fresh } from '../harness/world.js';
import type { Workspace } from '../harness/world.js';
import type { TwoServers } from '../harness/two-servers.js';

/** What two servers do on one database, while both run. */
export function sharedDatabase(both: { readonly get: TwoServers }): void {
  let one: Site<Server>;
  let other: Site<Server>;
  beforeAll(() => {
    ({ one, other } = both.get);
  });

  /** The same workspace through the other server. */
  const elsewhere = (workspace: Workspace) => workspace.as(other.root);

  describe('a server on PostgreSQL', () => {
    test('creates, reads and rolls back', async () => {
      const workspace = await (await one.world.workspace('default')).lock();
      const [first, second] = [1, 2].map((serial) =>
        stateText({ serial, lineage: 'pg', resources: [terraformData(`of-${serial}`, [0, 1])] }),
      );
      const version = await workspace.push(first!);
      const read = await workspace.processed(version.id);
      expect(read.attributes).toMatchObject({ status: 'finalized', serial: 1, 'terraform-version': '1.11.4' });
      await workspace.push(second!);
      const reply = await one.root.patch(`/workspaces/${workspace.id}/state-versions`, {
        data: {
          type: 'state-versions',
          relationships: { 'rollback-state-version': { data: { type: 'state-versions', id: version.id } } },
        },
      });
      const copy = reply.expect(201).one;
      expect(related(copy, 'rollback-state-version')).toBe(version.id);
      const content: unknown = JSON.parse((await workspace.currentContent()) ?? 'null');
      expect(content).toEqual({ ...(JSON.parse(first!) as object), serial: 3 });
    });

    test('keeps a quota of stored bytes together with the other', async () => {
      const organization = await one.world.organization();
      const workspaces = await Promise.all(Array.from({ length: 6 }, () => one.world.workspace(organization)));
      const state = stateText();
      const set = `mutation ($input: SetStorageQuotaInput!) { setStorageQuota(input: $input) { problems { code } } }`;
      const quotaBytes = state.length * 3;
      await one.root.graphql(z.unknown(), set, {
        input: { organization: { name: organization }, kind: 'BYTES', bytes: quotaBytes },
      });
      const statuses = await Promise.all(
        workspaces.map(async (workspace, index) => {
          await workspace.lock();
          const { root } = index % 2 === 0 ? one : other;
          return (await root.post(`/workspaces/${workspace.id}/state-versions`, inlineCreation(state))).status;
        }),
      );
      expect(statuses.sort()).toEqual([201, 201, 201, 413, 413, 413]);
      const shown = z.object({ organization: z.object({ storage: z.unknown() }) });
      for (const { root } of [one, other]) {
        const query = `query ($name: String!) { organization(name: $name) { storage { usedBytes quotaBytes } } }`;
        const found = await root.graphql(shown, query, { name: organization });
        expect(found.organization.storage).toEqual({ usedBytes: quotaBytes, quotaBytes });
      }
    });

    describeTerraform('with terraform', () => {
      test('applies, and the other server tells the outputs', async () => {
        const stem = fresh('pg');
        const applied = await one.started(remoteName, 'default', stem);
        await applied.apply({ word: 'kept' });
        const reader = await other.started(remoteName, 'default', stem);
        expect(await reader.ok('output', '-raw', 'word')).toBe('kept');
        await reader.apply({ word: 'changed' });
        expect(await applied.ok('output', '-raw', 'word')).toBe('changed');
      });
    });

    describe('the character NUL, which it has no place for', () => {
      test.each<[string, (path: string) => Promise<{ status: number }>, number]>([
        [
          'in a description',
          (path) => one.root.patch(path, { data: { attributes: { description: 'a\u0000b' } } }),
          422,
        ],
        ['in the reason of a lock', (path) => one.root.post(`${path}/actions/lock`, { reason: 'a\u0000b' }), 422],
        ['in a search', () => one.root.get('/organizations/default/projects?q=a%00b'), 200],
        ['in a name', () => one.root.get('/organizations/default/workspaces/a%00b'), 404],
        ['in an id', (path) => one.root.get(`${path}%00`), 404],
      ])('%s', async (_, ask, status) => {
        const workspace = await one.world.workspace('default');
        expect((await ask(`/workspaces/${workspace.id}`)).status).toBe(status);
      });

      test('in a state: it is stored, and its inventory says why there is none', async () => {
        const workspace = await (await one.world.workspace('default')).lock();
        const state = stateText({ serial: 1, lineage: 'nul', outputs: { 'a\u0000b': { value: 1, type: 'number' } } });
        const { id } = await workspace.push(state);
        const version = await workspace.processed(id);
        expect(version.attributes['processing-problem']).toEqual(expect.any(String));
        expect(md5Of((await workspace.currentContent()) ?? '')).toBe(md5Of(state));
      });
    });
  });

  describe('two servers on one database', () => {
    test('started once: one organization, one root, each migration once', async () => {
      expect(await both.get.rows(`SELECT count(*)::int AS n FROM "Organization" WHERE name = 'default'`)).toEqual([
        { n: 1 },
      ]);
      expect(await both.get.rows(`SELECT count(*)::int AS n FROM "User" WHERE username = 'root'`)).toEqual([{ n: 1 }]);
      const applied = await both.get.rows('SELECT migration_name AS name FROM _prisma_migrations');
      expect(new Set(applied.map(({ name }) => name)).size).toBe(applied.length);
    });

    test('see at once what the other did: state, locks, content', async () => {
      const workspace = await one.world.workspace('default');
      await elsewhere(workspace).lock();
      const refused = await one.root.post(`/workspaces/${workspace.id}/actions/lock`);
      expect(refused.refusal).toMatchObject({ status: 409, title: 'Conflict' });
      for (const [serial, site] of [one, other, one, other].entries()) {
        const here = workspace.as(site.root);
        const state = stateText({ serial, lineage: 'shared' });
        await here.push(state);
        for (const reader of [one, other]) {
          expect(md5Of((await workspace.as(reader.root).currentContent()) ?? '')).toBe(md5Of(state));
        }
      }
      // Signed by one, taken by the other.
      const announced = await workspace.announce(stateText({ serial: 9, lineage: 'shared' }));
      const url = String(announced.attributes['hosted-state-upload-url']).replace(one.server.http, other.server.http);
      const state = stateText({ serial: 9, lineage: 'shared' });
      (await other.root.as(null).send('PUT', url, state, { 'content-type': 'application/octet-stream' })).expect(200);
      expect(await workspace.currentContent()).toBe(state);
      await workspace.unlock();
      await elsewhere(workspace).lock();
    });

    test('of locks taken at once, one is had', async () => {
      const workspace = await one.world.workspace('default');
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          (n % 2 ? one : other).root.post(`/workspaces/${workspace.id}/actions/lock`),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    });

    test('versions written at once through both: each accepted one is there, in order, and one is current', async () => {
      const workspace = await (await one.world.workspace('default')).lock();
      const bodies = Array.from({ length: 16 }, (_, serial) => stateText({ serial, lineage: 'race', padding: 2_000 }));
      const outcomes = await Promise.all(
        bodies.map((state, n) =>
          workspace
            .as((n % 2 ? one : other).root)
            .push(state)
            .then(
              ({ id }) => ({ id, serial: n }),
              (refused: unknown) => String(refused),
            ),
        ),
      );
      const accepted = outcomes.filter((outcome) => typeof outcome === 'object');
      // A serial that is not above the known one; or too many wrote at the same moment.
      for (const refused of outcomes.filter((outcome) => typeof outcome === 'string'))
        expect(refused).toMatch(/: (412|409) /);
      expect(accepted.length).toBeGreaterThan(0);
      const listed = await workspace.versions();
      expect(listed.map(({ id }) => id).sort()).toEqual(accepted.map(({ id }) => id).sort());
      const serials = listed.map(({ attributes }) => Number(attributes['serial']));
      expect(serials).toEqual([...serials].sort((a, b) => b - a));
      expect((await elsewhere(workspace).current()).id).toBe(listed[0]?.id);
      const [row] = await both.get.rows(
        `SELECT "finalizedCount"::int AS kept, (SELECT count(*)::int FROM "StateVersion" v WHERE v."workspaceId" = w.id) AS counted FROM "Workspace" w WHERE id = '${workspace.id}'`,
      );
      expect(row).toEqual({ kept: accepted.length, counted: accepted.length });
    });

    test('the content of each version is read once, by one of them', async () => {
      const workspace = await (await one.world.workspace('default')).lock();
      const made: string[] = [];
      for (let serial = 0; serial < 12; serial += 1) {
        const state = stateText({ serial, lineage: 'jobs', resources: [terraformData(`r-${serial}`)] });
        made.push((await workspace.as((serial % 2 ? one : other).root).push(state)).id);
      }
      for (const id of made) expect((await workspace.processed(id)).attributes['resources']).toHaveLength(1);
      const ids = made.map((id) => `'${id}'`).join();
      await expect.poll(() => both.get.rows(`SELECT subject FROM "Job" WHERE subject IN (${ids})`)).toEqual([]);
      expect(await both.get.rows(`SELECT name FROM "IndexedResource" WHERE "workspaceId" = '${workspace.id}'`)).toEqual(
        [{ name: 'r-11' }],
      );
    });

    test('a token that one revokes is refused by the other', async () => {
      const { id } = await one.world.person();
      const issued = await one.world.userToken(id);
      const asked = () => other.root.as(issued.text).get('/account/details');
      expect((await asked()).status).toBe(200);
      await one.world.revoke(issued.id);
      expect((await asked()).status).toBe(401);
    });
  });
}
