import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { base64Of, md5Of, stateText } from '../harness/content.js';
import type { Site } from '../harness/site.js';
import type { Workspace } from '../harness/world.js';

const lineage = '6f5c0b8e-0000-4000-8000-000000000001';
const first = stateText({ serial: 3, lineage });
const next = stateText({ serial: 4, lineage });

const problemsIn = z.record(
  z.string(),
  z.object({
    problems: z.array(z.object({ code: z.string(), message: z.string(), field: z.array(z.string()).nullish() })),
  }),
);

const errorsIn = z.array(
  z.object({ message: z.string(), extensions: z.object({ code: z.string(), field: z.array(z.string()).optional() }) }),
);

/** What a refusal has to say: a problem's code, its words, and the field. */
type Refusal = readonly [code: string, says: RegExp, field?: string];

export function badGraphql(site: { readonly get: Site }): void {
  describe('bad input over GraphQL changes nothing, and the message names what is wrong', () => {
    let workspace: Workspace;

    beforeAll(async () => {
      workspace = await (await site.get.world.workspace('default')).lock();
      const { id } = await workspace.push(first);
      await workspace.processed(id);
    });

    /** The first problem, or the first error, having seen that nothing changed. */
    async function refused(query: string, variables: Readonly<Record<string, unknown>>, [code, says, field]: Refusal) {
      const before = await workspace.snapshot();
      const { data, errors } = await site.get.root.graphqlAnswer(query, variables);
      const problems = Object.values(problemsIn.safeParse(data).data ?? {}).flatMap((payload) => payload.problems);
      const raised = errorsIn.parse(errors ?? []).map(({ message, extensions }) => ({ message, ...extensions }));
      const [told] = [...problems, ...raised];
      expect(told).toMatchObject({
        code,
        message: expect.stringMatching(says) as string,
        ...(field !== undefined && { field: [field] }),
      });
      expect(await workspace.snapshot()).toEqual(before);
    }

    const create = `mutation ($input: CreateStateVersionInput!) {
    createStateVersion(input: $input) { stateVersion { id } problems { code message field } }
  }`;
    const whole = (state: string | Buffer) => ({ md5: md5Of(state), state: Buffer.from(state).toString('base64') });

    test.each<readonly [string, object, Refusal]>([
      ['a negative serial', { serial: -1 }, ['INVALID_INPUT', /serial/, 'serial']],
      ['a serial that is no number', { serial: 'four' }, ['BAD_USER_INPUT', /serial/]],
      ['a broken serial', { serial: 4.5 }, ['BAD_USER_INPUT', /serial/]],
      ['no md5', { md5: undefined }, ['BAD_USER_INPUT', /md5/]],
      ['an md5 that is none', { md5: 'xyz' }, ['INVALID_INPUT', /md5/, 'md5']],
      ['an md5 of other content', { md5: md5Of('other') }, ['CONTENT_MISMATCH', /md5/, 'md5']],
      ['a serial that is not inside', { serial: 9 }, ['CONTENT_MISMATCH', /serial/, 'serial']],
      ['another lineage than inside', { lineage: 'other' }, ['LINEAGE_CONFLICT', /lineage/, 'lineage']],
      ['broken base64', { state: '%%%' }, ['INVALID_INPUT', /state is not valid base64/, 'state']],
      ['an empty state', { state: '' }, ['INVALID_INPUT', /state is empty/, 'state']],
      ['content that is no JSON', whole('no state'), ['CONTENT_NOT_STATE', /not a state/, 'state']],
      ['content that is not UTF-8', whole(Buffer.from([0x7b, 0x22, 0xff])), ['CONTENT_NOT_STATE', /UTF-8/, 'state']],
      [
        'content nested 100,000 deep',
        whole(`{"version":4,"a":${'['.repeat(100_000)}`),
        ['CONTENT_NOT_STATE', /deep/, 'state'],
      ],
      [
        'content over the limit',
        whole(stateText({ serial: 4, lineage, padding: 150_000 })),
        ['CONTENT_TOO_LARGE', /limit/],
      ],
      ['JSON state that is no base64', { jsonState: '%' }, ['INVALID_INPUT', /jsonState/, 'jsonState']],
      [
        'outputs that are no outputs',
        { jsonStateOutputs: base64Of('[]') },
        ['INVALID_INPUT', /jsonStateOutputs/, 'jsonStateOutputs'],
      ],
      ['a run that is none', { runId: 'run-0000000000000000' }, ['INVALID_INPUT', /runId/, 'runId']],
      [
        'a stale serial',
        { serial: 2, ...whole(stateText({ serial: 2, lineage })) },
        ['SERIAL_STALE', /serial/, 'serial'],
      ],
      ['a field that is none', { nothing: 1 }, ['BAD_USER_INPUT', /nothing/]],
      ['a workspace that is none', { workspaceId: '../etc/passwd' }, ['NOT_FOUND', /./]],
    ])('creating: %s', async (_, attributes, refusal) => {
      const input = { workspaceId: workspace.id, serial: 4, lineage, ...whole(next), ...attributes };
      await refused(create, { input }, refusal);
    });

    const rollback = `mutation ($input: RollbackStateVersionInput!) {
    rollbackStateVersion(input: $input) { stateVersion { id } problems { code message field } }
  }`;
    test.each(['sv-0000000000000000', '../x', '', 'sv-%00'])('rolling back to %j', async (stateVersionId) => {
      await refused(rollback, { input: { workspaceId: workspace.id, stateVersionId } }, [
        'NOT_FOUND',
        /not found|no such/,
      ]);
    });

    const softDelete = `mutation ($input: SoftDeleteBackingDataInput!) {
    softDeleteBackingData(input: $input) { stateVersion { id } problems { code message field } }
  }`;
    test('days that are none', async () => {
      const { id } = await workspace.current();
      const refusal: Refusal = ['INVALID_INPUT', /deleteOlderThanNDays/, 'deleteOlderThanNDays'];
      await refused(softDelete, { input: { id, deleteOlderThanNDays: 0 } }, refusal);
    });

    test.each<readonly [string, Refusal]>([
      ['first: -1', ['INVALID_PARAMETER', /first/, 'first']],
      ['last: -1', ['INVALID_PARAMETER', /last/, 'last']],
      ['first: 1, last: 1', ['INVALID_PARAMETER', /first and last/, 'last']],
      ['first: "ten"', ['GRAPHQL_VALIDATION_FAILED', /ten/]],
      ['after: "nowhere"', ['INVALID_PARAMETER', /after/, 'after']],
    ])('a list with %s', async (page, refusal) => {
      await refused(`{ workspace(id: "${workspace.id}") { stateVersions(${page}) { nodes { id } } } }`, {}, refusal);
    });

    test('after all that, the workspace takes the next state', async () => {
      expect((await workspace.push(next)).attributes).toMatchObject({ serial: 4, status: 'finalized' });
      await workspace.unlock();
    });
  });
}
