import { readFileSync } from 'node:fs';
import { getNamedType, isEnumType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuditChain } from '../../../src/identity/audit/chain.js';
import type { Caller } from '../../../src/identity/caller.js';
import { identityEventTable } from '../../../src/identity/events/identity-event-table.js';
import type { IdentityAudience } from '../../../src/identity/events/identity-event-table.js';
import { allPolicies, allRecords } from '../../../src/identity/events/identity-events.js';
import { isOf, newEvent } from '../../../src/platform/events/event-catalogue.js';
import type { EventRow, EventTable } from '../../../src/platform/events/event-catalogue.js';
import { eventIdOf } from '../../../src/platform/events/event.js';
import { recordEvents } from '../../../src/platform/events/outbox.js';
import type { ResumableStream } from '../../../src/platform/events/selected-events.js';
import { ids } from '../../../src/platform/ids.js';
import { pkiEventTable } from '../../../src/pki/events/pki-event-table.js';
import type { PkiAudience } from '../../../src/pki/events/pki-event-table.js';
import { stateEventTable } from '../../../src/state/events/state-event-table.js';
import type { StateAudience } from '../../../src/state/events/state-event-table.js';
import { origin } from '../../identity/world.js';
import { stateOf } from '../../state/service.js';
import { openInstallation, schema } from './installation.js';
import type { Installation } from './installation.js';

const rows: readonly (readonly [string, EventRow<unknown>])[] = [
  stateEventTable,
  pkiEventTable,
  identityEventTable,
].flatMap((table) => Object.entries(table));
const stateRows: EventTable<StateAudience> = stateEventTable;
const mountRows: EventTable<PkiAudience> = pkiEventTable;
const identityRows: EventTable<IdentityAudience> = identityEventTable;
const subscriptions = schema.getSubscriptionType()?.getFields() ?? {};

describe('the tables of events and the schema', () => {
  test('name the same subscriptions', () => {
    expect(Object.keys(subscriptions).toSorted()).toEqual(rows.map(([name]) => name).toSorted());
  });

  test.each(rows)('%s shows its events as the type of its row, whose kinds are those of the row', (name, row) => {
    const type = getNamedType(subscriptions[name]?.type);
    expect(type?.name).toBe(row.type);
    const kind = isObjectType(type) && type.getFields()['kind'];
    const named = kind ? getNamedType(kind.type) : null;
    if (isEnumType(named)) expect(named.getValues().map(({ value }): unknown => value)).toEqual([...row.kinds]);
    else expect(row.kinds).toHaveLength(1);
  });

  test('give each kind to one row, or each job', () => {
    const told = rows.flatMap(([, { kinds, jobs }]) => jobs ?? kinds);
    expect(new Set(told).size).toBe(told.length);
  });

  test('are in the guide', () => {
    const guide = readFileSync(new URL('../../../docs/subscriptions.md', import.meta.url), 'utf8');
    for (const [name] of rows) expect(guide).toContain(`| \`${name}(`);
  });
});

let world: Installation;
const place = { workspaceId: '', mountId: '' };
let admin: Caller;
let stranger: Caller;

beforeAll(async () => {
  world = await openInstallation();
  const { organization, owner, services } = world;
  place.workspaceId = (await services.workspaces.create(owner, organization, { name: 'one' })).id;
  place.mountId = (await world.client.mount.findFirstOrThrow()).id;
  admin = await callerOf(world.rootToken);
  const userId = await world.user({ username: 'nobody' });
  stranger = await callerOf(await world.token({ userId }));
});
afterAll(() => world.end());

async function callerOf(token: string): Promise<Caller> {
  const caller = await world.authentication.authenticate(token, origin);
  if (!caller) throw new Error('the token is of nobody');
  return caller;
}

/** Opens what a subscription reads. */
function opened(name: string, caller: Caller, after: string): Promise<ResumableStream<object>> {
  const present = () => Promise.resolve(caller);
  const ofState = stateRows[name];
  if (ofState) {
    const asked =
      name === 'variableSetEvents' ? { organization: world.organization } : { workspaceId: place.workspaceId };
    return world.services.events.follow(ofState, present, { ...asked, after });
  }
  const ofMount = mountRows[name];
  if (ofMount) return world.pki.events.follow(ofMount, present, { mount: 'pki', after });
  const ofIdentity = identityRows[name];
  if (ofIdentity) return world.told.follow(ofIdentity, present, { organization: world.organization, after });
  throw new Error(`nobody follows ${name}`);
}

/** An event of each kind of a row, as one may be written. */
const eventsOf = ({ kinds, topic, facts, jobs }: EventRow<unknown>) =>
  kinds.map((kind) => ({
    at: world.clock.now(),
    kind,
    ...placeOf(topic),
    subject: '1234',
    facts: { ...Object.fromEntries(facts.map((name) => [name, '1'])), ...(jobs && { job: jobs[0] ?? '' }) },
  }));

function placeOf(topic: string): { readonly topic: string; readonly scope: string } {
  switch (topic) {
    case 'workspace':
      return { topic: place.workspaceId, scope: world.organizationId };
    case 'mount':
      return { topic: place.mountId, scope: '' };
    case 'organization':
      return { topic: world.organizationId, scope: allRecords };
    default:
      return { topic: allPolicies, scope: '' };
  }
}

describe.each(rows)('%s', (name, row) => {
  let before = '';
  beforeAll(async () => {
    before = eventIdOf(await world.feed.end());
    await world.database.transaction((tx) => recordEvents(tx, ...eventsOf(row).map((event) => newEvent(row, event))));
  });

  test('delivers every kind of its row', async () => {
    const stream = await opened(name, admin, before);
    const kinds: unknown[] = [];
    for await (const event of stream) {
      kinds.push('kind' in event ? event.kind : row.kinds[0]);
      if (kinds.length === row.kinds.length) break;
    }
    expect(kinds).toEqual(row.kinds);
  });

  test('tells a stranger nothing, unless it is public', async () => {
    const isPublic = JSON.stringify(row.audience) === JSON.stringify({ on: 'mount', needs: null });
    const refused = opened(name, stranger, before).then((stream) => stream.next());
    if (isPublic) expect(await refused).toMatchObject({ done: false });
    else
      await expect(refused).rejects.toMatchObject({
        code: expect.stringMatching(/NOT_FOUND|PERMISSION_DENIED/) as string,
      });
  });
});

test('every event that is written is of one row, with the facts of that row', async () => {
  const id = ids.workspace.require(place.workspaceId);
  const { owner, services } = world;
  const { number } = await world.feed.end();
  await services.locks.lock(owner, id);
  await world.create(id, stateOf(1));
  await world.settled();
  await services.locks.unlock(owner, id);
  await services.tags.bindToWorkspace(owner, id, [{ key: 'team' }], 'add');
  await world.policies.write(admin, 'ops', 'path "pki/*" { capabilities = ["list"] }');
  const made = await world.say(
    `mutation {
      a: generateRoot(input: { type: INTERNAL, commonName: "root.test" }) { problems { code } }
      b: createRole(input: { name: "web", allowAnyName: true }) { problems { code } }
      c: issueCertificate(input: { role: "web", commonName: "a.test" }) { problems { code } }
    }`,
    {},
  );
  expect(made.errors).toEqual([]);
  await world.audit.flush();
  await new AuditChain(world).run();
  await world.feed.end();
  const written = await world.client.event.findMany({ where: { number: { gt: number } } });
  expect(written.length).toBeGreaterThan(5);
  for (const { kind, facts } of written) {
    const found: unknown = JSON.parse(facts);
    const event = { kind, facts: { ...(typeof found === 'object' && found) } };
    const of = rows.filter(([, row]) => isOf(row, event));
    expect(of, kind).toHaveLength(1);
    expect(of[0]?.[1].facts).toEqual(expect.arrayContaining(Object.keys(event.facts)));
  }
});
