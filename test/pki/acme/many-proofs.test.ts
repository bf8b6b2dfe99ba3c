import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../../eventually.js';
import { registeredIn } from './asking.js';
import { openAcme, prove } from './live.js';
import type { AcmeForTests } from './live.js';

const many = 40;
const slow = Array.from({ length: many }, (_, n) => `h${n}.slow.web.example`);

let acme: AcmeForTests;
beforeAll(async () => {
  acme = await openAcme();
  for (const name of [...slow, 'web.example']) acme.dns.names.set(name, { addresses: ['127.0.0.1'] });
});
afterAll(() => acme.close());

test('proofs of a stranger that nobody answers leave room for those of others', async () => {
  const held: ServerResponse[] = [];
  acme.web.handle = (request, response) => {
    if (request.headers.host?.includes('.slow.') === true) held.push(response);
    else acme.usual(request, response);
  };
  const stranger = await registeredIn(acme);
  const order = await stranger.order(slow);
  const challenges = await Promise.all(
    (await stranger.authorizations(order)).map((each) => stranger.challengeIn(each, 'http-01')),
  );
  const nonces: string[] = [];
  for (const _ of challenges) nonces.push(await stranger.nonce());
  await Promise.all(challenges.map(({ url }, n) => stranger.post(url, {}, { nonce: nonces[n] ?? '' })));
  await vi.waitFor(() => expect(held.filter(({ destroyed }) => !destroyed)).toHaveLength(many), eventually);
  const client = await registeredIn(acme);
  const own = await client.order(['web.example']);
  await prove(acme, client, own);
  expect((await client.post(own.headers.get('location') ?? '', null)).body).toMatchObject({ status: 'ready' });
  for (const response of held) response.destroy();
});
