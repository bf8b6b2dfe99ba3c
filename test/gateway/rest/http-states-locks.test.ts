import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fresh, information, md5, openHttpStates, state } from './http-states-live.js';
import type { HttpStatesForTests } from './http-states-live.js';

let http: HttpStatesForTests;
beforeAll(async () => {
  http = await openHttpStates();
});
afterAll(() => http.close());

describe('a lock', () => {
  const ways = [
    ['LOCK and UNLOCK', 'LOCK', 'UNLOCK', ''],
    ['POST and DELETE', 'POST', 'DELETE', '/lock'],
  ] as const;

  test.each(ways)('by %s keeps others out, and says who has it', async (_ways, take, release, end) => {
    const place = fresh();
    const told = information();
    const body = JSON.stringify(told);
    expect(await http.call(take, `${place}${end}`, { body })).toMatchObject({ status: 200, json: told });
    // A request that is repeated, because its answer was lost.
    expect(await http.call(take, `${place}${end}`, { body })).toMatchObject({ status: 200, json: told });
    const other = JSON.stringify(information());
    const refused = await http.call(take, `${place}${end}`, { body: other });
    expect(refused).toMatchObject({ status: 423, json: { ...told, code: 'ALREADY_LOCKED' } });
    // Somebody else who knows the id has not taken it.
    const token = await http.colleague();
    expect(await http.call(take, `${place}${end}`, { body, token })).toMatchObject({ status: 423, json: told });
    expect(await http.call('POST', `${place}?ID=${told.ID}`, { body: state(1), token })).toMatchObject({
      status: 423,
      json: { ...told, code: 'LOCK_HELD_BY_OTHER' },
    });

    expect(await http.call('POST', place, { body: state(1) })).toMatchObject({
      status: 409,
      json: { code: 'LOCK_ID_MISMATCH' },
    });
    expect(await http.call('POST', `${place}?ID=other`, { body: state(1) })).toMatchObject({ status: 409, json: told });
    expect((await http.call('POST', `${place}?ID=${told.ID}`, { body: state(1) })).status).toBe(200);

    expect(await http.call(release, `${place}${end}`, { body: other })).toMatchObject({
      status: 409,
      json: { ...told, code: 'LOCK_ID_MISMATCH' },
    });
    expect((await http.call(release, `${place}${end}`, { body })).status).toBe(200);
    expect(await http.call(release, `${place}${end}`, { body })).toMatchObject({
      status: 409,
      json: { code: 'NOT_LOCKED' },
    });
    // Its lock is gone: a client that believes to have it is told.
    expect(await http.call('POST', `${place}?ID=${told.ID}`, { body: state(2) })).toMatchObject({
      status: 409,
      json: { code: 'LOCK_REQUIRED' },
    });
    expect((await http.call('POST', place, { body: state(2) })).status).toBe(200);
  });

  const shown = z.object({
    workspaceByName: z.object({ id: z.string(), lock: z.looseObject({ client: z.unknown() }).nullable() }),
  });
  const query = `query ($name: String!) { workspaceByName(organization: "default", name: $name) {
    id lock { holderName client { lockId operation info who version created path } } } }`;
  test('for an apply is refused to who may not write the state, before anything is built', async () => {
    const place = fresh();
    const issued = z.object({ payload: z.object({ issued: z.object({ text: z.string() }) }) });
    const { payload } = await http.graphql(
      issued,
      `
        mutation {
          payload: regenerateOrganizationToken(input: { organization: { name: "default" } }) {
            issued {
              text
            }
          }
        }
      `,
    );
    const token = payload.issued.text;
    const lock = JSON.stringify(information());
    const asked = [
      ['LOCK', '', lock],
      ['POST', '/lock', lock],
      ['POST', '', state(1)],
    ] as const;
    for (const [method, end, body] of asked) {
      expect((await http.call(method, `${place}${end}`, { token, body })).status).toBe(404);
      // Nothing was made for it: there would be no lock, which is 409.
      expect((await http.call('UNLOCK', place)).status).toBe(404);
    }
    await http.call('POST', place, { body: state(1) });
    const refused = { status: 404, json: { code: 'TOKEN_KIND_REFUSED' } };
    for (const [method, end, body] of asked)
      expect(await http.call(method, `${place}${end}`, { token, body })).toMatchObject(refused);
    // What only reads may have it.
    const planning = { ...information(), Operation: 'OperationTypePlan' };
    expect((await http.call('LOCK', place, { token, body: JSON.stringify(planning) })).status).toBe(200);
    expect(await http.call('POST', `${place}?ID=${planning.ID}`, { token, body: state(2) })).toMatchObject(refused);
    expect((await http.call('UNLOCK', place, { token, body: JSON.stringify(planning) })).status).toBe(200);
  });

  const nameOf = (place: string) => place.split('/')[1];

  test('shows in GraphQL, which breaks it only by the right id', async () => {
    const place = fresh();
    const told = information();
    await http.call('LOCK', place, { body: JSON.stringify(told) });
    const { workspaceByName } = await http.graphql(shown, query, { name: nameOf(place) });
    expect(workspaceByName.lock?.client).toEqual({
      ...{ lockId: told.ID, operation: told.Operation, info: told.Info, who: told.Who },
      ...{ version: told.Version, created: told.Created, path: told.Path },
    });
    const force = `mutation ($input: ForceUnlockWorkspaceInput!) { payload: forceUnlockWorkspace(input: $input) {
      workspace { locked } problems { code ... on LockHeldProblem { lock { client { lockId } } } } } }`;
    const result = z.object({ payload: z.object({ workspace: z.unknown(), problems: z.array(z.unknown()) }) });
    const workspace = { id: workspaceByName.id };
    expect(await http.graphql(result, force, { input: { workspace, lockId: 'other' } })).toMatchObject({
      payload: { workspace: null, problems: [{ code: 'LOCK_ID_MISMATCH', lock: { client: { lockId: told.ID } } }] },
    });
    expect(await http.graphql(result, force, { input: { workspace, lockId: told.ID } })).toMatchObject({
      payload: { workspace: { locked: false }, problems: [] },
    });
  });

  test('that another client took has the id of its holder, and a time that clients can read', async () => {
    const place = fresh();
    await http.call('POST', place, { body: state(1) });
    const { workspaceByName } = await http.graphql(shown, query, { name: nameOf(place) });
    expect(
      (await http.live.call('POST', `/workspaces/${workspaceByName.id}/actions/lock`, { reason: 'maintenance' }))
        .status,
    ).toBe(200);
    const refused = await http.call('LOCK', place, { body: JSON.stringify({ ...information(), Created: 'just now' }) });
    expect(refused).toMatchObject({ status: 423, json: { Info: 'maintenance', Who: 'User root' } });
    const { ID, Created } = z.object({ ID: z.string(), Created: z.iso.datetime() }).parse(refused.json);
    expect(Date.parse(Created)).toBeGreaterThan(0);
    expect((await http.call('UNLOCK', place, { body: JSON.stringify({ ID }) })).status).toBe(200);

    await http.call('LOCK', place, { body: JSON.stringify({ ID: 'mine', Created: 'just now' }) });
    const again = await http.call('LOCK', place, { body: JSON.stringify(information()) });
    expect(z.object({ Created: z.iso.datetime() }).safeParse(again.json).success).toBe(true);
  });

  test('of somebody else is broken without an id, or by its id, by who may break locks', async () => {
    const place = fresh();
    const token = await http.colleague();
    const told = information();
    await http.call('LOCK', place, { body: JSON.stringify(told), token });
    expect(await http.call('UNLOCK', place, { body: JSON.stringify(information()) })).toMatchObject({
      status: 409,
      json: told,
    });
    expect((await http.call('UNLOCK', place, { body: JSON.stringify({ ID: told.ID }) })).status).toBe(200);
    await http.call('LOCK', place, { body: JSON.stringify(told), token });
    expect((await http.call('UNLOCK', place, { headers: { 'content-md5': md5('') }, body: '' })).status).toBe(200);
    expect((await http.call('UNLOCK', place)).status).toBe(409);
  });

  test.each([
    ['{"ID":""}', 422, 'MISSING_INPUT'],
    ['{}', 422, 'MISSING_INPUT'],
    ['{"ID":7}', 422, 'INVALID_INPUT'],
    ['{"ID":"a","Who":{}}', 422, 'INVALID_INPUT'],
    [`{"ID":"${'a'.repeat(1025)}"}`, 422, 'INVALID_INPUT'],
    ['[]', 400, 'MALFORMED_BODY'],
    ['{"ID"', 400, 'MALFORMED_BODY'],
    ['', 400, 'MALFORMED_BODY'],
    [JSON.stringify({ ID: 'a', Info: 'x'.repeat(70_000) }), 413, 'BODY_TOO_LARGE'],
  ])('needs lock information: %s', async (body, status, code) => {
    expect(await http.call('LOCK', fresh(), { body })).toMatchObject({ status, json: { code } });
  });
});

test('clients that come at the same time find one workspace, and one of them the lock', async () => {
  const place = fresh();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => http.call('LOCK', place, { body: JSON.stringify(information()) })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(423)]);
});
