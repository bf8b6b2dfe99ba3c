import { getNamedType, isObjectType, Kind, OperationTypeNode } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOperations } from '../../../src/gateway/rest/operations.js';
import { pkiRoutes } from '../../../src/gateway/rest/pki-routes.js';
import { stateRoutes } from '../../../src/gateway/rest/state-routes.js';
import { stepsOf } from './audited-steps.js';
import type { Step } from './audited-steps.js';
import { openInstallation, schema } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
const kept: Record<string, string> = {};
const steps = stepsOf(() => world, kept);
beforeAll(async () => {
  world = await openInstallation();
});
afterAll(() => world.end());

const mutations = schema.getMutationType()?.getFields() ?? {};

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

async function perform({ mutation, input, keep = {}, as }: Step): Promise<unknown> {
  const type = String(mutations[mutation]?.args[0]?.type);
  const fields = ['problems { code message field }', ...Object.values(keep).map(selection)].join(' ');
  const query = `mutation ($input: ${type}) { ${mutation}(input: $input) { ${fields} } }`;
  const { data, errors } = await world.say(query, { input: await input() }, as?.());
  const payload = at(data, mutation);
  for (const [name, path] of Object.entries(keep)) kept[name] = String(at(payload, path));
  return { errors, problems: at(payload, 'problems') };
}

test('every mutation leaves a record of who did it', { timeout: 300_000 }, async () => {
  const missing: string[] = [];
  for (const step of steps) {
    await world.audit.flush();
    const before = (await world.client.auditRecord.findFirst({ orderBy: { id: 'desc' } }))?.id ?? 0n;
    expect(await perform(step), step.mutation).toEqual({ errors: [], problems: [] });
    const where = { id: { gt: before }, actorKind: { not: 'system' }, outcome: 'success' };
    const found = await world.client.auditRecord.findMany({ where });
    const named = found.filter(
      ({ tokenId, targetId, requestId }) => tokenId !== null && targetId !== '' && requestId !== null,
    );
    const says = step.says ?? '';
    if (!named.some(({ action, details }) => action === step.action && (details ?? '').includes(says)))
      missing.push(
        `${step.mutation}: ${step.action}, but ${named.map(({ action, details }) => `${action} ${details ?? ''}`).join(', ') || 'nothing'}`,
      );
  }
  expect(missing).toEqual([]);
});

/** Rows with the verb of a write that have no mutation, and why. */
const otherwise: Readonly<Record<string, string>> = {
  'update auth/token/lookup-self': 'a read that takes a body',
  'update sys/capabilities-self': 'a read that takes a body',
  'update sys/leases/lookup': 'a read that takes a body',
};

test('every REST row that writes does so by a mutation', () => {
  const operations = new Map([...readOperations('state'), ...readOperations('pki')]);
  const kindOf = (name: string | undefined) =>
    operations
      .get(name ?? '')
      ?.definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? [node.operation] : []))[0];
  const rows = [
    ...stateRoutes.rows.map(({ method, path, operation }) => ({ verb: method, path, operation })),
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
