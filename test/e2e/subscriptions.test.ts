import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openMount } from './harness/authority.js';
import { stateText, terraformData } from './harness/content.js';
import { onSharedServer } from './harness/site.js';
import { overEventStream, overWebSocket } from './harness/subscriber.js';
import type { Heard, Place, Subscriber } from './harness/subscriber.js';
import { VaultApi } from './harness/vault.js';
import { fresh } from './harness/world.js';

const { server, root, world } = onSharedServer().get;
const vault = new VaultApi(server.http, server.token);
let organization: string;
beforeAll(async () => {
  organization = await world.organization();
});

const transports: readonly (readonly [string, (place: Place) => Subscriber])[] = [
  ['WebSocket', overWebSocket],
  ['server-sent events', overEventStream],
];
const here = (token = server.token): Place => ({ base: server.http, token });

const lastShape = z.object({ lastEventId: z.string() });
const lastEventId = async (): Promise<string> => (await root.graphql(lastShape, '{ lastEventId }')).lastEventId;

const lockEvents = `subscription ($workspaceId: ID, $organization: String, $after: ID) {
  event: workspaceLockEvents(workspaceId: $workspaceId, organization: $organization, after: $after) {
    eventId kind holderKind workspace { name }
  }
}`;
const lockShape = z
  .object({ event: z.object({ eventId: z.string(), kind: z.string(), workspace: z.object({ name: z.string() }) }) })
  .transform(({ event }) => event);

const versionEvents = `subscription ($workspaceId: ID!, $kinds: [StateVersionEventKind!], $after: ID) {
  event: stateVersionEvents(workspaceId: $workspaceId, kinds: $kinds, after: $after) {
    eventId occurredAt kind serial stateVersion { id }
  }
}`;
const versionShape = z
  .object({
    event: z.object({
      eventId: z.string(),
      occurredAt: z.iso.datetime(),
      kind: z.string(),
      serial: z.coerce.string(),
      stateVersion: z.object({ id: z.string() }).nullable(),
    }),
  })
  .transform(({ event }) => event);

const certificateEvents = `subscription ($mount: String!, $after: ID) {
  event: certificateEvents(mount: $mount, kinds: [ISSUED, REVOKED], after: $after) {
    kind serialNumber certificate { serialNumber }
  }
}`;
const certificateShape = z.object({ event: z.looseObject({ kind: z.string() }) }).transform(({ event }) => event);

const crlEvents = `subscription ($mount: String!, $after: ID) {
  event: crlEvents(mount: $mount, after: $after) { number issuer { id } }
}`;
const crlShape = z.object({ event: z.looseObject({ issuer: z.unknown() }) }).transform(({ event }) => event);

const stateJobEvents = `subscription ($workspaceId: ID!, $after: ID) {
  event: stateJobEvents(workspaceId: $workspaceId, after: $after) { kind job progress stateVersion { id } }
}`;
const mountJobEvents = `subscription ($mount: String!, $after: ID) {
  event: mountJobEvents(mount: $mount, after: $after) { kind job mountPath issuer { uuid } }
}`;
const jobShape = z
  .object({ event: z.looseObject({ kind: z.string(), job: z.string(), progress: z.number().nullish() }) })
  .transform(({ event }) => event);

const codesOf = ({ errors, ended }: Heard): unknown[] =>
  coded
    .array()
    .parse(ended?.how === 'error' ? ended.error : errors)
    .map(({ extensions: { code } }) => code);
const coded = z.looseObject({ extensions: z.looseObject({ code: z.string() }) });

describe.each(transports)('over %s', (_name, connect) => {
  test('the lock of a workspace, as it changes', async () => {
    const workspace = await world.workspace(organization);
    const subscriber = connect(here());
    const { heard } = subscriber.subscribe(lockEvents, { workspaceId: workspace.id, after: await lastEventId() });
    await workspace.lock();
    await workspace.unlock();
    const events = await heard.first(2, lockShape);
    expect(events.map(({ kind, workspace: { name } }) => [kind, name])).toEqual([
      ['LOCKED', workspace.name],
      ['UNLOCKED', workspace.name],
    ]);
    expect(heard.errors).toEqual([]);
    subscriber.close();
  });

  test('what becomes of a state version, and a reader that goes on from each of its events', async () => {
    const workspace = await (await world.workspace(organization)).lock();
    const begin = await lastEventId();
    const subscriber = connect(here());
    const { heard } = subscriber.subscribe(versionEvents, { workspaceId: workspace.id, after: begin });
    const { id } = await workspace.push(stateText({ serial: 7 }));
    const events = await heard.first(3, versionShape);
    expect(events.map(({ kind, serial, stateVersion }) => [kind, serial, stateVersion?.id])).toEqual([
      ['CREATED', '7', id],
      ['FINALIZED', '7', id],
      ['PROCESSED', '7', id],
    ]);
    for (const [index, { eventId }] of [{ eventId: begin }, ...events].entries()) {
      if (index === events.length) break;
      const again = subscriber.subscribe(versionEvents, { workspaceId: workspace.id, after: eventId });
      expect(await again.heard.first(events.length - index, versionShape)).toEqual(events.slice(index));
      again.stop();
    }
    subscriber.close();
  });

  test('workspaces, roles, policies and audit records, each with its object', async () => {
    const mount = fresh('mount');
    await openMount(vault, mount);
    const after = await lastEventId();
    const subscriber = connect(here());
    const follow = (source: string) => subscriber.subscribe(source, { organization, mount, after }).heard;
    const workspaces = follow(`subscription ($organization: String, $after: ID) {
      event: workspaceEvents(organization: $organization, after: $after) { kind workspace { name } }
    }`);
    const roles = follow(`subscription ($mount: String!, $after: ID) {
      event: roleEvents(mount: $mount, kinds: [CREATED], after: $after) { kind role { name allowAnyName } }
    }`);
    const policies = follow(`subscription ($after: ID) {
      event: policyEvents(after: $after) { kind name policy { text } }
    }`);
    const records = follow(`subscription ($organization: String, $after: ID) {
      event: auditRecordEvents(organization: $organization, after: $after) { count auditRecords { nodes { action } } }
    }`);
    const { name } = await world.workspace(organization);
    const role = fresh('role');
    (await vault.write(`${mount}/roles/${role}`, { allow_any_name: true })).expect(200);
    const policy = fresh('policy');
    (await vault.write(`sys/policies/acl/${policy}`, { policy: 'path "x" { capabilities = ["read"] }' })).expect(204);
    (await vault.send('DELETE', `sys/policies/acl/${policy}`)).expect(204);

    const event = z.object({ event: z.looseObject({}) }).transform(({ event }) => event);
    expect(await workspaces.first(1, event)).toEqual([{ kind: 'CREATED', workspace: { name } }]);
    expect(await roles.first(1, event)).toEqual([{ kind: 'CREATED', role: { name: role, allowAnyName: true } }]);
    // Other tests have policies, too.
    const ofPolicy = () =>
      policies.events.map((heard) => event.parse(heard)).filter((heard) => heard['name'] === policy);
    await policies.until(() => policies.ended !== null || ofPolicy().length > 1);
    expect(ofPolicy().slice(1)).toEqual([{ kind: 'DELETED', name: policy, policy: null }]);
    const [record] = await records.first(1, event);
    const { count, auditRecords } = z
      .object({ count: z.int(), auditRecords: z.object({ nodes: z.array(z.object({ action: z.string() })) }) })
      .parse(record);
    expect(auditRecords.nodes).toHaveLength(count);
    subscriber.close();
  });

  test('certificates: issued, then revoked; and the CRL that says so', async () => {
    const subscriber = connect(here());
    const mount = fresh('mount');
    (await vault.write(`sys/mounts/${mount}`, { type: 'pki' })).expect(204);
    (await vault.write(`${mount}/root/generate/internal`, { common_name: 'Root', key_type: 'ec' })).expect(200);
    const after = await lastEventId();
    const certificates = subscriber.subscribe(certificateEvents, { mount, after });
    const crls = subscriber.subscribe(crlEvents, { mount, after });
    const role = fresh('role');
    (await vault.write(`${mount}/roles/${role}`, { allow_any_name: true, key_type: 'ec', ttl: '1h' })).expect(200);
    const issued = await vault.write(`${mount}/issue/${role}`, { common_name: 'a.example.com' });
    const serialNumber = issued.text('serial_number');
    (await vault.write(`${mount}/revoke`, { serial_number: serialNumber })).expect(200);
    expect(await certificates.heard.first(2, certificateShape)).toEqual([
      { kind: 'ISSUED', serialNumber, certificate: { serialNumber } },
      { kind: 'REVOKED', serialNumber, certificate: { serialNumber } },
    ]);
    const [crl] = await crls.heard.first(1, crlShape);
    expect(crl?.issuer).not.toBeNull();
    subscriber.close();
  });

  test('how far the index of many resources is, until it is done', async () => {
    const workspace = await (await world.workspace(organization)).lock();
    const many = Array.from({ length: 8_000 }, (_, index) => terraformData(`data_${index}`));
    const subscriber = connect(here());
    const { heard } = subscriber.subscribe(stateJobEvents, { workspaceId: workspace.id, after: await lastEventId() });
    const { id } = await workspace.push(stateText({ serial: 1, resources: many }));
    // A busy machine is told of the reading, too.
    const indexing = () =>
      heard.events.map((event) => jobShape.parse(event)).filter(({ job }) => job === 'INDEX_RESOURCES');
    await heard.until(() => heard.ended !== null || indexing().at(-1)?.kind === 'COMPLETED');
    const events = indexing();
    expect(events.every(({ stateVersion }) => JSON.stringify(stateVersion) === JSON.stringify({ id }))).toBe(true);
    expect(events[0]).toMatchObject({ kind: 'STARTED' });
    expect(events.at(-1)).toMatchObject({ kind: 'COMPLETED' });
    const progress = events.map((event) => event.progress ?? 0);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    subscriber.close();
  });

  test('that a CRL could not be made', async () => {
    const mount = fresh('mount');
    (await vault.write(`sys/mounts/${mount}`, { type: 'pki' })).expect(204);
    const authority = await vault.write(`${mount}/root/generate/internal`, { common_name: 'Root', key_type: 'ec' });
    const issuerId = authority.text('issuer_id');
    (await vault.write(`${mount}/roles/any`, { allow_any_name: true, key_type: 'ec', ttl: '1h' })).expect(200);
    const issued = await vault.write(`${mount}/issue/any`, { common_name: 'a.example.com' });
    (await vault.write(`${mount}/config/crl`, { auto_rebuild: true })).expect(200);
    (await vault.write(`${mount}/revoke`, { serial_number: issued.text('serial_number') })).expect(200);
    (await vault.write(`${mount}/config/crl`, { max_crl_entries: 0 })).expect(200);
    const subscriber = connect(here());
    const { heard } = subscriber.subscribe(mountJobEvents, { mount, after: await lastEventId() });
    await vault.read(`${mount}/crl/rotate`);
    // A slow machine is told that it has started, too.
    const failed = () => heard.events.map((event) => jobShape.parse(event)).find(({ kind }) => kind === 'FAILED');
    await heard.until(() => heard.ended !== null || failed() !== undefined);
    expect(failed()).toMatchObject({ job: 'BUILD_CRL', mountPath: mount, issuer: { uuid: issuerId } });
    subscriber.close();
  });

  test('of an organization, the locks of those workspaces alone that the caller sees', async () => {
    const [seen, hidden] = [await world.workspace(organization), await world.workspace(organization)];
    const person = await world.member(organization, 'READ', seen.id);
    const subscriber = connect(here(person.api.token ?? ''));
    const { heard } = subscriber.subscribe(lockEvents, { organization, after: await lastEventId() });
    await hidden.lock();
    await seen.lock();
    const [event] = await heard.first(1, lockShape);
    expect(event?.workspace.name).toBe(seen.name);
    subscriber.close();
  });

  test('what has gone by is asked for in vain, and said so', async () => {
    const subscriber = connect(here());
    const gone = Buffer.from('999999999@').toString('base64url');
    const { heard } = subscriber.subscribe(crlEvents, { mount: 'pki', after: gone });
    await heard.end();
    expect(codesOf(heard)).toEqual(['EVENT_GONE']);
    subscriber.close();
  });

  test.each([
    ['no document', 'subscription {', 'GRAPHQL_PARSE_FAILED'],
    ['no such field', 'subscription { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['too deep', `subscription { ${'a { '.repeat(20)} a ${' }'.repeat(20)} }`, 'LIMIT_EXCEEDED'],
    ['no such mount', 'subscription { crlEvents(mount: "none") { eventId } }', 'MOUNT_NOT_FOUND'],
    [
      'no such workspace',
      'subscription { stateVersionEvents(workspaceId: "ws-0000000000000000") { eventId } }',
      'NOT_FOUND',
    ],
    ['a wrong id', 'subscription { crlEvents(mount: "pki", after: "?") { eventId } }', 'INVALID_PARAMETER'],
  ])('%s: refused with its code', async (_what, query, code) => {
    const subscriber = connect(here());
    const { heard } = subscriber.subscribe(query);
    await heard.end();
    expect(codesOf(heard)).toEqual([code]);
    subscriber.close();
  });

  test('queries and mutations are answered over the same connection', async () => {
    const subscriber = connect(here());
    const { heard } = subscriber.subscribe('{ me { username } }');
    expect(await heard.end()).toEqual({ how: 'complete' });
    expect(heard.events).toEqual([{ me: { username: 'root' } }]);
    const workspace = await world.workspace(organization);
    const locking = subscriber.subscribe(
      'mutation ($id: ID!) { lockWorkspace(input: { workspace: { id: $id } }) { workspace { locked } problems { code } } }',
      { id: workspace.id },
    );
    await locking.heard.end();
    expect(locking.heard.events).toEqual([{ lockWorkspace: { workspace: { locked: true }, problems: [] } }]);
    subscriber.close();
  });
});
