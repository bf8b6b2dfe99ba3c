import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { certificateOf } from '../gateway/http/secure.js';
import { openReceiver } from '../notices/receiver.js';
import type { Receiver } from '../notices/receiver.js';
import { issuedBy, serialsIn, toldOfCertificates } from '../notices/told.js';
import { Api } from './harness/api.js';
import { Server } from './harness/server.js';

let server: Server;
const folder = mkdtempSync(path.join(tmpdir(), 'trustate-trusted-'));
const known = certificateOf('known');
const receivers: Receiver[] = [];
const over = async (shown: typeof known): Promise<Receiver> => {
  const receiver = await openReceiver(undefined, shown);
  receivers.push(receiver);
  return receiver;
};
beforeAll(async () => {
  const file = path.join(folder, 'known.pem');
  writeFileSync(file, known.certificate);
  // How an operator has Node trust the authority of a company.
  server = await Server.start({ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: file });
});
afterAll(async () => {
  for (const receiver of receivers) receiver.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

test('a receiver over TLS is told, if its certificate is trusted', async () => {
  const there = await over(known);
  await toldOfCertificates(server, there);
  const serial = await issuedBy(server);
  await expect.poll(() => [...serialsIn(there).values()]).toContain(serial);
  expect(there.received[0]?.headers['trustate-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{128}$/);
});

const verified = z.object({
  createWebhook: z.object({ webhook: z.object({ id: z.string() }), problems: z.array(z.unknown()).length(0) }),
});
const tried = z.object({
  verifyWebhook: z.object({
    webhookDelivery: z.object({ status: z.number().nullable(), failure: z.string().nullable() }),
  }),
});

test('a receiver whose certificate nobody trusts is told nothing, and the operator hears why', async () => {
  const there = await over(certificateOf('stranger'));
  const api = new Api(server.http, server.token);
  const { createWebhook } = await api.graphql(
    verified,
    `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } problems { message } } }`,
    {
      input: {
        ...{ of: { mount: 'pki' }, name: 'stranger', url: there.url, secret: 'a secret of sixteen bytes or more' },
        events: ['CERTIFICATE_ISSUED'],
      },
    },
  );
  const { verifyWebhook } = await api.graphql(
    tried,
    'mutation ($input: VerifyWebhookInput!) { verifyWebhook(input: $input) { webhookDelivery { status failure } } }',
    { input: { id: createWebhook.webhook.id } },
  );
  expect(verifyWebhook.webhookDelivery).toEqual({
    ...{ status: null, failure: expect.stringContaining('certificate') as string },
  });
  expect(there.received).toEqual([]);
});
