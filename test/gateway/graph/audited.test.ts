import { getNamedType, isObjectType, Kind, OperationTypeNode } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { basicConstraints, keyUsage } from '../../../src/pki/x509/index.js';
import { readOperations } from '../../../src/gateway/rest/operation-documents.js';
import { pkiRoutes } from '../../../src/gateway/rest/vault/routes.js';
import { stateRoutes } from '../../../src/gateway/rest/terraform/routes.js';
import { openPolicyService, wantedFor } from '../../pki/external-policy/service.js';
import type { PolicyServiceForTests } from '../../pki/external-policy/service.js';
import { stepsOf } from './audited-steps.js';
import type { Step } from './audited-steps.js';
import { openInstallation, schema } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
let policy: PolicyServiceForTests;
const kept: Record<string, string> = {};
const steps = stepsOf(() => world, kept);
beforeAll(async () => {
  world = await openInstallation();
  policy = await openPolicyService();
  Object.assign(kept, { 'policy service': policy.url, 'policy certificate': policy.certificate });
  policy.answers(async (received) => ({
    certificate: await wantedFor(received, {
      extensions:
        received.vault_request_values['issuance_mode'] === 'ica'
          ? [basicConstraints({ ca: true }), keyUsage(['keyCertSign'])]
          : [],
      content: { notBefore: new Date(world.clock.now()), notAfter: new Date(world.clock.now().getTime() + 60_000) },
    }),
  }));
});
afterAll(async () => {
  policy.close();
  await world.end();
});

const mutations = schema.getMutationType()?.getFields() ?? {};

/** Everybody may do these with what is their own. */
const ownThings: Readonly<Record<string, string>> = {
  updateAccount: 'the account of the token',
  renewOwnToken: 'the token itself',
  revokeOwnToken: 'the token itself',
  createOrganization: 'any user makes organizations',
  wrapData: 'what is their own to wrap',
  unwrapAnswer: 'whoever has the wrapping token',
  rewrapAnswer: 'whoever has the wrapping token',
  signIn: 'whoever has the password',
  signInWithCertificate: 'whoever has the key of the certificate',
};
const refusals = ['NOT_FOUND', 'PERMISSION_DENIED', 'TOKEN_KIND_REFUSED'];
const codesOf = z.array(z.object({ code: z.string() }));

/** One who is in no organization, and one who comes to be a member of this one and of no team. */
async function strangersTo(organization: string) {
  const say = async (mutation: string, input: object, token?: string): Promise<unknown> => {
    const type = String(mutations[mutation]?.args[0]?.type);
    const asked = mutation.includes('Token')
      ? 'issued { text token { id } }'
      : mutation === 'addOrganizationMember'
        ? 'membership: organizationMembership { id }'
        : '';
    const { data } = await world.say(
      `mutation ($input: ${type}) { ${mutation}(input: $input) { ${asked} problems { message } } }`,
      { input },
      token,
    );
    expect(at(at(data, mutation), 'problems'), mutation).toEqual([]);
    return at(data, mutation);
  };
  return Promise.all(
    ['outsider', 'member'].map(async (name) => {
      await say('createUser', { username: name, email: `${name}@example.com` });
      const made = await say('createUserToken', { user: name });
      const token = String(at(made, 'issued.text'));
      return {
        name,
        token: () => token,
        id: () => String(at(made, 'issued.token.id')),
        async joins() {
          const added = await say('addOrganizationMember', { organization, username: name, invite: true });
          await say('acceptInvitation', { id: at(added, 'membership.id') }, token);
        },
      };
    }),
  );
}

test('who asks for a token that may more than its own is recorded', async () => {
  const policy = 'path "auth/token/create" { capabilities = ["update"] }';
  const made =
    'mutation { writePolicy(input: { name: "mints", policy: $policy }) { problems { code } } createServiceToken(input: { policies: ["mints"] }) { issued { text } } }';
  const { data } = await world.say(made.replace('$policy', JSON.stringify(policy)), {});
  const token = String(at(data, 'createServiceToken.issued.text'));
  const query =
    'mutation ($input: CreateServiceTokenInput!) { createServiceToken(input: $input) { problems { code } } }';
  for (const input of [{ noParent: true }, { period: 60 }, { policies: ['root'] }, { policies: ['other'] }]) {
    const { result, records } = await recordsOf(() => world.say(query, { input }, token));
    expect(at(result.data, 'createServiceToken.problems.0.code'), JSON.stringify(input)).toBe('INVALID_INPUT');
    expect(records, JSON.stringify(input)).toMatchObject([
      { action: 'token.create', outcome: 'denied', problem: 'INVALID_INPUT', targetType: 'token' },
    ]);
  }
  const mistake = await recordsOf(() => world.say(query, { input: { policies: ['a b'] } }, token));
  expect(mistake.records).toEqual([]);
});

test('every mutation has its step', () => {
  expect([...new Set(steps.map(({ mutation }) => mutation))].toSorted()).toEqual(Object.keys(mutations).toSorted());
});

/** A selection of one path, such as `issued { token { id } }`. */
const selection = (path: string): string =>
  path.split('.').reduceRight((inner, name) => `${name} ${inner && `{ ${inner} }`}`, '');

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((found, name) => (found instanceof Object ? Reflect.get(found, name) : undefined), value);
}

async function perform({ mutation, input, keep = {}, as }: Step, token = as?.()): Promise<Performed> {
  const type = String(mutations[mutation]?.args[0]?.type);
  const fields = ['problems { code message field }', ...Object.values(keep).map(selection)].join(' ');
  const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${fields} } }`;
  const { data, errors } = await world.say(query, { input: await input() }, token);
  return { errors, payload: at(data, mutation) };
}

interface Performed {
  readonly errors: readonly unknown[];
  readonly payload: unknown;
}

/** Records that are written by the time that work is done. */
async function recordsOf<T>(work: () => Promise<T>) {
  await world.audit.flush();
  const before = (await world.client.auditRecord.findFirst({ orderBy: { id: 'desc' } }))?.id ?? 0n;
  const result = await work();
  await world.audit.flush();
  const records = await world.client.auditRecord.findMany({
    where: { id: { gt: before }, actorKind: { not: 'system' } },
  });
  return { result, records: records.filter((each) => each.tokenId !== null && each.requestId !== null) };
}

test('every mutation leaves a record of who did it, and one of who was refused', async () => {
  const missing: string[] = [];
  const told: string[] = [];
  const strangers = await strangersTo('acme');
  for (const step of steps) {
    for (const { name, token, id } of strangers.filter(() => !(step.mutation in ownThings))) {
      const { result, records } = await recordsOf(() => perform(step, token()));
      const codes = codesOf.parse(at(result.payload, 'problems') ?? []).map(({ code }) => code);
      expect(refusals, `${step.mutation} by ${name}: ${JSON.stringify(result)}`).toContain(codes[0]);
      const refused = records.filter(
        ({ tokenId, outcome, targetId }) => tokenId === id() && outcome === 'denied' && targetId !== '',
      );
      if (refused.length !== 1)
        missing.push(
          `${step.mutation} by ${name}, refused with ${codes.join()}: ${refused.map(({ action, problem }) => `${action} ${problem ?? ''}`).join(', ') || 'nothing'}`,
        );
    }
    if (!(step.mutation in ownThings)) told.push(...(await differences(step, strangers[0]?.token())));
    const { result, records } = await recordsOf(() => perform(step));
    expect({ errors: result.errors, problems: at(result.payload, 'problems') }, step.mutation).toEqual({
      errors: [],
      problems: [],
    });
    for (const [name, path] of Object.entries(step.keep ?? {})) kept[name] = String(at(result.payload, path));
    const named = records.filter(({ outcome, targetId }) => outcome === 'success' && targetId !== '');
    const says = step.says ?? '';
    if (!named.some(({ action, details }) => action === step.action && (details ?? '').includes(says)))
      missing.push(
        `${step.mutation}: ${step.action}, but ${named.map(({ action, details }) => `${action} ${details ?? ''}`).join(', ') || 'nothing'}`,
      );
    if (step.mutation === 'createOrganization') await strangers[1]?.joins();
  }
  expect(missing).toEqual([]);
  // By what it is answered nobody who sees nothing may find out what is there.
  expect(told).toEqual([]);
});

/** Where a refusal is another one for what is not there: each text of the input in turn names something else. */
async function differences(step: Step, token: string | undefined): Promise<string[]> {
  const input = await step.input();
  const byIds = await namedByIds(input);
  return [...(await differencesOf(step, input, token)), ...(byIds ? await differencesOf(step, byIds, token) : [])];
}

async function differencesOf(step: Step, input: object, token: string | undefined): Promise<string[]> {
  const asIs = JSON.stringify(await perform({ ...step, input: () => input }, token));
  const found: string[] = [];
  for (const { path, text, changed } of otherTexts(input)) {
    const { errors, payload } = await perform({ ...step, input: () => changed }, token);
    // It is no value of its type, whatever is there.
    const [refused] = codesOf.parse(at(payload, 'problems') ?? []);
    if (payload === undefined || refused?.code === 'INVALID_INPUT') continue;
    const other = JSON.stringify({ errors, payload });
    // What was named may be told, and a short name may stand elsewhere by chance.
    if (other !== asIs && other.replaceAll(otherThan(text), text) !== asIs)
      found.push(`${step.mutation} ${path}: ${asIs}, but ${other}`);
  }
  return found;
}

const byPlace = z.union([
  z.object({ named: z.object({ mount: z.string(), reference: z.string() }) }),
  z.object({ named: z.object({ mount: z.string(), name: z.string() }) }),
  z.object({ path: z.string() }),
]);

/** The same with ids for the names of what is in a mount, or of the mount; `null` where nothing is named so, or there is none. */
async function namedByIds(input: object): Promise<object | null> {
  for (const noun of ['issuer', 'key', 'role', 'mount'] as const) {
    const { success, data } = byPlace.safeParse(at(input, noun));
    const place = success ? data : null;
    if (place === null) continue;
    const { client } = world;
    const where = 'named' in place ? { mount: { path: place.named.mount } } : {};
    const name = 'named' in place ? ('name' in place.named ? place.named.name : place.named.reference) : '';
    const found =
      'path' in place
        ? await client.mount.findUnique({ where: { path: place.path } })
        : noun === 'issuer'
          ? await client.issuer.findFirst({ where: { ...where, name } })
          : noun === 'key'
            ? await client.issuerKey.findFirst({ where: { ...where, name } })
            : await client.role.findFirst({ where: { ...where, name } });
    return found && { ...input, [noun]: { id: found.id } };
  }
  return null;
}

/** As long as it was, so that it stays an id of its kind. */
const otherThan = (text: string): string => `${text.slice(0, -1)}${text.endsWith('Z') ? 'Y' : 'Z'}`;

interface OtherText {
  readonly path: string;
  readonly text: string;
  readonly changed: object;
}

function otherTexts(input: object, path = ''): OtherText[] {
  return Object.entries(input).flatMap(([name, value]: [string, unknown]): OtherText[] => {
    const here = `${path}.${name}`;
    const withValue = (next: unknown): object =>
      Array.isArray(input) ? input.with(Number(name), next) : { ...input, [name]: next };
    if (typeof value === 'string') return [{ path: here, text: value, changed: withValue(otherThan(value)) }];
    if (typeof value !== 'object' || value === null) return [];
    return otherTexts(value, here).map((each) => ({ ...each, changed: withValue(each.changed) }));
  });
}

/** Rows with the verb of a write that have no mutation, and why. */
const otherwise: Readonly<Record<string, string>> = {
  'POST /workspaces/:workspace_id/run-triggers': 'refused, whatever is asked for',
  'update auth/*method/crls/:name': 'refused, whatever is asked for',
  'delete auth/*method/crls/:name': 'refused, whatever is asked for',
  'update auth/token/lookup': 'a read that takes a body',
  'update auth/token/lookup-accessor': 'a read that takes a body',
  'update auth/token/lookup-self': 'a read that takes a body',
  'update sys/capabilities': 'a read that takes a body',
  'update sys/capabilities-accessor': 'a read that takes a body',
  'update sys/capabilities-self': 'a read that takes a body',
  'update sys/wrapping/lookup': 'a read that takes a body',
  'update sys/init': 'always refused',
  'update sys/leases/lookup': 'a read that takes a body',
  'update sys/leases/renew': 'no lease can be renewed',
  'update sys/leases/renew/*lease_id': 'no lease can be renewed',
  'update sys/leases/tidy': 'starts nothing',
  'update sys/auth/token/tune': 'always refused',
  'update sys/mounts/auth/token/tune': 'always refused',
  'update sys/mounts/auth/*path': 'always refused',
  'delete sys/mounts/auth/*path': 'always refused',
  'delete sys/auth/token': 'always refused',
  'update sys/audit/*path': 'always refused',
  'delete sys/audit/*path': 'there is nothing to delete',
};

test('every REST row that writes does so by a mutation', () => {
  const operations = new Map([...readOperations('state'), ...readOperations('pki')]);
  const kindOf = (name: string | undefined) =>
    operations
      .get(name ?? '')
      ?.definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? [node.operation] : []))[0];
  const rows = [
    ...stateRoutes.routes.map(({ method, path, operation }) => ({ verb: method, path, operation })),
    ...[...pkiRoutes.system, ...pkiRoutes.mount],
  ];
  const writing = rows.filter(({ verb }) => !['GET', 'LIST', 'read', 'list'].includes(verb));
  expect(writing.length).toBeGreaterThan(60);
  const without = writing
    .filter(({ operation }) => kindOf(operation?.name) !== OperationTypeNode.MUTATION)
    .map(({ verb, path }) => `${verb} ${path}`);
  expect(without.toSorted()).toEqual(Object.keys(otherwise).toSorted());
});

test('every payload of a mutation is an object with problems', () => {
  for (const { type } of Object.values(mutations)) expect(isObjectType(getNamedType(type))).toBe(true);
});
