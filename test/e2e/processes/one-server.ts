import { writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../eventually.js';
import { begunUpload } from '../harness/begun-upload.js';
import { inlineCreation, stateText } from '../harness/content.js';
import { text } from '../harness/documents.js';
import { Server } from '../harness/server.js';
import { Site } from '../harness/site.js';
import { overWebSocket } from '../harness/subscriber.js';
import type { Heard, Subscriber } from '../harness/subscriber.js';
import type { Workspace } from '../harness/world.js';
import { onItsOwnConnection, shake } from './connections.js';

const processes = 2;
const failedSignIns = 10;
const subscriptions = 3;

const serving = z.object({ msg: z.literal('a process serves'), process: z.number(), pid: z.number() });

/**
 * Errors of the log that the tests cause. On PostgreSQL, a process that starts on a busy machine may be silent for so long that its sibling forgets it, and is known
 * again a second later.
 */
const expected =
  /^a process ended and is replaced$|^a process could not be started again and again|^the servers of this database could not be compared$/;

/** One server of two processes: that is the same to callers as one of one. */
export function oneServer(
  database: () => Promise<{ settings: Record<string, string>; remove(): Promise<void> }>,
): void {
  let site: Site<Server>;
  let server: Server;
  let base: string;
  let made: Awaited<ReturnType<typeof database>>;

  beforeAll(async () => {
    made = await database();
    server = await Server.start({
      TRUSTATE_PROCESSES: String(processes),
      TRUSTATE_FAILED_SIGN_INS: String(failedSignIns),
      TRUSTATE_SUBSCRIPTIONS_PER_CALLER: String(subscriptions),
      ...made.settings,
    });
    site = new Site(server);
    base = server.http;
    await allServe();
  });
  afterAll(async () => {
    await server.stop(expected);
    await made.remove();
  });

  const said = (message: string) => server.log.filter(({ msg }) => msg === message);
  const servers = () => server.log.flatMap((line) => serving.safeParse(line).data ?? []);
  /** The newest of a place. */
  const pidOf = (place: number) => servers().findLast((each) => each.process === place)?.pid ?? 0;
  const allServe = () =>
    vi.waitFor(
      () =>
        expect(
          servers()
            .map((each) => each.process)
            .sort(),
        ).toEqual([1, 2]),
      eventually,
    );
  const authorization = () => ({ authorization: `Bearer ${server.token}` });
  const metric = async (name: string) => {
    const { text: document } = await onItsOwnConnection(`${base}/metrics`, { headers: authorization() });
    const line = document.split('\n').find((each) => each.startsWith(`${name} `));
    return line === undefined ? null : Number(line.slice(name.length));
  };
  const several = (times: number) => Array.from({ length: times }, (_, index) => index);

  test('a first start is made once, by one of them', async () => {
    expect(said('database migrated')).toHaveLength(1);
    expect(said('ready')).toHaveLength(1);
    const shown = await Promise.all(several(6).map(() => shake(server.https)));
    expect(new Set(shown.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  });

  test('a TLS session that one began is continued by the other', async () => {
    const { session } = await shake(server.https);
    for (const continued of await Promise.all(several(4).map(() => shake(server.https, session)))) {
      expect(continued.continued).toBe(true);
    }
  });

  test('the metrics of any are those of all', async () => {
    const count = 'trustate_http_requests_total{method="GET",route="/api/v2/ping",status="204"}';
    const before = (await metric(count)) ?? 0;
    for (const _ of several(10)) await onItsOwnConnection(`${base}/api/v2/ping`, { headers: authorization() });
    for (const _ of several(4)) await vi.waitFor(async () => expect(await metric(count)).toBe(before + 10), eventually);
    expect(await metric('trustate_processes')).toBe(processes);
    expect(await metric('trustate_sqlite_lock_wait_seconds')).toBeGreaterThanOrEqual(0);
  });

  test('each line of the log says which process wrote it', () => {
    for (const { msg, process } of server.log) {
      if (msg !== 'ready') expect(process, msg).toSatisfy((place) => place === 1 || place === 2);
    }
  });

  test('a stranger has no more tries at two processes than at one', async () => {
    const headers = { authorization: `Bearer ${'x'.repeat(14)}.atlasv1.${randomBytes(30).toString('hex')}` };
    const statuses: number[] = [];
    for (const _ of several(4 * failedSignIns)) {
      statuses.push((await onItsOwnConnection(`${base}/api/v2/account/details`, { headers })).status);
    }
    const tried = statuses.filter((status) => status === 401).length;
    // The one hears of the other's a few milliseconds later; alone, each would take them all.
    expect(tried).toBeGreaterThanOrEqual(failedSignIns);
    expect(tried).toBeLessThan(processes * failedSignIns);
    expect(statuses.slice(-processes)).toEqual([429, 429]);
  });

  test('an account has no more subscriptions at two than at one', async () => {
    const all: { subscriber: Subscriber; heard: Heard }[] = [];
    for (const _ of several(2 * subscriptions)) {
      const subscriber = overWebSocket({ base, token: server.token });
      const { heard } = subscriber.subscribe('subscription { crlEvents { __typename } }');
      all.push({ subscriber, heard });
      await vi.waitFor(async () => {
        const open = await metric('trustate_subscriptions');
        expect(open === all.length || heard.ended !== null || heard.errors.length > 0).toBe(true);
      }, eventually);
    }
    await vi.waitFor(() => {
      expect(all.filter(({ heard }) => heard.ended !== null || heard.errors.length > 0)).toHaveLength(subscriptions);
    }, eventually);
    for (const { subscriber } of all) subscriber.close();
    await vi.waitFor(async () => expect(await metric('trustate_subscriptions')).toBe(0), eventually);
  });

  test('what one writes, subscribers of both hear, in the same order', async () => {
    const readers = several(subscriptions - 1).map(() => overWebSocket({ base, token: server.token }));
    const query = 'subscription { roleEvents { kind role { name } } }';
    const heard = readers.map((reader) => reader.subscribe(query).heard);
    await vi.waitFor(async () => expect(await metric('trustate_subscriptions')).toBe(readers.length), eventually);
    const names = several(8).map((index) => `heard-${index}`);
    for (const name of names) {
      const { status } = await onItsOwnConnection(`${base}/v1/pki/roles/${name}`, {
        ...{ method: 'POST', headers: { ...authorization(), 'content-type': 'application/json' } },
        body: { allow_any_name: true },
      });
      expect(status).toBe(200);
    }
    const shape = z.object({ roleEvents: z.object({ role: z.object({ name: z.string() }) }) });
    for (const { events } of heard) {
      await vi.waitFor(() => {
        expect(events.map((event) => shape.parse(event).roleEvents.role.name)).toEqual(names);
      }, eventually);
    }
    for (const reader of readers) reader.close();
  });

  describe('killed with -9 under load, a process', () => {
    let workspaces: Workspace[];
    const acknowledged: string[] = [];
    let broken = 0;
    let counted: number | null;

    beforeAll(async () => {
      workspaces = await Promise.all(several(4).map(async () => (await site.world.workspace('default')).lock()));
      let going = true;
      const writing = workspaces.map(async ({ id }) => {
        const lineage = `lineage-${id}`;
        for (let serial = 1; going; serial += 1) {
          const url = `${base}/api/v2/workspaces/${id}/state-versions`;
          const headers = { ...authorization(), 'content-type': 'application/vnd.api+json' };
          const body = inlineCreation(stateText({ serial, lineage }));
          const reply = await onItsOwnConnection(url, { method: 'POST', headers, body }).catch(() => null);
          if (reply === null) broken += 1;
          else if (reply.status === 201) acknowledged.push(`${id} ${serial}`);
        }
      });
      // So that some connections are on their way to the process when it is killed: they break, none stays open without anybody.
      const reading = several(8).map(async () => {
        while (going) await onItsOwnConnection(`${base}/healthz`).catch(() => null);
      });
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), eventually);
      counted = await metric(
        'trustate_http_requests_total{method="POST",route="/api/v2/workspaces/:workspace_id/state-versions",status="201"}',
      );
      const before = acknowledged.length;
      process.kill(pidOf(2), 'SIGKILL');
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), eventually);
      await vi.waitFor(() => expect(servers().filter((each) => each.process === 2)).toHaveLength(2), eventually);
      going = false;
      await Promise.all([...writing, ...reading]);
    });

    test('is replaced, and the reason is in the log', () => {
      expect(said('a process ended and is replaced')).toMatchObject([{ process: 2, signal: 'SIGKILL', status: null }]);
    });

    test('takes nothing with it that was acknowledged', async () => {
      for (const workspace of workspaces) {
        const listed = await site.root.get(
          `/state-versions?filter[workspace][name]=${workspace.name}&filter[organization][name]=default&page[size]=100`,
        );
        const serials = listed
          .expect(200)
          .list.data.map(({ attributes }) => `${workspace.id} ${String(attributes['serial'])}`);
        const own = acknowledged.filter((each) => each.startsWith(workspace.id));
        expect(serials).toEqual(expect.arrayContaining(own.slice(-90)));
      }
    });

    test('leaves its work to the others', async () => {
      for (const workspace of workspaces) {
        await vi.waitFor(async () => {
          const current = (await site.root.get(`/workspaces/${workspace.id}/current-state-version`)).expect(200).one;
          expect(current.attributes['resources-processed']).toBe(true);
        }, eventually);
      }
    });

    test('broke no more than what it had in hand, and what it had counted stays counted', async () => {
      expect(broken).toBeLessThanOrEqual(workspaces.length);
      const name =
        'trustate_http_requests_total{method="POST",route="/api/v2/workspaces/:workspace_id/state-versions",status="201"}';
      expect(await metric(name)).toBeGreaterThan(counted ?? 0);
      expect(await metric('trustate_processes_replaced_total')).toBe(1);
      expect(await metric('trustate_processes')).toBe(processes);
    });
  });

  test('stopping, all of them finish what they have in hand', async () => {
    const uploads = await Promise.all(
      several(4).map(async (index) => {
        const workspace = await (await site.world.workspace('default')).lock();
        const state = stateText({ serial: index + 1, padding: 200_000 });
        const url = text(await workspace.announce(state), 'hosted-state-upload-url');
        return begunUpload(url, state);
      }),
    );
    const stopped = server.terminate();
    await vi.waitFor(() => expect(said('stopping: finishing what is in flight')).toHaveLength(1), eventually);
    for (const { sendTheRest } of uploads) sendTheRest();
    expect(await Promise.all(uploads.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
    expect(await stopped).toBe(0);
  });

  test('killed itself, the supervising process leaves none behind', async () => {
    await server.restart();
    await vi.waitFor(() => expect(servers()).toHaveLength(5), eventually);
    const pids = [pidOf(1), pidOf(2)];
    await server.kill9();
    const alive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await vi.waitFor(() => expect(pids.filter(alive)).toEqual([]), eventually);
  });

  test('one that cannot start is given up in the end, and the others serve', async () => {
    await server.restart();
    await vi.waitFor(() => expect(servers()).toHaveLength(7), eventually);
    // It finds another key than the one that everything is sealed with.
    writeFileSync(path.join(server.folder, 'seal.key'), `${randomBytes(32).toString('base64')}\n`);
    process.kill(pidOf(1), 'SIGKILL');
    await vi.waitFor(
      () =>
        expect(
          said('a process could not be started again and again: it is given up, the others serve without it'),
        ).toHaveLength(1),
      { timeout: 200_000, interval: 500 },
    );
    const { status, text: ready } = await onItsOwnConnection(`${base}/readyz`);
    expect({ status, ready: JSON.parse(ready) as unknown }).toMatchObject({
      status: 200,
      ready: { status: 'degraded', checks: { processes: 'failed' } },
    });
  });
}
