import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { begunUpload } from './harness/begun-upload.js';
import type { BegunUpload } from './harness/begun-upload.js';
import { md5Of, stateText } from './harness/content.js';
import { text } from './harness/documents.js';
import { withServer } from './harness/site.js';
import type { Workspace } from './harness/world.js';
import { guideOfSubscriptions } from './restarts/guide-of-subscriptions.js';
import { serverCertificate } from './restarts/server-certificate.js';
import { subscribers } from './restarts/subscribers.js';
import { typedSubscribers } from './restarts/typed-subscribers.js';

/** One server, killed once and stopped once: each start costs seconds. What has to outlive that is in `restarts/`, in phases. */
const site = withServer();
const outliving = [serverCertificate(site), subscribers(site), typedSubscribers(site), guideOfSubscriptions(site)];

describe('a server', () => {
  for (const { before } of outliving) before();
});

describe('killed with -9, and started again', () => {
  beforeAll(() => site.get.server.restart());
  for (const { afterKill } of outliving) afterKill();
});

const state = stateText({ serial: 1, padding: 200_000 });
let workspace: Workspace;

describe('asked to stop', () => {
  let stopped: Promise<number | null>;
  let closed: Promise<unknown[]>;
  let upload: BegunUpload;

  beforeAll(async () => {
    const { server, world } = site.get;
    workspace = await (await world.workspace('default')).lock();
    const url = text(await workspace.announce(state), 'hosted-state-upload-url');
    const socket = new WebSocket(`${server.http.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    closed = once(socket, 'close');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token: server.token } }));
    await once(socket, 'message');
    upload = await begunUpload(url, state);
    stopped = server.terminate();
  });

  test('it asks those on a WebSocket to connect again', async () => {
    const [code] = await closed;
    expect(code).toBe(1012);
  });

  test('it lets an upload in flight finish, and ends', async () => {
    upload.sendTheRest();
    expect(await upload.status).toBe(200);
    expect(await stopped).toBe(0);
  });
});

describe('stopped, and started again', () => {
  beforeAll(() => site.get.server.restart());

  test('it has what was uploaded while it stopped', async () => {
    expect(md5Of((await workspace.currentContent()) ?? '')).toBe(md5Of(state));
  });

  for (const { afterStop } of outliving) afterStop?.();
});
