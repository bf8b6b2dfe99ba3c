import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OutgoingHttpHeaders } from 'node:http';
import { md5Of, stateText } from './harness/content.js';
import { text } from './harness/documents.js';
import type { Resource } from './harness/documents.js';
import { exchange, sendHalf } from './harness/exchange.js';
import { sharedServer } from './harness/shared-server.js';
import { onSharedServer } from './harness/site.js';
import type { Workspace } from './harness/world.js';

const bytes = { 'content-type': 'application/octet-stream' };
const json = JSON.stringify({ format_version: '1.0', terraform_version: '1.11.4', values: { root_module: {} } });
const downloads = z.object({
  organization: z.object({
    auditRecords: z.object({ nodes: z.array(z.object({ actorName: z.string(), targetId: z.string() })) }),
  }),
});
const { maxState } = sharedServer;

describe('content of state versions', () => {
  const site = onSharedServer();

  const put = (url: string, content: string | Uint8Array, headers: OutgoingHttpHeaders = bytes) =>
    site.get.root.as(null).send('PUT', url, content, headers);

  /** A locked workspace and a version that waits for its content. */
  async function pending(state = stateText(), attributes = {}) {
    const workspace = await (await site.get.world.workspace('default')).lock();
    const version = await workspace.announce(state, attributes);
    return { workspace, version, state, url: text(version, 'hosted-state-upload-url') };
  }

  /** A version with its content. */
  async function uploaded(state = stateText({ padding: 300_000 })) {
    const found = await pending(state);
    (await put(found.url, state)).expect(200);
    return { ...found, version: await found.workspace.version(found.version.id) };
  }

  test('is announced, uploaded once without a token, and read back', async () => {
    const state = stateText({ padding: 100_000 });
    const { workspace, version, url } = await pending(state);
    expect(version.attributes).toMatchObject({
      status: 'pending',
      'hosted-state-download-url': null,
      'hosted-state-upload-url': expect.stringMatching(
        /^http:\/\/localhost:\d+\/objects\/v1\/object\/[^/]+$/,
      ) as string,
      'hosted-json-state-upload-url': expect.stringContaining('/objects/v1/object/') as string,
      'resources-processed': false,
    });
    expect(await workspace.currentContent()).toBeNull();
    const refusal = (await site.get.root.post(`/workspaces/${workspace.id}/actions/unlock`)).refusal;
    expect(refusal).toMatchObject({
      status: 400,
      detail: expect.stringContaining('latest state version is still pending') as string,
    });

    (await put(url, state)).expect(200);
    const after = await workspace.version(version.id);
    expect(after.attributes).toMatchObject({
      status: 'finalized',
      size: state.length,
      'hosted-state-upload-url': null,
      'hosted-state-download-url': expect.stringMatching(/^http/) as string,
    });
    // A client of a cloud block sends the JSON form at the same time, and may come second.
    (await put(text(after, 'hosted-json-state-upload-url'), json)).expect(200);
    const whole = await workspace.processed(version.id);
    expect(whole.attributes['hosted-json-state-upload-url']).toBeNull();
    expect((await workspace.as(site.get.root).content(whole)) === state).toBe(true);
    const shown = await exchange(text(whole, 'hosted-json-state-download-url'));
    expect(shown).toMatchObject({ status: 200, text: json });
    expect((await workspace.current()).id).toBe(version.id);
    await workspace.unlock();
  });

  test('JSON first, raw content second', async () => {
    const { workspace, version, state, url } = await pending();
    (await put(text(version, 'hosted-json-state-upload-url'), json)).expect(200);
    expect((await workspace.version(version.id)).attributes['status']).toBe('pending');
    (await put(url, state)).expect(200);
    expect((await workspace.version(version.id)).attributes['status']).toBe('finalized');
  });

  /** An upload that is refused leaves the version pending and its URL usable. */
  async function refusedThenTaken(
    { workspace, version, state, url }: Awaited<ReturnType<typeof pending>>,
    attempt: () => Promise<{ status: number; refusal: { detail: string | undefined } }>,
    status: number,
    says: RegExp,
  ) {
    const before = await workspace.snapshot();
    const answer = await attempt();
    expect(answer.status).toBe(status);
    expect(answer.refusal.detail).toMatch(says);
    expect(await workspace.snapshot()).toEqual(before);
    expect(text(await workspace.version(version.id), 'hosted-state-upload-url')).toBe(url);
    (await put(url, state)).expect(200);
    expect((await workspace.version(version.id)).attributes['status']).toBe('finalized');
  }

  test.each<[string, number, RegExp, () => string | Buffer]>([
    ['other content', 422, /md5/, () => stateText()],
    ['nothing', 422, /not a state/, () => ''],
    ['no JSON', 422, /not a state/, () => 'terraform'],
    ['no UTF-8', 422, /UTF-8/, () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22])],
    ['JSON nested 100,000 deep', 422, /deep/, () => `{"version":4,"a":${'['.repeat(100_000)}`],
  ])('an upload of %s', async (_, status, says, content) => {
    const found = await pending();
    await refusedThenTaken(found, () => put(found.url, content()), status, says);
  });

  test('an upload of more than the limit, which is the end of what waited for it: nobody has to break the lock', async () => {
    const { url, workspace, version } = await pending();
    const tooLong = stateText({ padding: maxState + 2 });
    const stranger = await put(`${url.slice(0, -4)}AAAA`, tooLong);
    expect(stranger.status).toBe(404);
    expect((await workspace.version(version.id)).attributes['status']).toBe('pending');
    const answer = await put(url, tooLong);
    expect(answer.refusal).toMatchObject({ status: 413, detail: expect.stringContaining('limit') as unknown });
    expect((await workspace.version(version.id)).attributes['status']).toBe('discarded');
    expect((await put(url, tooLong)).status).toBe(413);
    await workspace.unlock();
  });

  test('an upload that is cut half way', async () => {
    const found = await pending(stateText({ padding: 1_000_000 }));
    const before = await found.workspace.snapshot();
    await sendHalf(found.url, Buffer.from(found.state), bytes);
    expect(await found.workspace.snapshot()).toEqual(before);
    (await put(found.url, found.state)).expect(200);
    expect(md5Of((await found.workspace.currentContent()) ?? '')).toBe(md5Of(found.state));
  });

  test.each(['', 'json', 'text/plain, application/json'])('an upload of the type %j', async (type) => {
    const { state, url } = await pending();
    (await put(url, state, { 'content-type': type })).expect(200);
  });

  test('a second upload', async () => {
    const { workspace, state, url } = await uploaded();
    const before = await workspace.snapshot();
    const again = await put(url, state);
    expect(again.refusal).toMatchObject({ status: 409, detail: 'Content was already uploaded to this URL' });
    expect(await workspace.snapshot()).toEqual(before);
  });

  test('two clients at once: one is taken', async () => {
    const { workspace, version, state, url } = await pending(stateText({ padding: 500_000 }));
    const answers = await Promise.all(Array.from({ length: 4 }, () => put(url, state)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await workspace.version(version.id)).attributes).toMatchObject({ status: 'finalized', size: state.length });
    expect(md5Of((await workspace.currentContent()) ?? '')).toBe(md5Of(state));
  });

  test('a newer version discards one that waits, and closes its URL', async () => {
    const { workspace, version, state, url } = await pending(stateText({ serial: 1, lineage: 'one' }));
    const newer = await workspace.push(stateText({ serial: 2, lineage: 'one' }));
    expect((await workspace.version(version.id)).attributes).toMatchObject({
      status: 'discarded',
      'hosted-state-upload-url': null,
    });
    expect((await put(url, state)).refusal.status).toBe(409);
    expect((await workspace.current()).id).toBe(newer.id);
    expect((await workspace.versions('discarded')).map(({ id }) => id)).toEqual([version.id]);
    expect((await workspace.versions('pending,finalized')).map(({ id }) => id)).toEqual([newer.id]);
  });

  test('what waits under a lock that is broken keeps nobody who locks later', async () => {
    const { workspace } = await pending(stateText());
    const actions = `/workspaces/${workspace.id}/actions`;
    expect((await site.get.root.post(`${actions}/unlock`)).status).toBe(400);
    (await site.get.root.post(`${actions}/force-unlock`)).expect(200);
    await workspace.lock();
    await workspace.unlock();
  });

  test('the lock is asked for again when the content arrives', async () => {
    const { workspace, version, state, url } = await pending();
    (await site.get.root.post(`/workspaces/${workspace.id}/actions/force-unlock`)).expect(200);
    expect((await put(url, state)).refusal).toEqual({
      status: 409,
      title: 'Conflict',
      detail: 'This workspace is not locked and will only accept state uploads when locked',
    });
    expect((await workspace.version(version.id)).attributes['status']).toBe('pending');
  });

  describe('signed URLs', () => {
    const last = (url: string, replace: (segment: string) => string) => url.replace(/[^/]+$/, replace);
    test.each([
      [
        'another signature',
        (url: string) => last(url, (segment) => segment.replace(/.$/, (c) => (c === 'A' ? 'E' : 'A'))),
      ],
      [
        'another version',
        (url: string) =>
          last(url, (segment) =>
            segment.replace(/^..(.)/, (all, c: string) => all.slice(0, 2) + (c === 'x' ? 'y' : 'x')),
          ),
      ],
      ['a later expiry', (url: string) => last(url, (segment) => segment.replace('.', 'z.'))],
      [
        'the other direction',
        (url: string) => last(url, (segment) => segment.replace(/^./, (c) => (c === 'u' ? 'd' : 'u'))),
      ],
      ['no signature', (url: string) => last(url, (segment) => segment.split('.')[0] ?? '')],
      ['nothing', (url: string) => last(url, () => 'x')],
      ['a path', (url: string) => last(url, () => '..%2f..%2fseal.key')],
    ])('forged: %s', async (_, forge) => {
      const found = await pending();
      await refusedThenTaken(found, () => put(forge(found.url), found.state), 404, /URL/);
      const version = await found.workspace.version(found.version.id);
      const download = forge(text(version, 'hosted-state-download-url'));
      expect((await site.get.root.get(download)).status).toBe(404);
    });

    test('an upload URL does not download, nor the other way round', async () => {
      const { url, state, version } = await uploaded();
      expect((await site.get.root.get(url)).refusal).toMatchObject({
        status: 404,
        detail: 'This URL is not for downloads',
      });
      const download = text(version, 'hosted-state-download-url');
      expect((await put(download, state)).refusal).toMatchObject({
        status: 404,
        detail: 'This URL is not for uploads',
      });
    });

    test('over HTTPS they are HTTPS', async () => {
      const { version } = await uploaded();
      const shown = (await site.get.secure.get(`/state-versions/${version.id}`)).expect(200).one;
      const url = text(shown, 'hosted-state-download-url');
      expect(url.startsWith(`${site.get.server.https}/`)).toBe(true);
      (await site.get.secure.get(url)).expect(200);
    });
  });

  describe('downloads', () => {
    const size = 200_000;
    let found: { workspace: Workspace; version: Resource; state: string } | undefined;
    async function ask(headers: OutgoingHttpHeaders = {}, method = 'GET') {
      found ??= await uploaded(stateText({ padding: size }));
      const answer = await exchange(text(found.version, 'hosted-state-download-url'), { method, headers });
      return { ...answer, state: found.state };
    }

    test('the whole, and its head', async () => {
      const whole = await ask();
      expect([whole.status, whole.text === whole.state]).toEqual([200, true]);
      expect(whole.headers).toMatchObject({
        'accept-ranges': 'bytes',
        'content-length': String(whole.state.length),
        'content-type': 'application/octet-stream',
        etag: expect.stringMatching(/^"[^"]+"$/) as string,
      });
      const head = await ask({}, 'HEAD');
      expect(head).toMatchObject({ status: 200, text: '' });
      expect(head.headers).toMatchObject({
        etag: whole.headers.etag,
        'content-length': whole.headers['content-length'],
      });
      // RFC 9110 14.2: parts are of GET alone.
      for (const range of ['bytes=0-3', `bytes=${whole.state.length}-`])
        expect(await ask({ range }, 'HEAD')).toMatchObject({
          status: 200,
          headers: { 'content-length': whole.headers['content-length'] },
        });
    });

    test.each([
      ['bytes=0-0', 0, 1],
      ['bytes=10-99', 10, 100],
      ['bytes=100-', 100, undefined],
      ['bytes=-7', -7, undefined],
      ['bytes=5-999999999', 5, undefined],
      ['bytes=-999999999', 0, undefined],
      ['bytes=65530-65545', 65_530, 65_546],
      ['bytes=131000-140000', 131_000, 140_001],
    ])('the part %s', async (range, from, to) => {
      const part = await ask({ range });
      const wanted = part.state.slice(from, to);
      const start = from < 0 ? part.state.length + from : from;
      expect([part.status, part.text === wanted]).toEqual([206, true]);
      expect(part.headers['content-range']).toBe(`bytes ${start}-${start + wanted.length - 1}/${part.state.length}`);
      expect(part.headers['content-length']).toBe(String(wanted.length));
    });

    test('a part behind the end', async () => {
      const { state } = await ask();
      const part = await ask({ range: `bytes=${state.length}-` });
      expect(part.status).toBe(416);
      expect(part.headers['content-range']).toBe(`bytes */${state.length}`);
    });

    test.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=x-y'])('%s is the whole', async (range) => {
      const whole = await ask({ range });
      expect([whole.status, whole.text === whole.state]).toEqual([200, true]);
    });

    test('conditions', async () => {
      const { headers, state } = await ask();
      const etag = headers.etag ?? '';
      const modified = headers['last-modified'] ?? '';
      expect(await ask({ 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
      expect(await ask({ 'if-none-match': `"x", ${etag}` })).toMatchObject({ status: 304 });
      expect(await ask({ 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
      expect(await ask({ 'if-modified-since': modified })).toMatchObject({ status: 304 });
      expect((await ask({ range: 'bytes=0-9', 'if-match': `"x", ${etag}` })).text).toBe(state.slice(0, 10));
      expect(await ask({ 'if-match': '*' })).toMatchObject({ status: 200 });
      expect(await ask({ 'if-match': '"other"' })).toMatchObject({ status: 412 });
      expect(await ask({ 'if-match': `W/${etag}`, 'if-none-match': etag })).toMatchObject({ status: 412 });
      expect(await ask({ 'if-unmodified-since': modified })).toMatchObject({ status: 200 });
      expect(await ask({ 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).toMatchObject({ status: 412 });
      expect(await ask({ 'if-unmodified-since': 'yesterday' })).toMatchObject({ status: 200 });
      expect((await ask({ range: 'bytes=0-9', 'if-range': etag })).text).toBe(state.slice(0, 10));
      expect((await ask({ range: 'bytes=0-9', 'if-range': '"other"' })).text === state).toBe(true);
    });

    test('the record says who came with a token of their own', async () => {
      const { version } = await uploaded();
      const url = text(version, 'hosted-state-download-url');
      const person = await site.get.world.administrator('default');
      for (const token of [person.api.token, null, 'nobody'])
        expect((await site.get.root.as(token).get(url)).status).toBe(200);
      const { organization } = await site.get.root.graphql(
        downloads,
        `query ($filter: AuditRecordFilter) { organization(name: "default") { auditRecords(filter: $filter) { nodes { actorName targetId } } } }`,
        { filter: { action: 'state-version.download', targetId: version.id } },
      );
      const names = organization.auditRecords.nodes.map(({ actorName }) => actorName);
      expect(names).toEqual(['signed-url', 'signed-url', person.username]);
    });

    test('a caller that hangs up takes nothing with it', async () => {
      const { state } = await ask();
      const url = new URL(text((found ?? (await uploaded())).version, 'hosted-state-download-url'));
      await new Promise<void>((resolve) => {
        const socket = connect(Number(url.port), 'localhost', () => {
          socket.write(`GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`);
        });
        socket.once('data', () => socket.destroy());
        socket.once('close', () => resolve());
      });
      expect((await ask()).text === state).toBe(true);
    });
  });

  test('states of many sizes come back as they were', async () => {
    const workspace = await (await site.get.world.workspace('default')).lock();
    let serial = 0;
    for (const padding of [0, 10, 65_000, 65_536, 131_072, 1_000_000, 3_900_000]) {
      serial += 1;
      const state = stateText({ serial, lineage: 'sizes', padding });
      const version = await workspace.announce(state);
      (await put(text(version, 'hosted-state-upload-url'), state)).expect(200);
      expect(md5Of((await workspace.currentContent()) ?? '')).toBe(md5Of(state));
    }
  });
});
