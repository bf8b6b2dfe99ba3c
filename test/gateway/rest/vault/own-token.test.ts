import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const auth = z.object({ auth: z.object({ client_token: z.string(), accessor: z.string() }) });

/** A token made from the root token. */
async function made(policies: readonly string[]) {
  const { body } = await live.vault('POST', 'auth/token/create', { policies });
  const { client_token: token, accessor } = auth.parse(body).auth;
  return { token, accessor };
}

async function asked(query: string, token: string): Promise<unknown> {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

const own = '{ ownToken { accessor token { id kind } } }';

test('leads to its Token, for who may revoke that', async () => {
  const { token, accessor } = await made(['root']);
  expect(await asked(own, token)).toMatchObject({
    data: { ownToken: { accessor, token: { id: accessor, kind: 'USER' } } },
  });
  expect(await asked(`{ node(id: "${accessor}") { __typename id } }`, live.rootToken)).toMatchObject({
    data: { node: { __typename: 'Token', id: accessor } },
  });
  const narrow = await made(['default']);
  const answer = await asked(own, narrow.token);
  expect(answer).toMatchObject({ data: { ownToken: { accessor: narrow.accessor, token: null } } });
  expect(answer).not.toHaveProperty('errors');
});

test('is revoked when it is the one that is meant', async () => {
  const revoke = (input: string) =>
    `mutation { revokeOwnToken(input: ${input}) { deletedId problems { code message field } } }`;
  const [first, second] = [await made(['root']), await made(['root'])];
  expect(await asked(revoke(`{ accessor: "${second.accessor}" }`), first.token)).toMatchObject({
    data: {
      revokeOwnToken: {
        deletedId: null,
        problems: [
          { code: 'INVALID_INPUT', message: 'the token of this request has another accessor', field: ['accessor'] },
        ],
      },
    },
  });
  for (const [input, { token, accessor }] of [
    [`{ accessor: "${first.accessor}" }`, first],
    ['{}', second],
  ] as const) {
    expect(await asked(revoke(input), token)).toMatchObject({
      data: { revokeOwnToken: { deletedId: accessor, problems: [] } },
    });
    expect(await asked(own, token)).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  }
});
