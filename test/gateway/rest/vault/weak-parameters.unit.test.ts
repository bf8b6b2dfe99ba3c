import fc from 'fast-check';
import {
  coerceInputValue,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { GraphQLInputField } from 'graphql';
import { describe, expect, test } from 'vitest';
import { resolvers } from '../../../../src/gateway/resolvers.js';
import { publicSchema } from '../../../../src/gateway/public-schema.js';
import { buildApiSchema } from '../../../../src/gateway/schema.js';
import { readWeakly } from '../../../../src/gateway/rest/vault/request.js';
import { weakParameters } from '../../../../src/gateway/rest/vault/weak-parameters.js';
import type { WeakTable } from '../../../../src/gateway/rest/vault/weak.js';
import { givenOf } from '../../../../src/pki/graphql/given.js';
import type { TypedInput } from '../../../../src/pki/graphql/given.js';
import { AsWritten } from '../../../../src/platform/graphql/as-written.js';
import { isRecord } from '../../../../src/platform/is-record.js';
import { extKeyUsageSpellings, keyUsageSpellings, readTable } from '../../../../src/pki/policy/index.js';
import type { FieldTable } from '../../../../src/pki/policy/index.js';
import * as tables from '../../../../src/pki/policy/parameters/index.js';
import type { Field, ParameterType } from '../../../../src/pki/policy/parameters/index.js';

const schema = buildApiSchema(resolvers);
const open = publicSchema(schema);

/** The inputs of each table. */
const uses: readonly (readonly [input: string, table: FieldTable])[] = [
  ['CreateRoleInput', tables.roleFields],
  ['UpdateRoleInput', tables.roleFields],
  ['IssueCertificateInput', tables.issueFields],
  ['SignCertificateInput', tables.signFields],
  ['ExplainIssuanceInput', { ...tables.issueFields, ...tables.signFields }],
  ['SignVerbatimInput', tables.verbatimFields],
  ['SignIntermediateInput', tables.intermediateFields],
  ['GenerateRootInput', tables.rootFields],
  ['GenerateIntermediateInput', tables.csrFields],
  ['CrossSignIntermediateInput', tables.csrFields],
  ['GenerateKeyInput', tables.keyFields],
];

/** One value as a caller of GraphQL gives it, and as one of REST may write it. */
interface Sample {
  readonly typed: unknown;
  readonly weak: unknown;
}

const samples = <Value>(values: fc.Arbitrary<Value>, ...ways: readonly ((value: Value) => unknown)[]) =>
  fc.tuple(values, fc.constantFrom(...ways)).map(([value, weak]): Sample => ({ typed: value, weak: weak(value) }));

const word = fc.stringMatching(/^[a-z][a-z0-9.@:; -]{0,8}[a-z0-9]$/);
const listed = (items: fc.Arbitrary<string>, minLength = 0) =>
  samples(
    fc.array(items, { minLength, maxLength: 4 }),
    (list) => list,
    (list) => list.join(','),
    (list) => list.map((item) => ` ${item} `).join(' , '),
    (list) => JSON.stringify(list),
    (list) => [...list, ''],
  );
/** Names of an enum; how a caller of REST writes each. */
const named = (texts: Readonly<Record<string, string>>) =>
  fc.constantFrom(...Object.entries(texts)).map(([typed, weak]): Sample => ({ typed, weak }));
const namedList = (texts: Readonly<Record<string, string>>) =>
  fc.tuple(fc.subarray(Object.entries(texts)), fc.boolean()).map(([some, isText]): Sample => {
    const weak = some.map(([, text]) => text);
    return { typed: some.map(([name]) => name), weak: isText ? weak.join(',') : weak };
  });
const constants = (spellings: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(spellings).map(([name, text]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      text,
    ]),
  );

const enums: Readonly<Partial<Record<ParameterType, Readonly<Record<string, string>>>>> = {
  keyType: { RSA: 'rsa', EC: 'ec', ED25519: 'ed25519', MLDSA: 'mldsa' },
  format: { PEM: 'pem', DER: 'der', PEM_BUNDLE: 'pem_bundle' },
  privateKeyFormat: { DER: 'der', PEM: 'pem', PKCS8: 'pkcs8' },
  serialNumberSource: { JSON_CSR: 'json-csr', JSON: 'json' },
  notBeforeBound: { PERMIT: 'permit', DURATION: 'duration', FORBID: 'forbid' },
  lintProfile: { RFC5280: 'rfc5280', CABF_BR: 'cabf-br' },
  lintSeverity: { WARNING: 'warning', ERROR: 'error', FATAL: 'fatal' },
  keyUsages: constants(keyUsageSpellings),
  extKeyUsages: constants(extKeyUsageSpellings),
  cnValidations: { EMAIL: 'email', HOSTNAME: 'hostname', DISABLED: 'disabled' },
};
const instants = fc.date({
  noInvalidDate: true,
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
});
const pem = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----';
const text = samples(word, (value) => value);
const ip = fc.constantFrom('192.0.2.1', '2001:db8::1', '::ffff:10.0.0.1');

const arbitraries: Readonly<Record<ParameterType, fc.Arbitrary<Sample>>> = {
  flag: samples(
    fc.boolean(),
    (on) => on,
    String,
    Number,
    (on) => (on ? 'T' : ''),
  ),
  whole: samples(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (count) => count, String),
  duration: samples(
    fc.nat(),
    (seconds) => seconds,
    String,
    (seconds) => `${seconds}s`,
  ),
  ...{ text, trimmed: text, keyIdentifier: text },
  pem: samples(fc.constant(pem), (value) => value),
  time: instants.map((date): Sample => {
    const typed = `${date.toISOString().slice(0, 19)}Z`;
    return { typed, weak: typed };
  }),
  ...{ list: listed(word), otherNames: listed(word), addresses: listed(ip), networks: listed(ip, 1) },
  keyUsages: namedList(enums.keyUsages ?? {}),
  extKeyUsages: namedList(enums.extKeyUsages ?? {}),
  cnValidations: namedList(enums.cnValidations ?? {}),
  policies: samples(
    fc.array(fc.record({ oid: word, cps: fc.constantFrom('https://a.test/', null) }), { maxLength: 3 }),
    (list) => list,
    (list) => JSON.stringify(list),
    (list) => list.map((each) => (each.cps === null ? each.oid : JSON.stringify(each))),
  ),
  keyType: named(enums.keyType ?? {}),
  format: named(enums.format ?? {}),
  privateKeyFormat: named(enums.privateKeyFormat ?? {}),
  serialNumberSource: named(enums.serialNumberSource ?? {}),
  notBeforeBound: named(enums.notBeforeBound ?? {}),
  lintProfile: named(enums.lintProfile ?? {}),
  lintSeverity: named(enums.lintSeverity ?? {}),
};

const place = { role: 'w', name: 'w', type: 'INTERNAL' };

/** As a resolver has it. */
function coerced(input: string, given: object): TypedInput<FieldTable>;
function coerced(input: string, given: object): object {
  const type = schema.getType(input);
  if (!isInputObjectType(type)) throw new Error(`${input} is no input`);
  const needed = Object.entries(place).flatMap(([name, value]) => {
    const field = type.getFields()[name];
    return field ? [[name, isInputObjectType(getNamedType(field.type)) ? { id: 'role-1' } : value]] : [];
  });
  const read: unknown = coerceInputValue({ ...Object.fromEntries(needed), ...given }, type);
  return isRecord(read) ? { ...read } : {};
}

const overGraphql = (input: string, table: FieldTable, typed: object) =>
  readTable(table, givenOf(table, coerced(input, typed)));

function overRest(input: string, table: FieldTable, sent: Readonly<Record<string, unknown>>) {
  const kinds: WeakTable = weakParameters(table);
  const { values, warnings } = readWeakly(kinds, sent, { params: {}, keepNull: false });
  expect(warnings).toEqual([]);
  return readTable(table, givenOf(table, coerced(input, values)));
}

/** The default as somebody says it: the same in both ways of asking. */
const byDefault = (table: FieldTable) => readTable(table, {}).values;

describe.each(uses)('%s', (input, table) => {
  test('is the same request whether it was written or has types', () => {
    const some = fc.record(
      Object.fromEntries(Object.entries(table).map(([key, { type }]) => [key, arbitraries[type]])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(some, (given) => {
        const entries = Object.entries(given);
        const typed = Object.fromEntries(entries.map(([key, sample]) => [key, sample?.typed]));
        const sent = Object.fromEntries(entries.map(([key, sample]) => [table[key]?.name ?? '', sample?.weak]));
        expect(overRest(input, table, sent)).toEqual(overGraphql(input, table, typed));
      }),
      { numRuns: 60 },
    );
  });

  test('takes every default for what is absent or null', () => {
    const nothing = Object.fromEntries(Object.keys(table).map((key) => [key, null]));
    expect(overGraphql(input, table, nothing)).toEqual({ values: byDefault(table), broken: [] });
    expect(overGraphql(input, table, {})).toEqual({ values: byDefault(table), broken: [] });
    expect(overRest(input, table, {})).toEqual({ values: byDefault(table), broken: [] });
  });

  test.each(Object.entries(table))('%s has its name, type and text everywhere', (key, field: Field) => {
    const type = open.getType(input);
    const given: GraphQLInputField | undefined = isInputObjectType(type) ? type.getFields()[key] : undefined;
    expect(given?.description).toBe(field.description);
    expect(given && isNonNullType(given.type)).toBe(false);
    expect(given && isListType(given.type)).toBe(Array.isArray(field.default));
    expect(field.name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())).toBe(key);
    const kinds: WeakTable = weakParameters({ [key]: field });
    expect(Object.keys(kinds)).toEqual([field.name]);
    expect(kinds[field.name]?.does).toBe(field.description);
    const names = enums[field.type];
    const named = given && getNamedType(given.type);
    expect(isEnumType(named)).toBe(names !== undefined);
    if (!isEnumType(named) || !names) return;
    const more = key === 'keyType' && named.name === 'RoleKeyType' ? ['ANY'] : [];
    expect(named.getValues().map(({ name }) => name)).toEqual([...Object.keys(names), ...more]);
    for (const [name, written] of Object.entries(names)) {
      const one = Array.isArray(field.default) ? [name] : name;
      expect(overGraphql(input, table, { [key]: one })).toEqual(overRest(input, table, { [field.name]: written }));
    }
  });
});

test('a role shows every parameter of it', () => {
  const role = open.getType('Role');
  const shown = isObjectType(role) ? role.getFields() : {};
  for (const [key, { description }] of Object.entries(tables.roleFields))
    expect(shown[key]?.description, key).toBe(description);
  expect(shown).not.toHaveProperty('document');
});

test('what was written reaches policies as it is, also where it is a name of the schema inside', () => {
  const sent = {
    key_usage: 'digitalSignature, CRL_SIGN',
    key_type: 'RSA',
    not_after: 'soon',
    cn_validations: ['none'],
  };
  const given = readWeakly(weakParameters(tables.roleFields), sent, { params: {}, keepNull: false }).values;
  expect(givenOf(tables.roleFields, coerced('CreateRoleInput', given))).toMatchObject({
    ...{ keyUsage: ['digitalSignature', 'CRL_SIGN'], keyType: 'RSA', notAfter: 'soon', cnValidations: ['none'] },
  });
});

test.each([
  ['keyType', { asWritten: 'rsa' }],
  ['keyUsage', [{ asWritten: 'CRLSign' }]],
  ['notAfter', { asWritten: 'soon' }],
])('JSON has nothing that counts as written: %s', (key, value) => {
  expect(() => coerced('CreateRoleInput', { [key]: value })).toThrow();
});

test('types of GraphQL other than those of parameters take nothing as it was written', () => {
  expect(() => coerced('CreateRoleInput', { issuerRef: new AsWritten('default') })).toThrow('String cannot represent');
  expect(() => coerced('GenerateKeyInput', { type: new AsWritten('internal') })).toThrow('KeySource');
});
