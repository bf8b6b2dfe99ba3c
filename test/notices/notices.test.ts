import { createHmac } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from '../gateway/rest/live.js';
import type { Live } from '../gateway/rest/live.js';
import { openReceiver } from './receiver.js';
import type { Receiver } from './receiver.js';

const secret = 'a secret of sixteen bytes or more';
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

async function live(): Promise<Live> {
  const server = await openLive({ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
  open.push(server);
  return server;
}
async function receiver(): Promise<Receiver> {
  const there = await openReceiver();
  open.push(there);
  return there;
}

async function ask(server: Live, query: string, variables: object = {}, token = server.rootToken): Promise<unknown> {
  const response = await fetch(`${server.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

const problems = z.array(z.object({ code: z.string(), message: z.string(), field: z.array(z.string()).nullable() }));
const created = z.object({
  data: z.object({ made: z.object({ webhook: z.object({ id: z.string() }).nullable(), problems }) }),
});
const create = `mutation ($input: CreateWebhookInput!) {
  made: createWebhook(input: $input) { webhook { id hasSecret } problems { code message field } }
}`;
async function webhook(server: Live, input: object): Promise<string> {
  const given = { name: 'w', secret, ...input };
  const { made } = created.parse(await ask(server, create, { input: given })).data;
  expect(made.problems).toEqual([]);
  return made.webhook?.id ?? '';
}

const deliveriesOf = z.object({
  data: z.object({
    list: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          event: z.string(),
          deliveryState: z.string(),
          attempts: z.number(),
          status: z.number().nullable(),
          answerBeginning: z.string().nullable(),
          failure: z.string().nullable(),
          nextAttemptAt: z.string().nullable(),
        }),
      ),
    }),
  }),
});
async function deliveries(server: Live, webhookId: string) {
  const query = `query ($webhookId: ID!) { list: webhookDeliveries(webhookId: $webhookId) {
    nodes { id event deliveryState attempts status answerBeginning failure nextAttemptAt webhook { id } } } }`;
  return deliveriesOf.parse(await ask(server, query, { webhookId })).data.list.nodes;
}

async function issuer(server: Live): Promise<void> {
  await server.vault('POST', 'pki/root/generate/internal', { common_name: 'root', key_type: 'ec', ttl: '100h' });
  await server.vault('POST', 'pki/roles/web', { allow_any_name: true, key_type: 'ec', ttl: '90h', max_ttl: '90h' });
}
const issue = (server: Live) => server.vault('POST', 'pki/issue/web', { common_name: 'a.example.com' });

test('a mount tells of certificates that are issued, revoked and about to end, signed', async () => {
  const server = await live();
  const there = await receiver();
  await issuer(server);
  const id = await webhook(server, {
    ...{ of: { mount: 'pki' }, url: there.url, expiryDays: [29] },
    events: ['CERTIFICATE_ISSUED', 'CERTIFICATE_REVOKED', 'CERTIFICATE_EXPIRING'],
  });
  const answer = await issue(server);
  const serial = z.object({ data: z.object({ serial_number: z.string() }) }).parse(answer.body).data.serial_number;
  await server.vault('POST', 'pki/revoke', { serial_number: serial });
  await expect
    .poll(() =>
      there
        .notices()
        .filter(({ data }) => data?.['serialNumber'] === serial)
        .map(({ event }) => event)
        .sort(),
    )
    .toEqual(expect.arrayContaining(['certificate.issued', 'certificate.revoked']));
  // The root ends within 29 days too, which nobody has asked for before.
  await expect.poll(() => there.notices().map(({ event }) => event)).toContain('certificate.expiring');
  for (const { headers, body } of there.received) {
    const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{128})$/.exec(String(headers['trustate-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha512', secret).update(`${time}.${body}`).digest('hex'));
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(300);
    expect(headers['trustate-delivery']).toBe(z.object({ id: z.string() }).parse(JSON.parse(body)).id);
  }
  const issued = there.notices().find(({ event }) => event === 'certificate.issued');
  expect(issued?.mount?.path).toBe('pki');
  expect(issued?.webhookId).toBe(id);
  await expect
    .poll(async () => (await deliveries(server, id)).map(({ deliveryState }) => deliveryState))
    .not.toContain('WAITING');
  const all = await deliveries(server, id);
  expect(new Set(all.map(({ id: each }) => each)).size).toBe(there.received.length);
  expect(all.every(({ attempts, status }) => attempts === 1 && status === 204)).toBe(true);
});

test('an organization tells of all its workspaces, one of them of itself alone', async () => {
  const server = await live();
  const there = await receiver();
  const workspace = async (name: string) => {
    const { body } = await server.call('POST', '/organizations/default/workspaces', {
      data: { type: 'workspaces', attributes: { name } },
    });
    return z.object({ data: z.object({ id: z.string() }) }).parse(body).data.id;
  };
  const [one, other] = [await workspace('one'), await workspace('other')];
  const events = ['WORKSPACE_LOCKED', 'WORKSPACE_UNLOCKED', 'WORKSPACE_FORCE_UNLOCKED', 'STATE_VERSION_FINALIZED'];
  const all = await webhook(server, { of: { organization: 'default' }, url: there.url, events });
  const single = await webhook(server, { of: { workspaceId: one }, url: there.url, events: ['WORKSPACE_LOCKED'] });
  for (const id of [one, other]) await server.call('POST', `/workspaces/${id}/actions/lock`, { reason: 'r' });
  await server.call('POST', `/workspaces/${one}/actions/unlock`);
  await server.call('POST', `/workspaces/${other}/actions/force-unlock`);
  const told = () => there.notices().map(({ webhookId, event, workspace: of }) => `${webhookId} ${event} ${of?.name}`);
  await expect.poll(() => told().length).toBe(5);
  expect(told().sort()).toEqual(
    [
      ...[`${all} workspace.locked one`, `${all} workspace.locked other`, `${single} workspace.locked one`],
      ...[`${all} workspace.unlocked one`, `${all} workspace.force-unlocked other`],
    ].sort(),
  );
  expect(there.notices()[0]?.organization?.name).toBe('default');
});

test('a receiver that fails is tried again, and one that hangs keeps nobody else waiting', async () => {
  const server = await live();
  const [failing, hanging, good] = [await receiver(), await receiver(), await receiver()];
  failing.answers((response, times) => response.writeHead(times === 1 ? 500 : 200).end(`answer ${times}`));
  hanging.answers(() => undefined);
  await issuer(server);
  const of = { of: { mount: 'pki' }, events: ['CERTIFICATE_ISSUED'] };
  const stuck = await Promise.all(Array.from({ length: 5 }, () => webhook(server, { ...of, url: hanging.url })));
  const retried = await webhook(server, { ...of, url: failing.url });
  const prompt = await webhook(server, { ...of, url: good.url });
  await issue(server);
  await expect.poll(async () => (await deliveries(server, prompt))[0]?.deliveryState).toBe('DELIVERED');
  await expect.poll(async () => (await deliveries(server, stuck[0] ?? ''))[0]?.attempts).toBe(1);
  expect((await deliveries(server, stuck[0] ?? ''))[0]).toMatchObject({ deliveryState: 'WAITING', status: null });
  await expect.poll(async () => (await deliveries(server, retried))[0]?.deliveryState).toBe('DELIVERED');
  expect(await deliveries(server, retried)).toMatchObject([{ attempts: 2, status: 200, answerBeginning: 'answer 2' }]);
  const [first, second] = failing.received;
  expect(second?.headers['trustate-delivery']).toBe(first?.headers['trustate-delivery']);
  expect(second?.body).toBe(first?.body);
});

test('no answer makes the server read without end, wait for ever, or go where it must not', async () => {
  const server = await live();
  const [endless, slow, sending] = [await receiver(), await receiver(), await receiver()];
  endless.answers((response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    };
    response.on('drain', more);
    more();
  });
  slow.answers((response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 200);
    response.on('close', () => {
      clearInterval(timer);
    });
  });
  sending.answers((response) => response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end());
  const verify =
    'mutation ($id: ID!) { made: verifyWebhook(input: { id: $id }) { webhookDelivery { deliveryState failure status } problems { code } } }';
  const shape = z.object({
    data: z.object({
      made: z.object({ webhookDelivery: z.object({ deliveryState: z.string(), failure: z.string().nullable() }) }),
    }),
  });
  const failures = await Promise.all(
    [endless, slow, sending].map(async ({ url }) => {
      const id = await webhook(server, { of: { mount: 'pki' }, events: ['CERTIFICATE_ISSUED'], url });
      const { webhookDelivery: delivery } = shape.parse(await ask(server, verify, { id })).data.made;
      expect(delivery.deliveryState).toBe('GIVEN_UP');
      return delivery.failure;
    }),
  );
  expect(failures).toEqual([
    expect.stringMatching(/is longer than 65536 bytes/),
    expect.stringMatching(/did not answer in time/),
    expect.stringMatching(/sends callers elsewhere/),
  ]);
  expect(sending.received).toHaveLength(1);
});

test('a delivery is repeated under its id', async () => {
  const server = await live();
  const there = await receiver();
  await issuer(server);
  const id = await webhook(server, { of: { mount: 'pki' }, events: ['CERTIFICATE_ISSUED'], url: there.url });
  await issue(server);
  await expect.poll(async () => (await deliveries(server, id))[0]?.deliveryState).toBe('DELIVERED');
  const [first] = await deliveries(server, id);
  const repeat =
    'mutation ($id: ID!) { made: repeatWebhookDelivery(input: { id: $id }) { webhookDelivery { id deliveryState } problems { code } } }';
  expect(await ask(server, repeat, { id: first?.id })).toMatchObject({
    data: { made: { webhookDelivery: { id: first?.id }, problems: [] } },
  });
  await expect.poll(() => there.received.length).toBe(2);
  expect(new Set(there.received.map(({ headers }) => headers['trustate-delivery'])).size).toBe(1);
});

test('only who manages a mount, a workspace or an organization sees and writes its webhooks, and only what he may see', async () => {
  const server = await live();
  const there = await receiver();
  await issuer(server);
  const url = there.url;
  const tokenFor = async (policy: string) => {
    const name = `p${Math.random().toString(36).slice(2)}`;
    await server.vault('POST', `sys/policies/acl/${name}`, { policy });
    const { body } = await server.vault('POST', 'auth/token/create', { policies: [name], no_default_policy: true });
    return z.object({ auth: z.object({ client_token: z.string() }) }).parse(body).auth.client_token;
  };
  const input = { name: 'w', secret, url, of: { mount: 'pki' }, events: ['CERTIFICATE_ISSUED'] };
  const made = async (token: string, more: object = {}) =>
    JSON.stringify(await ask(server, create, { input: { ...input, ...more } }, token));
  const issuing = await tokenFor('path "pki/issue/*" { capabilities = ["create", "update"] }');
  const blind = await tokenFor('path "pki/config/*" { capabilities = ["read", "update"] }');
  const managing = await tokenFor(
    'path "pki/config/webhooks" { capabilities = ["read", "update"] } path "pki/certs/" { capabilities = ["list"] }',
  );
  expect(await made(issuing)).toContain('PERMISSION_DENIED');
  // Who may write webhooks but may not list certificates would hear of them this way.
  expect(await made(blind)).toContain('PERMISSION_DENIED');
  expect(await made(blind, { events: ['CRL_EXPIRING'], crlExpiryHours: [1] })).toContain('"problems":[]');
  const id = /"id":"(nc-\w+)"/.exec(await made(managing))?.[1] ?? '';
  expect(id).not.toBe('');
  await issue(server);
  await expect.poll(async () => (await deliveries(server, id))[0]?.deliveryState).toBe('DELIVERED');
  const delivery = (await deliveries(server, id))[0]?.id ?? '';
  const list = '{ webhooks(of: { mount: "pki" }) { nodes { id } } }';
  const look = `{ node(id: "${id}") { id } webhook(id: "${id}") { id } webhookDelivery(id: "${delivery}") { body } }`;
  const nothing = { data: { node: null, webhook: null, webhookDelivery: null } };
  expect(JSON.stringify(await ask(server, list, {}, issuing))).toContain('PERMISSION_DENIED');
  expect(await ask(server, look, {}, issuing)).toMatchObject(nothing);
  expect(await ask(server, look, {}, managing)).toMatchObject({ data: { webhook: { id } } });
  for (const [mutation, key, of] of [
    ['deleteWebhook', 'deletedId', id],
    ['verifyWebhook', 'webhookDelivery { id }', id],
    ['updateWebhook', 'webhook { id }', id],
    ['repeatWebhookDelivery', 'webhookDelivery { id }', delivery],
  ] as const) {
    const said = await ask(
      server,
      `mutation { m: ${mutation}(input: { id: "${of}" }) { ${key} problems { code } } }`,
      {},
      issuing,
    );
    expect(JSON.stringify(said), mutation).toMatch(/NOT_FOUND/);
  }
  // The secret is nowhere, and a token without any right in the organization sees nothing of it.
  expect(JSON.stringify(await ask(server, `{ webhook(id: "${id}") { name url hasSecret } }`))).not.toContain(secret);
  const ofOrganization = '{ webhooks(of: { organization: "default" }) { nodes { id } } }';
  expect(JSON.stringify(await ask(server, ofOrganization))).toContain('"nodes":[]');
  expect(JSON.stringify(await ask(server, ofOrganization, {}, managing))).toMatch(/NOT_FOUND/);
});

test('bad configuration is refused when it is written', async () => {
  const server = await live();
  const base = {
    name: 'w',
    secret,
    url: 'https://hooks.example.com/',
    of: { mount: 'pki' },
    events: ['CERTIFICATE_ISSUED'],
  };
  for (const [more, field] of [
    [{ url: 'http://169.254.169.254/' }, 'url'],
    [{ secret: 'short' }, 'secret'],
    [{ secret: null }, 'secret'],
    [{ events: ['WORKSPACE_LOCKED'] }, 'events'],
    [{ events: ['CERTIFICATE_EXPIRING'], expiryDays: [0] }, 'expiryDays'],
    [{ format: 'TERRAFORM' }, 'format'],
  ] as const) {
    const { made } = created.parse(await ask(server, create, { input: { ...base, ...more } })).data;
    expect(made).toMatchObject({ webhook: null, problems: [{ code: 'INVALID_INPUT', field: [field] }] });
  }
  for (let count = 0; count < 20; count += 1) await webhook(server, base);
  const { made } = created.parse(await ask(server, create, { input: base })).data;
  expect(made.problems[0]?.message).toContain('20');
});
