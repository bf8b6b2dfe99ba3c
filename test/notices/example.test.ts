import { afterAll, beforeAll, expect, test } from 'vitest';
import { isGenuine, noticeReceiver } from '../../examples/notices/receiver.js';
import type { Notice } from '../../examples/notices/receiver.js';
import { signatureOf } from '../../src/notices/signature.js';
import { openLive } from '../gateway/rest/live.js';
import type { Live } from '../gateway/rest/live.js';

/** docs/notices.md, "Try it". */
const secret = 'a secret of sixteen bytes or more';
const taken: Notice[] = [];
const receiver = noticeReceiver(secret, (notice) => taken.push(notice));
let live: Live;
let port = 0;
beforeAll(async () => {
  live = await openLive({ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await live.close();
});

test('the example takes what is signed now, and each delivery once', async () => {
  const query = `mutation ($url: String!, $secret: String!) {
    createWebhook(input: { of: { mount: "pki" }, name: "w", url: $url, secret: $secret, events: [CERTIFICATE_ISSUED] }) {
      problems { message }
    }
  }`;
  const made = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${live.rootToken}` },
    body: JSON.stringify({ query, variables: { url: `http://127.0.0.1:${port}/`, secret } }),
  });
  expect(await made.json()).toMatchObject({ data: { createWebhook: { problems: [] } } });
  await live.vault('POST', 'pki/root/generate/internal', { common_name: 'root', key_type: 'ec' });
  await live.vault('POST', 'pki/roles/web', { allow_any_name: true, key_type: 'ec' });
  await live.vault('POST', 'pki/issue/web', { common_name: 'a.example.com' });
  await expect.poll(() => taken.filter(({ event }) => event === 'certificate.issued').length).toBeGreaterThan(0);
});

test('it refuses what is not signed, signed otherwise, changed, or old, and repeats nothing', async () => {
  const times = () => taken.filter(({ id }) => id === 'ncd-x').length;
  const body = JSON.stringify({ id: 'ncd-x', event: 'certificate.issued' });
  const send = async (signature: string | undefined, text = body) => {
    const headers = { ...(signature !== undefined && { 'trustate-signature': signature }) };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status;
  };
  const now = new Date();
  const old = new Date(now.getTime() - 301_000);
  expect(await send(undefined)).toBe(401);
  expect(await send(signatureOf('another secret', body, now))).toBe(401);
  expect(await send(signatureOf(secret, body, now), body.replace('issued', 'stolen'))).toBe(401);
  expect(await send(signatureOf(secret, body, old))).toBe(401);
  expect(isGenuine(secret, signatureOf(secret, body, old), Buffer.from(body), old.getTime())).toBe(true);
  expect(times()).toBe(0);
  expect(await send(signatureOf(secret, body, now))).toBe(204);
  expect(await send(signatureOf(secret, body, now))).toBe(204);
  expect(times()).toBe(1);
});
