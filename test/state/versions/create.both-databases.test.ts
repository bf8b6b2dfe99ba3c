import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problems } from '../../../src/platform/problems.js';
import { ids } from '../../../src/platform/ids.js';
import { arriving, jsonState, lineage, md5, openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const output = (value: unknown, sensitive = false) => ({ value, type: 'string', ...(sensitive && { sensitive }) });

describe('creating', () => {
  test('without content waits for it', async () => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, stateOf(3));
    expect(version).toMatchObject({
      status: 'pending',
      serial: 3n,
      number: 1n,
      size: 0n,
      lineage,
      stateFormat: null,
      intermediate: false,
      resourcesProcessed: false,
      createdById: world.ownerId,
      finalizedAt: null,
    });
    expect(await world.row(workspace)).toMatchObject({
      currentStateVersionId: null,
      latestStateVersionId: version.id,
      knownSerial: null,
      lineage: null,
      highestSerial: -1n,
    });
    expect(await refusal(world.services.versions.current(world.owner, workspace))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(world.services.locks.unlock(world.owner, workspace))).toMatchObject({
      code: 'LATEST_VERSION_PENDING',
    });
    expect(await world.read(version.id)).toEqual({ ...version, neighbours: null });
  });

  test('with content makes it current at once', async () => {
    const workspace = await world.workspaceOf();
    const content = stateOf(1, { resources: [resource('aws_vpc', 'main', { module: 'module.net' }, 2)] });
    const version = await world.create(workspace, content);
    expect(version).toMatchObject({
      status: 'finalized',
      size: BigInt(content.length),
      stateFormat: 4,
      engineVersion: '1.11.4',
    });
    expect(await world.download(version)).toEqual(content);
    const { version: current } = await world.services.versions.current(world.owner, workspace);
    await world.settled();
    expect(current.id).toBe(version.id);
    const read = await world.read(version.id);
    expect(read).toMatchObject({ resourcesProcessed: true, processingProblem: null, resourceCount: 2n });
    expect(JSON.parse(read.modulesJson ?? '')).toEqual({ 'root.net': { 'aws-vpc': 2 } });
    await world.services.locks.unlock(world.owner, workspace);
  });

  test('is answered with the document that reading gives', async () => {
    const workspace = await world.workspaceOf();
    const given = Buffer.from(JSON.stringify({ who: output('ann') }));
    const pending = await world.announce(workspace, stateOf(1), { jsonStateOutputs: given, jsonState: jsonState() });
    expect(await world.read(pending.id)).toEqual({ ...pending, neighbours: null });
    const version = await world.create(workspace, stateOf(2));
    expect(version).toMatchObject({ resourcesProcessed: true, billableRumCount: 0n });
    expect(await world.read(version.id)).toEqual({ ...version, neighbours: null });
  });

  test('with outputs shows them before the content is read, and keeps their ids after', async () => {
    const workspace = await world.workspaceOf();
    const content = stateOf(1, { outputs: { a: output('x'), secret: output('hush', true), z: output('new') } });
    const given = Buffer.from(JSON.stringify({ secret: output('hush', true), a: output('x'), gone: output('y') }));
    const version = await world.announce(workspace, content, { jsonStateOutputs: given });
    const before = await world.outputsOf(world.owner, version.id);
    expect(before.map(({ name, valueJson }) => [name, valueJson])).toEqual([
      ['a', '"x"'],
      ['gone', '"y"'],
      ['secret', null],
    ]);
    expect(version.outputIds).toEqual(before.map(({ id }) => id));
    await world.upload(version, content);
    await world.settled();
    const after = await world.outputsOf(world.owner, { current: workspace });
    expect(after.map(({ name }) => name)).toEqual(['a', 'secret', 'z']);
    expect(after[0]?.id).toBe(before[0]?.id);
    expect(after[1]?.id).toBe(before[2]?.id);
    expect((await world.read(version.id)).outputIds).toEqual(after.map(({ id }) => id));
  });

  test('with `null` for outputs has none', async () => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, stateOf(1), { jsonStateOutputs: Buffer.from('null\n') });
    expect(version.outputIds).toEqual([]);
    expect(await world.outputsOf(world.owner, version.id)).toEqual([]);
  });

  test('by a run that the service executes is the internal account’s, and its upload is taken all the same', async () => {
    const workspace = await world.workspaceOf();
    const { client, clock } = world;
    const runId = ids.run.make();
    const stamps = { createdAt: clock.now(), updatedAt: clock.now() };
    await client.run.create({ data: { id: runId, workspaceId: workspace, executedByService: true, ...stamps } });
    const version = await world.announce(workspace, stateOf(1), { runId });
    const account = await client.user.findUniqueOrThrow({ where: { username: 'service' } });
    expect(version).toMatchObject({ createdById: account.id, runId });
    await world.upload(version, stateOf(1));
    expect(await world.read(version.id)).toMatchObject({ status: 'finalized' });
  });

  test('discards what waits', async () => {
    const workspace = await world.workspaceOf();
    const given = Buffer.from(JSON.stringify({ who: output('ann') }));
    const first = await world.announce(workspace, stateOf(1), { jsonStateOutputs: given });
    await world.upload(first, jsonState(), 'json');
    const second = await world.announce(workspace, stateOf(1));
    expect(await world.read(first.id)).toMatchObject({ status: 'discarded', jsonObjectId: null, outputIds: [] });
    expect(await refusal(world.upload(first, stateOf(1)))).toMatchObject({ code: 'UPLOAD_CLOSED' });
    expect(await refusal(world.upload(first, jsonState(), 'json'))).toMatchObject({ code: 'ALREADY_UPLOADED' });
    const third = await world.create(workspace, stateOf(1));
    expect(await world.read(second.id)).toMatchObject({ status: 'discarded', discardedAt: world.clock.now() });
    expect(await refusal(world.upload(second, jsonState(), 'json'))).toMatchObject({ code: 'UPLOAD_CLOSED' });
    expect(await world.row(workspace)).toMatchObject({
      currentStateVersionId: third.id,
      latestStateVersionId: third.id,
    });
    const { kept, counted } = await world.counts(workspace);
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ pending: 0n, discarded: 2n, finalized: 1n });
  });

  test('a discarded serial is not known', async () => {
    const workspace = await world.workspaceOf();
    await world.announce(workspace, stateOf(900));
    const version = await world.create(workspace, stateOf(1));
    const rolled = await world.services.rollback.rollback(world.owner, workspace, version.id);
    expect(rolled.serial).toBe(2n);
  });
});

describe('what is not taken, and changes nothing', () => {
  type Ask = Parameters<StateServiceWorld['input']>[2];
  const known = stateOf(5);
  const rows: [string, Buffer, Ask, string, string?][] = [
    ['an older serial', stateOf(4), {}, 'SERIAL_STALE'],
    ['the same serial with other content', stateOf(5, { more: 1 }), {}, 'MD5_CONFLICT'],
    ['another lineage', stateOf(6, { lineage: 'other' }), {}, 'LINEAGE_CONFLICT'],
    [
      'another lineage, declared or not',
      stateOf(6, { lineage: 'other' }),
      { declared: { lineage: null } },
      'LINEAGE_CONFLICT',
    ],
    ['a serial that is not the content’s', stateOf(6), { declared: { serial: 7n } }, 'CONTENT_MISMATCH', 'serial'],
    [
      'an MD5 that is not the content’s',
      stateOf(6),
      { declared: { md5: md5(Buffer.from('x')) } },
      'CONTENT_MISMATCH',
      'md5',
    ],
    [
      'force does not make up for it',
      stateOf(6),
      { declared: { md5: md5(Buffer.from('x')), force: true } },
      'CONTENT_MISMATCH',
      'md5',
    ],
    [
      'a lineage that is not the content’s',
      stateOf(6, { lineage: null }),
      { declared: { lineage } },
      'CONTENT_MISMATCH',
      'lineage',
    ],
    ['no state', Buffer.from('[]'), { declared: { serial: 6n } }, 'CONTENT_NOT_STATE', 'state'],
    ['an object that is no state', Buffer.from('{}'), { declared: { serial: 6n } }, 'CONTENT_NOT_STATE', 'state'],
    [
      'a serial that nobody can read',
      Buffer.from('{"version":4,"serial":"6"}'),
      { declared: { serial: 6n } },
      'CONTENT_NOT_STATE',
      'state',
    ],
    ['JSON state that is none', stateOf(6), { jsonState: Buffer.from('{"a":1}') }, 'CONTENT_NOT_STATE', 'jsonState'],
    [
      'outputs that are none',
      stateOf(6),
      { jsonStateOutputs: Buffer.from('{"a":1}') },
      'INVALID_INPUT',
      'jsonStateOutputs',
    ],
    ['a run of nowhere', stateOf(6), { runId: ids.run.make() }, 'INVALID_INPUT', 'runId'],
  ];
  test.each(rows)('%s', async (_name, content, ask, code, field) => {
    const workspace = await world.workspaceOf();
    await world.create(workspace, known);
    const before = await world.everything();
    const refused = await refusal(world.create(workspace, content, ask));
    expect(refused.code).toBe(code);
    if (field !== undefined) expect(refused.field).toEqual([field]);
    expect(await world.everything()).toEqual(before);
  });

  test('bytes that are not even text', async () => {
    const workspace = await world.workspaceOf();
    const before = await world.everything();
    for (const bytes of [
      Buffer.from([0xff, 0xfe]),
      Buffer.from('{"version":4,"serial":1,"a":"\xff"}', 'latin1'),
      Buffer.from('[['.repeat(100_000)),
    ]) {
      const input = { ...world.input(workspace, stateOf(1)), state: bytes };
      expect(await refusal(world.services.versions.create(world.owner, input))).toMatchObject({
        code: 'CONTENT_NOT_STATE',
      });
    }
    expect(await world.everything()).toEqual(before);
  });

  test('more than the limit', async () => {
    const workspace = await world.workspaceOf();
    const before = await world.everything();
    const large = stateOf(1, { filling: 'x'.repeat(2_000_000) });
    expect(await refusal(world.create(workspace, large))).toMatchObject({ code: 'CONTENT_TOO_LARGE' });
    const pending = await world.announce(workspace, large);
    expect(await refusal(world.upload(pending, arriving(large, 65_536)))).toMatchObject({ code: 'CONTENT_TOO_LARGE' });
    expect((await world.everything()).objects).toEqual(before.objects);
  });

  test('without the lock, or under somebody else’s', async () => {
    const workspace = await world.workspaceOf({ locked: false });
    const before = await world.everything();
    expect(await refusal(world.announce(workspace, stateOf(1)))).toEqual(
      expect.objectContaining({ code: 'LOCK_REQUIRED', message: problems.LOCK_REQUIRED }),
    );
    expect(await world.everything()).toEqual(before);
    const writer = await world.memberWith(workspace, 'write');
    await world.services.locks.lock(writer, workspace);
    const held = await world.everything();
    expect(await refusal(world.create(workspace, stateOf(1)))).toMatchObject({
      code: 'LOCK_HELD_BY_OTHER',
      message: `This workspace is locked by User ${writer.username} and will only accept state uploads from them while locked.`,
    });
    expect(await world.everything()).toEqual(held);
  });

  test('by whom it is not for', async () => {
    const workspace = await world.workspaceOf();
    const reader = await world.memberWith(workspace, 'read');
    const stranger = await world.caller({ userId: await world.user() });
    const organization = await world.caller({ organizationId: world.organizationId });
    const before = await world.everything();
    const version = await world.create(workspace, stateOf(1));
    const after = await world.everything();
    expect(after).not.toEqual(before);
    const rows = [
      [reader, 'NOT_FOUND'],
      [stranger, 'NOT_FOUND'],
      [organization, 'TOKEN_KIND_REFUSED'],
    ] as const;
    for (const [caller, code] of rows) {
      expect(await refusal(world.create(workspace, stateOf(2), {}, caller))).toMatchObject({ code });
      expect(await refusal(world.services.rollback.rollback(caller, workspace, version.id))).toMatchObject({ code });
    }
    expect(await world.everything()).toEqual(after);
    expect(await refusal(world.announce(ids.workspace.make(), stateOf(1)))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('what is taken', () => {
  test('the same state again, as a new version', async () => {
    const workspace = await world.workspaceOf();
    const first = await world.create(workspace, stateOf(5));
    const second = await world.create(workspace, stateOf(5));
    expect([first.number, second.number]).toEqual([1n, 2n]);
  });

  test('with force, a lower serial and another lineage', async () => {
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(5));
    await world.create(workspace, stateOf(2, { lineage: 'other' }), { declared: { force: true } });
    expect(await world.row(workspace)).toMatchObject({ knownSerial: 2n, lineage: 'other', highestSerial: 5n });
    await world.create(workspace, stateOf(3, { lineage: 'other' }));
  });

  test('a state without lineage does not make the workspace forget its own', async () => {
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(5));
    await world.create(workspace, stateOf(6, { lineage: null }));
    expect(await refusal(world.create(workspace, stateOf(7, { lineage: 'other' })))).toMatchObject({
      code: 'LINEAGE_CONFLICT',
    });
    await world.create(workspace, stateOf(7));
  });

  test.each([
    ['a format of the future', stateOf(1, { version: 5 }), 5, 'The state format version is not supported: 5'],
    ['resources of another shape', stateOf(1, { resources: { a: 1 } }), 4, 'resources is not an array'],
  ])('%s, which is stored and says so', async (_name, content, stateFormat, why) => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, content);
    await world.upload(version, content);
    await world.settled();
    const read = await world.read(version.id);
    expect(read).toMatchObject({ status: 'finalized', stateFormat, resourcesProcessed: true });
    expect(read.processingProblem).toContain(why);
    expect(await world.download(version)).toEqual(content);
    const rolled = await world.services.rollback.rollback(world.owner, workspace, version.id);
    await world.settled();
    expect(await world.read(rolled.id)).toMatchObject({
      serial: 2n,
      stateFormat,
      resourcesProcessed: true,
      processingProblem: read.processingProblem,
    });
  });

  test.each([
    ['no format', stateOf(1, { version: null }), 'The content has no state format version'],
    ['a format that is no number', stateOf(1, { version: 'four' }), 'not a whole number from 0 to 999999999: "four"'],
  ])('not with %s', async (_name, content, why) => {
    const workspace = await world.workspaceOf();
    expect(await refusal(world.create(workspace, content))).toMatchObject({
      code: 'CONTENT_NOT_STATE',
      message: expect.stringContaining(why) as string,
    });
    const version = await world.announce(workspace, content);
    expect(await refusal(world.upload(version, content))).toMatchObject({ code: 'CONTENT_NOT_STATE' });
    expect(await world.read(version.id)).toMatchObject({ status: 'pending' });
  });

  test('a declared lineage that the content does not have, with force: that of the content counts', async () => {
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(1));
    const other = stateOf(2, { lineage: 'other' });
    expect(await refusal(world.create(workspace, other, { declared: { lineage: 'declared' } }))).toMatchObject({
      code: 'LINEAGE_CONFLICT',
    });
    const created = await world.create(workspace, other, { declared: { lineage: 'declared', force: true } });
    expect(created.lineage).toBe('other');
    const last = stateOf(3, { lineage: 'last' });
    const announced = await world.announce(workspace, last, { declared: { lineage: 'declared', force: true } });
    await world.upload(announced, last);
    expect(await world.read(announced.id)).toMatchObject({ status: 'finalized', lineage: 'last' });
    expect(await world.row(workspace)).toMatchObject({ lineage: 'last', knownSerial: 3n });
  });

  test('under a team’s lock, from its token; under a run’s, from who names the run', async () => {
    const workspace = await world.workspaceOf({ locked: false });
    const teamId = await world.team(world.organizationId);
    await world.onWorkspace(teamId, workspace, { access: 'write', stateVersions: 'none' });
    await world.turn();
    const team = await world.caller({ teamId });
    const { locks } = world.services;
    await locks.lock(team, workspace);
    expect(await refusal(world.announce(workspace, stateOf(1)))).toMatchObject({ code: 'LOCK_HELD_BY_OTHER' });
    const version = await world.announce(workspace, stateOf(1), {}, team);
    await world.upload(version, stateOf(1));
    await locks.unlock(team, workspace);
    const runId = ids.run.make();
    const stamps = { createdAt: world.clock.now(), updatedAt: world.clock.now() };
    await world.client.run.create({ data: { id: runId, workspaceId: workspace, ...stamps } });
    await locks.lock(world.owner, workspace, { runId });
    expect(await refusal(world.announce(workspace, stateOf(2)))).toMatchObject({ code: 'LOCK_HELD_BY_OTHER' });
    const run = await world.announce(workspace, stateOf(2), { runId });
    await world.upload(run, stateOf(2));
    expect(await world.read(run.id)).toMatchObject({ status: 'finalized', runId });
  });
});
