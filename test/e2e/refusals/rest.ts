import { beforeAll, describe, expect, test } from 'vitest';
import { base64Of, creation, inlineCreation, md5Of, stateText } from '../harness/content.js';
import type { Reply } from '../harness/api.js';
import { sendAll } from '../harness/exchange.js';
import type { Site } from '../harness/site.js';
import type { Workspace } from '../harness/world.js';

/** The limit on a request document under which the server of these tests has to run, in bytes. */
export const maxBody = 4 * 2 ** 20;

interface Refusal {
  readonly status: number;
  /** What the message has to name. */
  readonly says: RegExp;
  /** `source.pointer` or `source.parameter`. */
  readonly at?: string;
}

const lineage = '6f5c0b8e-0000-4000-8000-000000000001';
const first = stateText({ serial: 3, lineage });
const next = stateText({ serial: 4, lineage });
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const deep = nested(100_000);
const withState = (state: string | Buffer, attributes: object = {}) => ({
  data: {
    type: 'state-versions',
    attributes: { serial: 4, md5: md5Of(state), lineage, state: Buffer.from(state).toString('base64'), ...attributes },
  },
});
const change = (attributes: Record<string, unknown>) => inlineCreation(next, attributes);
const invalidUtf8 = Buffer.concat([
  Buffer.from('{"version":4,"serial":4,"lineage":"'),
  Buffer.from([0xff, 0xfe]),
  Buffer.from('"}'),
]);

export function badRest(site: { readonly get: Site }): void {
  describe('bad input changes nothing, and the message names what is wrong', () => {
    let workspace: Workspace;

    beforeAll(async () => {
      workspace = await (await site.get.world.workspace('default')).lock();
      const { id } = await workspace.push(first);
      await workspace.processed(id);
    });

    /** @returns the refusal, having seen that nothing changed */
    async function refused(asked: () => Promise<Reply>, { status, says, at }: Refusal) {
      const before = await workspace.snapshot();
      const reply = await asked();
      expect({ status: reply.status, text: reply.text }).toMatchObject({ status });
      const [error] = reply.errors;
      expect(error?.status).toBe(String(status));
      expect(error?.detail).toMatch(says);
      if (at !== undefined) expect(error?.source?.pointer ?? error?.source?.parameter).toBe(at);
      expect(await workspace.snapshot()).toEqual(before);
    }

    const attribute = (name: string) => `/data/attributes/${name}`;
    const creations: readonly (readonly [title: string, body: unknown, refusal: Refusal])[] = [
      ['malformed JSON', '{"data": {', { status: 400, says: /JSON/ }],
      [
        'a text that is not UTF-8',
        Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
        { status: 400, says: /UTF-8|JSON/ },
      ],
      ['JSON nested 100,000 deep', `{"data":${deep}}`, { status: 400, says: /deep|nest|JSON/ }],
      ['a list instead of a document', [], { status: 422, says: /document must be an object/ }],
      ['null', 'null', { status: 422, says: /data/ }],
      ['an empty document', {}, { status: 422, says: /data/ }],
      ['no document', undefined, { status: 422, says: /data|body/ }],
      ['no attributes', { data: { type: 'state-versions' } }, { status: 422, says: /serial|attributes/ }],
      ['another type', { data: { ...change({}).data, type: 'runs' } }, { status: 422, says: /type/, at: '/data/type' }],
      ['no serial', change({ serial: undefined }), { status: 422, says: /serial/, at: attribute('serial') }],
      ['a serial in quotes', change({ serial: '4' }), { status: 422, says: /serial/, at: attribute('serial') }],
      ['a broken serial', change({ serial: 4.5 }), { status: 422, says: /serial/, at: attribute('serial') }],
      ['a negative serial', change({ serial: -1 }), { status: 422, says: /serial/, at: attribute('serial') }],
      [
        'a serial beyond all bounds',
        change({ serial: 1e300 }),
        { status: 422, says: /serial/, at: attribute('serial') },
      ],
      ['a serial that is null', change({ serial: null }), { status: 422, says: /serial/, at: attribute('serial') }],
      ['no md5', change({ md5: undefined }), { status: 422, says: /md5/, at: attribute('md5') }],
      ['an md5 that is a number', change({ md5: 1 }), { status: 422, says: /md5/, at: attribute('md5') }],
      ['an md5 that is none', change({ md5: 'xyz' }), { status: 422, says: /md5/, at: attribute('md5') }],
      ['an md5 of other content', change({ md5: md5Of('other') }), { status: 422, says: /md5/, at: attribute('md5') }],
      [
        'a lineage that is a number',
        change({ lineage: 1 }),
        { status: 422, says: /lineage/, at: attribute('lineage') },
      ],
      [
        'a lineage that is not inside',
        change({ state: base64Of(stateText({ serial: 4 })), md5: undefined }),
        { status: 422, says: /md5/ },
      ],
      ['a serial that is not inside', change({ serial: 9 }), { status: 422, says: /serial/, at: attribute('serial') }],
      ['a state that is an object', change({ state: {} }), { status: 422, says: /state/, at: attribute('state') }],
      ['broken base64', change({ state: '%%%' }), { status: 422, says: /state.*base64/, at: attribute('state') }],
      ['base64 cut short', change({ state: base64Of(next).slice(0, -3) }), { status: 422, says: /state|md5/ }],
      ['an empty state', change({ state: '' }), { status: 422, says: /state/, at: attribute('state') }],
      ['content that is not JSON', withState('no state'), { status: 422, says: /not a state/, at: attribute('state') }],
      ['content that is a list', withState('[]'), { status: 422, says: /not a state/, at: attribute('state') }],
      [
        'content that says nothing of a state',
        withState('{"outputs":{}}'),
        { status: 422, says: /not a state/, at: attribute('state') },
      ],
      ['content that is not UTF-8', withState(invalidUtf8), { status: 422, says: /UTF-8/, at: attribute('state') }],
      [
        'content nested 40,000 deep',
        withState(`{"version":4,"serial":4,"resources":${nested(40_000)}}`),
        { status: 422, says: /deep/, at: attribute('state') },
      ],
      [
        'a json-state that is broken base64',
        change({ 'json-state': '%' }),
        { status: 422, says: /base64/, at: attribute('json-state') },
      ],
      [
        'a json-state that is no JSON',
        change({ 'json-state': base64Of('x') }),
        { status: 422, says: /JSON/, at: attribute('json-state') },
      ],
      [
        'outputs in broken base64',
        change({ 'json-state-outputs': '%' }),
        { status: 422, says: /base64/, at: attribute('json-state-outputs') },
      ],
      [
        'outputs that are none',
        change({ 'json-state-outputs': base64Of('[1') }),
        { status: 422, says: /output/, at: attribute('json-state-outputs') },
      ],
      ['force that is a text', change({ force: 'yes' }), { status: 422, says: /force/, at: attribute('force') }],
      [
        'a run that is none of the workspace',
        {
          data: { ...change({}).data, relationships: { run: { data: { id: 'run-0000000000000000', type: 'runs' } } } },
        },
        { status: 422, says: /run/, at: '/data/relationships/run/data/id' },
      ],
      [
        'a body over the limit',
        JSON.stringify({ data: 'x'.repeat(maxBody) }),
        { status: 413, says: /larger than the limit/ },
      ],
      [
        'another lineage',
        inlineCreation(stateText({ serial: 4 })),
        { status: 409, says: /lineage/, at: attribute('lineage') },
      ],
      [
        'an older serial',
        inlineCreation(stateText({ serial: 2, lineage })),
        { status: 412, says: /serial/, at: attribute('serial') },
      ],
      [
        'other content of the same serial',
        inlineCreation(stateText({ serial: 3, lineage, resources: [], outputs: { a: { value: 1, type: 'number' } } })),
        { status: 409, says: /MD5/, at: attribute('md5') },
      ],
    ];

    test.each(creations)('creating a state version: %s', async (_, body, refusal) => {
      await refused(() => site.get.root.post(`/workspaces/${workspace.id}/state-versions`, body), refusal);
    });

    const rolledBackTo = (data: unknown) => ({
      data: { type: 'state-versions', relationships: { 'rollback-state-version': { data } } },
    });
    const source = '/data/relationships/rollback-state-version/data/id';
    const rollbacks: readonly (readonly [title: string, body: unknown, refusal: Refusal])[] = [
      ['malformed JSON', '{', { status: 400, says: /JSON/ }],
      ['no document', undefined, { status: 422, says: /data|body/ }],
      ['no source', { data: { type: 'state-versions' } }, { status: 422, says: /rollback-state-version/, at: source }],
      [
        'another type',
        { data: { ...rolledBackTo({}).data, type: 'x' } },
        { status: 422, says: /type/, at: '/data/type' },
      ],
      [
        'a source of another type',
        rolledBackTo({ id: 'sv-0000000000000000', type: 'runs' }),
        { status: 422, says: /type/ },
      ],
      [
        'a source that is not there',
        rolledBackTo({ id: 'sv-0000000000000000', type: 'state-versions' }),
        { status: 404, says: /not found|no such/ },
      ],
      [
        'a source that is a path',
        rolledBackTo({ id: '../../x', type: 'state-versions' }),
        { status: 404, says: /not found|no such/ },
      ],
    ];

    test.each(rollbacks)('rolling back: %s', async (_, body, refusal) => {
      await refused(() => site.get.root.patch(`/workspaces/${workspace.id}/state-versions`, body), refusal);
    });

    test.each(['text/html', 'image/png', 'multipart/form-data; boundary=x'])(
      'a body of the content type %s',
      async (type) => {
        await refused(
          () => site.get.root.post(`/workspaces/${workspace.id}/state-versions`, change({}), { 'content-type': type }),
          { status: 415, says: /content type/ },
        );
      },
    );

    const list = (parameters: string) => () =>
      site.get.root.get(
        `/state-versions?filter[workspace][name]=${workspace.name}&filter[organization][name]=default&${parameters}`,
      );
    test.each([
      ['page[size]=0', 'page[size]'],
      ['page[size]=-1', 'page[size]'],
      ['page[size]=ten', 'page[size]'],
      ['page[size]=1.5', 'page[size]'],
      ['page[size]=', 'page[size]'],
      ['page[number]=0', 'page[number]'],
      ['page[number]=-1', 'page[number]'],
      ['page[number]=one', 'page[number]'],
      ['page[number]=99999999999', 'page[number]'],
      ['filter[status]=finished', 'filter[status]'],
    ])('a list with %s', async (parameters, at) => {
      await refused(list(parameters), { status: 400, says: new RegExp(at.replaceAll(/[[\]]/g, '\\$&')), at });
    });

    test.each(['101', '99999999999', '9'.repeat(400)])('a page size of %s means 100', async (size) => {
      const { meta } = (await list(`page[size]=${size}`)()).expect(200).list;
      expect(meta.pagination['page-size']).toBe(100);
    });

    test.each([
      ['state', '/api/v2/state-versions', 'authorization: Bearer x'],
      ['GraphQL', '/graphql', 'authorization: Bearer x'],
      ['the certificate authority', '/v1/pki/roles/x', 'x-vault-token: x'],
    ])('a body over the limit that is sent whole before the answer is read: %s', async (_, path, token) => {
      // More than what sockets hold: it arrives only where the server goes on reading.
      const body = Buffer.alloc(24 * 2 ** 20, 'x');
      const answer = await sendAll(`${site.get.server.http}${path}`, body, ['content-type: application/json', token]);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('larger than the limit');
    });

    test.each([
      ['2030-02-31T00:00:00Z', 422],
      ['2030-01-01', 422],
      ['2030-13-01T00:00:00Z', 422],
      ['2030-02-28T23:59:59.5+01:00', 200],
    ])('the instant %s', async (instant, status) => {
      const body = { data: { type: 'workspaces', attributes: { 'auto-destroy-at': instant } } };
      const answer = await site.get.root.patch(`/workspaces/${workspace.id}`, body);
      expect(answer.status).toBe(status);
      if (status === 422) expect(answer.errors[0]?.source?.pointer).toBe('/data/attributes/auto-destroy-at');
    });

    test.each([0, -1, 1.5, '30', 2 ** 31, 4e10])('a retention of %j days', async (days) => {
      const attributes = { 'delete-older-than-n-days': days };
      const body = { data: { type: 'data-retention-policy-delete-olders', attributes } };
      await refused(() => site.get.root.post(`/workspaces/${workspace.id}/relationships/data-retention-policy`, body), {
        status: 422,
        says: /older/,
        at: attribute('delete-older-than-n-days'),
      });
    });

    test.each(['filter[workspace][name]', 'filter[organization][name]'])('a list without %s', async (name) => {
      const rest = name.includes('workspace') ? 'filter[organization][name]=default' : `filter[workspace][name]=x`;
      await refused(() => site.get.root.get(`/state-versions?${rest}`), {
        status: 400,
        says: new RegExp(name.replaceAll(/[[\]]/g, '\\$&')),
        at: name,
      });
    });

    test.each(['workspace', 'outputs,nothing', 'created_by.teams', '__proto__', 'run.plan'])(
      'include=%s',
      async (include) => {
        for (const path of [
          `/workspaces/${workspace.id}/current-state-version`,
          `/state-versions/sv-0000000000000000`,
        ]) {
          await refused(() => site.get.root.get(`${path}?include=${include}`), {
            status: 400,
            says: /Invalid include parameter/,
            at: 'include',
          });
        }
        await refused(list(`include=${include}`), { status: 400, says: /Invalid include parameter/, at: 'include' });
      },
    );

    const strange = [
      '..',
      '%2e%2e',
      '..%2f..%2fetc',
      '%00',
      'ws-%0a',
      '%ff',
      'a%2Fb',
      "'",
      '%25',
      'sv-' + 'x'.repeat(500),
    ];
    test.each(strange)('the id %s', async (id) => {
      const { root } = site.get;
      const before = await workspace.snapshot();
      for (const path of [
        `/state-versions/${id}`,
        `/workspaces/${id}/current-state-version`,
        `/workspaces/${id}`,
        `/state-version-outputs/${id}`,
        `/organizations/${id}/workspaces/${id}`,
      ]) {
        const reply = await root.get(path);
        expect([400, 404]).toContain(reply.status);
        expect(reply.errors[0]?.status).toBe(String(reply.status));
      }
      expect((await root.post(`/workspaces/${id}/state-versions`, change({}))).status).toBeGreaterThanOrEqual(400);
      expect(await workspace.snapshot()).toEqual(before);
    });

    describe('tokens', () => {
      const unauthenticated: Refusal = { status: 401, says: /token/ };
      const path = () => `/workspaces/${workspace.id}/current-state-version`;

      test.each([null, 'nothing', 'a b', 'at-0000000000000000.atlasv1.secret', 'x'.repeat(8_000)])(
        'the token %s',
        async (token) => {
          await refused(() => site.get.root.as(token).get(path()), unauthenticated);
          await refused(
            () => site.get.root.as(token).post(`/workspaces/${workspace.id}/state-versions`, change({})),
            unauthenticated,
          );
        },
      );

      test('a revoked token', async () => {
        const { world } = site.get;
        const person = await world.administrator('default');
        const token = await world.userToken(person.id);
        const api = person.api.as(token.text);
        (await api.get(path())).expect(200);
        await world.revoke(token.id);
        await refused(() => api.get(path()), unauthenticated);
      });

      test('an expired token', async () => {
        const { world } = site.get;
        const person = await world.administrator('default');
        const expiry = new Date(Date.now() + 4_000);
        const api = person.api.as((await world.userToken(person.id, expiry)).text);
        (await api.get(path())).expect(200);
        while (Date.now() <= expiry.getTime() + 50) await new Promise((resolve) => setTimeout(resolve, 50));
        await refused(() => api.get(path()), unauthenticated);
      });

      test('an organization token does not create or roll back', async () => {
        const api = site.get.root.as(await site.get.world.organizationToken('default'));
        const refusal: Refusal = { status: 404, says: /Organization tokens may not create or roll back/ };
        await refused(() => api.post(`/workspaces/${workspace.id}/state-versions`, change({})), refusal);
        const { id } = await workspace.current();
        const body = rolledBackTo({ id, type: 'state-versions' });
        await refused(() => api.patch(`/workspaces/${workspace.id}/state-versions`, body), refusal);
      });

      test('who may not see the workspace sees what a missing one shows', async () => {
        const { api } = await site.get.world.person();
        const missing = workspace.id.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
        for (const ask of [
          (id: string) => api.get(`/workspaces/${id}/current-state-version`),
          (id: string) => api.get(`/workspaces/${id}`),
          (id: string) => api.post(`/workspaces/${id}/actions/lock`),
          (id: string) => api.post(`/workspaces/${id}/state-versions`, creation(next)),
        ]) {
          const [hidden, absent] = await Promise.all([ask(workspace.id), ask(missing)]);
          expect(hidden.status).toBe(404);
          expect([hidden.status, hidden.text]).toEqual([absent.status, absent.text]);
        }
      });
    });

    test('after all that, the workspace takes the next state', async () => {
      const version = await workspace.push(next);
      expect(version.attributes).toMatchObject({ serial: 4, status: 'finalized' });
      await workspace.unlock();
    });
  });
}
