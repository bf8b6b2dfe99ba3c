import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foundOrganization } from '../../../src/identity/organizations/found.js';
import { ids } from '../../../src/platform/ids.js';
import { mostVariables } from '../../../src/state/variables/variable-rules.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

const make = (workspaceId: string, key: string, more: object = {}) =>
  world.variables.createInWorkspace(world.owner, workspaceId, {
    key,
    category: 'terraform',
    value: `of ${key}`,
    ...more,
  });
const valueOf = async (id: string) => (await world.variableStore.values([id])).get(id);
const counted = (id: string) =>
  world.client.workspace.findUniqueOrThrow({ where: { id }, select: { variableCount: true, variableBytes: true } });
const recordsOf = (targetId: string) =>
  world.client.auditRecord.findMany({ where: { targetId }, orderBy: { at: 'asc' } });

describe('a variable', () => {
  test('is created, changed and deleted, and counted', async () => {
    const { id: workspaceId } = await world.make();
    const made = await make(workspaceId, 'region', { description: 'where' });
    expect(made).toMatchObject({
      ...{ workspaceId, variableSetId: null, key: 'region', category: 'terraform', description: 'where' },
      ...{ hcl: false, sensitive: false, valueBytes: 9 },
    });
    expect(await valueOf(made.id)).toBe('of region');
    expect(await counted(workspaceId)).toEqual({ variableCount: 1, variableBytes: 9 });

    const changed = await world.variables.update(world.owner, made.id, { key: 'zone', value: 'b', hcl: true });
    expect(changed).toMatchObject({ key: 'zone', description: 'where', hcl: true, valueBytes: 1 });
    expect(changed.versionId).not.toBe(made.versionId);
    expect(await valueOf(made.id)).toBe('b');
    expect(await counted(workspaceId)).toEqual({ variableCount: 1, variableBytes: 1 });

    const same = await world.variables.update(world.owner, made.id, {});
    expect(same.versionId).not.toBe(changed.versionId);
    expect(await valueOf(made.id)).toBe('b');

    await world.variables.delete(world.owner, made.id);
    expect(await refusal(world.variables.read(world.owner, made.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await counted(workspaceId)).toEqual({ variableCount: 0, variableBytes: 0 });
  });

  test('is sealed, and a sensitive one is never read again', async () => {
    const { id: workspaceId } = await world.make();
    const open = await make(workspaceId, 'open', { value: 'plain as day' });
    const { sealedValue } = await world.client.variable.findUniqueOrThrow({ where: { id: open.id } });
    expect(Buffer.from(sealedValue).includes('plain as day')).toBe(false);

    const hidden = await world.variables.update(world.owner, open.id, { sensitive: true });
    expect(hidden.sensitive).toBe(true);
    expect(await valueOf(open.id)).toBeUndefined();
    expect(await refusal(world.variables.update(world.owner, open.id, { sensitive: false }))).toMatchObject({
      ...{ code: 'INVALID_INPUT', field: ['sensitive'] },
    });
    await world.variables.update(world.owner, open.id, { description: 'still hidden' });
    expect(await valueOf(open.id)).toBeUndefined();
    await world.variables.update(world.owner, open.id, { sensitive: false, value: 'another' });
    expect(await valueOf(open.id)).toBe('another');
  });

  test('a value that is put in the place of another one is not opened', async () => {
    const { id: workspaceId } = await world.make();
    const [one, other] = [await make(workspaceId, 'one'), await make(workspaceId, 'other')];
    const { sealedValue } = await world.client.variable.findUniqueOrThrow({ where: { id: one.id } });
    await world.client.variable.update({ where: { id: other.id }, data: { sealedValue } });
    await expect(valueOf(other.id)).rejects.toThrow('was changed, or belongs to something else');
  });

  test('has a key of its own in its category', async () => {
    const { id: workspaceId } = await world.make();
    const taken = { code: 'NAME_TAKEN', message: 'Key has already been taken', field: ['key'] };
    await make(workspaceId, 'a');
    const env = await make(workspaceId, 'a', { category: 'env' });
    const upper = await make(workspaceId, 'A');
    expect(await refusal(make(workspaceId, 'a'))).toEqual(taken);
    expect(await refusal(world.variables.update(world.owner, env.id, { category: 'terraform' }))).toEqual(taken);
    expect(await refusal(world.variables.update(world.owner, upper.id, { key: 'a' }))).toEqual(taken);
    await make((await world.make()).id, 'a');
    expect((await counted(workspaceId)).variableCount).toBe(3);
  });

  test('one of two that are made at once with the same key is refused', async () => {
    const { id: workspaceId } = await world.make();
    const made = await Promise.allSettled([make(workspaceId, 'same'), make(workspaceId, 'same')]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = made.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { message: 'Key has already been taken' } });
    expect((await counted(workspaceId)).variableCount).toBe(1);
  });

  test('tells the audit record what was done, and subscribers that the workspace changed, never the value', async () => {
    const { id: workspaceId } = await world.make();
    const made = await make(workspaceId, 'told', { value: 'hush', sensitive: true });
    await world.variables.update(world.owner, made.id, { value: 'hush hush' });
    await world.variables.delete(world.owner, made.id);
    const records = await recordsOf(made.id);
    expect(records.map(({ action, targetName }) => `${action} ${targetName ?? ''}`).toSorted()).toEqual([
      ...['variable.create told', 'variable.delete told', 'variable.update told'],
    ]);
    const written = JSON.stringify(records, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    expect(written).not.toContain('hush');
    expect(written).toContain(workspaceId);
    const events = await world.client.event.findMany({ where: { subject: workspaceId, kind: 'workspace.changed' } });
    expect(events).toHaveLength(3);
  });

  test('goes with its workspace', async () => {
    const { id: workspaceId } = await world.make();
    const { id } = await make(workspaceId, 'gone');
    await world.workspaces.delete(world.owner, { id: workspaceId });
    expect(await world.client.variable.findUnique({ where: { id } })).toBeNull();
  });

  test('a workspace has only so many', async () => {
    const { id } = await world.make();
    await world.client.workspace.update({ where: { id }, data: { variableCount: mostVariables - 1 } });
    const last = await make(id, 'last');
    const refused = await refusal(make(id, 'more'));
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', message: `At most ${mostVariables} variables are allowed` });
    await world.variables.update(world.owner, last.id, { value: 'changed all the same' });
    await world.variables.delete(world.owner, last.id);
    await make(id, 'more');
  });
});

describe('who may', () => {
  test.each([
    ['read', true, false],
    ['plan', true, false],
    ['write', true, true],
    ['admin', true, true],
    ['custom', false, false],
  ])('a team with %s reads: %s, writes: %s', async (access, reads, writes) => {
    const { id: workspaceId } = await world.make();
    const { id } = await make(workspaceId, 'key');
    const member = await world.memberWith({ workspaceId, access });
    const done = async (work: Promise<unknown>) =>
      work.then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'NOT_FOUND' });
          return false;
        },
      );
    const workspace = await world.workspaces.read(member, { id: workspaceId });
    const permissions = await world.workspaces.permissions(member, workspace, () => Promise.resolve(false));
    expect(permissions).toMatchObject({ canReadVariable: reads, canUpdateVariable: writes });
    expect(await done(world.variables.read(member, id))).toBe(reads);
    expect(await done(world.variables.update(member, id, { description: 'd' }))).toBe(writes);
    const input = { key: 'theirs', category: 'env' } as const;
    expect(await done(world.variables.createInWorkspace(member, workspaceId, input))).toBe(writes);
    expect(await done(world.variables.delete(member, id))).toBe(writes);
    expect((await world.visibleTo(member).variable(id)) !== null).toBe(reads && !writes);
  });

  test('a custom access has what it says of variables', async () => {
    const { id: workspaceId } = await world.make();
    const { id } = await make(workspaceId, 'key');
    const userId = await world.user();
    const team = await world.team(world.organizationId);
    await world.member(world.organizationId, userId, team);
    await world.onWorkspace(team, workspaceId, { access: 'custom', stateVersions: 'none', variables: 'read' });
    await world.turn();
    const member = await world.caller({ userId });
    expect(await world.variables.read(member, id)).toMatchObject({ id });
    expect(await refusal(world.variables.delete(member, id))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('nobody of another organization does, whatever it names', async () => {
    const { id: workspaceId } = await world.make();
    const { id } = await make(workspaceId, 'key');
    const userId = await world.user();
    const founding = { name: 'elsewhere', email: 'a@b.example', founder: userId, now: world.clock.now() };
    await world.database.transaction((tx) => foundOrganization(tx, founding));
    await world.turn();
    const stranger = await world.caller({ userId });
    const input = { key: 'theirs', category: 'env' } as const;
    for (const work of [
      () => world.variables.read(stranger, id),
      () => world.variables.update(stranger, id, { value: 'x' }),
      () => world.variables.delete(stranger, id),
      () => world.variables.createInWorkspace(stranger, workspaceId, input),
      () => world.variables.read(stranger, 'var-1'),
      () => world.variables.read(stranger, ids.variable.make()),
    ])
      expect(await refusal(work())).toMatchObject({ code: 'NOT_FOUND' });
    expect(await world.visibleTo(stranger).variable(id)).toBeNull();
  });

  test('a variable is reached by no other workspace', async () => {
    const [one, other] = [await world.make(), await world.make()];
    const { id } = await make(one.id, 'key');
    expect(await refusal(world.variables.update(world.owner, id, {}, other.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(world.variables.delete(world.owner, id, other.id))).toMatchObject({ code: 'NOT_FOUND' });
    await world.variables.delete(world.owner, id, one.id);
  });
});
