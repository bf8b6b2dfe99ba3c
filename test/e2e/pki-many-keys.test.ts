import { expect, test } from 'vitest';
import { z } from 'zod';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';

const { api, site, withRoot } = authorityTools(onSharedServer());

test('who asks for many large keys is told to come back, keeps nobody from small ones, and leaves the line by hanging up', async () => {
  const { path } = await withRoot();
  const { http, token } = site.get.server;
  const headers = { 'x-vault-token': token, 'content-type': 'application/json' };
  const leave = new AbortController();
  const large = () =>
    fetch(`${http}/v1/${path}/keys/generate/internal`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ key_type: 'rsa', key_bits: 8192 }),
      signal: leave.signal,
    });
  // Two wait, of which one is being made. What they end with is told below.
  const waiting = [large(), large(), large(), large()].map((each) => each.catch((error: unknown) => error));
  const refused = [await Promise.race(waiting)].filter((each) => each instanceof Response);
  expect(refused.map(({ status }) => status)).toEqual([429]);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused[0]?.json()).toMatchObject({
    errors: [expect.stringContaining('2 of your requests are already waiting for an RSA key of 8192 bits')],
  });

  const query = `mutation($mount: String!) {
    generateKey(input: { mount: $mount, type: INTERNAL, keyType: RSA, keyBits: 8192 }) { problems { code } }
  }`;
  const asked = await fetch(`${http}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables: { mount: path } }),
  });
  expect(Number(asked.headers.get('retry-after'))).toBeGreaterThan(0);
  const { errors } = z
    .object({ errors: z.array(z.object({ extensions: z.object({ code: z.string(), retryAfter: z.number() }) })) })
    .parse(await asked.json());
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['LIMIT_EXCEEDED']);

  expect((await api().write(`${path}/keys/generate/internal`, { key_type: 'rsa', key_bits: 2048 })).status).toBe(200);
  leave.abort();
  // Those that hung up take no place any more: two others find one.
  const others = new AbortController();
  const asking = [0, 1].map(() =>
    fetch(`${http}/v1/${path}/keys/generate/internal`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ key_type: 'rsa', key_bits: 8192 }),
      signal: others.signal,
    }).then(
      ({ status }) => status,
      () => 'waited',
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  others.abort();
  for (const outcome of await Promise.all(asking)) expect(['waited', 200]).toContain(outcome);
});
