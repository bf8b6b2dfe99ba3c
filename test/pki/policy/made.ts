import {
  buildRequest,
  createSigner,
  encodePem,
  Name,
  parseRequest,
  publicKeyInfoOf,
  type CertificateRequest,
  type Extension,
} from '../../../src/pki/x509/index.js';
import * as policy from '../../../src/pki/policy/index.js';
import {
  issueFields,
  roleFields,
  type AllBroken,
  type Broken,
  type Circumstances,
  type Decision,
  type FieldTable,
  type FieldValues,
  type Given,
  type PlannedCertificate,
  type Role,
  type RoleOutcome,
} from '../../../src/pki/policy/index.js';
import { givenOf } from '../../../src/pki/graphql/given.js';
import { wrongType } from '../../../src/pki/policy/rules.js';
import { weakParameters } from '../../../src/gateway/rest/vault/weak-parameters.js';
import { weak } from '../../../src/gateway/rest/vault/weak.js';
import type { WeakTable } from '../../../src/gateway/rest/vault/weak.js';
import { readWeakly } from '../../../src/gateway/rest/vault/request.js';
import { ProblemError } from '../../../src/platform/problems.js';
import { makeKey, type KeyKind } from '../x509/authority.js';

export const now = new Date('2026-03-01T12:00:00.500Z');
export const hour = 3600;
export const day = 24 * hour;

/** An issuer of ten years, an engine with Vault's times. */
export const around: Circumstances = {
  now,
  engine: { defaultTtl: 32 * day, maxTtl: 32 * day },
  issuer: { notAfter: new Date('2036-03-01T12:00:00Z'), leafNotAfterBehavior: 'err' },
};

/** By the names of the specification, with values as callers of REST write them: `ttl: '1h'`, `alt_names: 'a,b'`. */
export type LooseInput = Readonly<Record<string, unknown>>;

const sentTables = new Map<FieldTable, WeakTable>();

/** What callers send, but for times below zero: those are for the rules to refuse. */
function sentTable(table: FieldTable): WeakTable {
  let sent = sentTables.get(table);
  if (!sent) {
    const kinds: WeakTable = weakParameters(table);
    const signed = Object.entries(kinds).map(
      ([name, kind]) => [name, kind.read === weak.duration.read ? weak.signedDuration : kind] as const,
    );
    sentTables.set(table, (sent = Object.fromEntries(signed)));
  }
  return sent;
}

/** As REST reads it. @throws ProblemError for a wrong type */
export function given<Table extends FieldTable>(table: Table, input: LooseInput): Given<Table>;
export function given(table: FieldTable, input: LooseInput): object {
  const { values } = readWeakly(sentTable(table), input, { params: {}, keepNull: true });
  return givenOf(table, { ...values });
}

/** What is made of it, or that REST could not read it. */
function outcome<Made>(
  input: LooseInput,
  make: () => Made,
): Made | { readonly broken: AllBroken; readonly request?: never; readonly role?: never } {
  try {
    return make();
  } catch (error) {
    const [field] = error instanceof ProblemError ? (error.problems[0].field ?? []) : [];
    if (typeof field !== 'string') throw error;
    return { broken: [wrongType(field, input[field])] };
  }
}

export const parseRole = (input: LooseInput): RoleOutcome =>
  outcome(input, () => policy.parseRole(given(roleFields, input)));
export const patchRole = (before: Role, input: LooseInput): RoleOutcome =>
  outcome(input, () => policy.patchRole(before, given(roleFields, input)));
export const parseParameters = <Table extends FieldTable>(table: Table, input: LooseInput) =>
  outcome(input, () => policy.parseParameters(table, given(table, input)));

export function role(input: LooseInput = {}): Role {
  const outcome = parseRole(input);
  if (outcome.broken) throw new Error(outcome.broken.map(({ message }) => message).join('; '));
  return outcome.role;
}

export function parameters<Table extends FieldTable>(table: Table, input: LooseInput): FieldValues<Table> {
  const outcome = parseParameters(table, input);
  if (outcome.broken) throw new Error(outcome.broken.map(({ message }) => message).join('; '));
  return outcome.request;
}

export const issue = (input: LooseInput) => parameters(issueFields, input);

export function planned(decision: Decision): PlannedCertificate {
  if (decision.broken) throw new Error(decision.broken.map(({ message }) => message).join('; '));
  return decision.planned;
}

export const broken = (outcome: { readonly broken?: readonly Broken[] }): readonly Broken[] => outcome.broken ?? [];
export const messages = (outcome: { readonly broken?: readonly Broken[] }): string[] =>
  broken(outcome).map(({ message }) => message);
export const ruleOf = (outcome: { readonly broken?: readonly Broken[] }): string | undefined =>
  broken(outcome)[0]?.rule;

interface Wish {
  readonly key?: KeyKind;
  readonly subject?: Name;
  readonly extensions?: readonly Extension[];
}

export async function csrPem({ key = 'ec-256', subject, extensions = [] }: Wish = {}): Promise<string> {
  const privateKey = await makeKey(key);
  const content = { subject: subject ?? Name.empty, publicKey: publicKeyInfoOf(privateKey).der, extensions };
  return encodePem('CERTIFICATE REQUEST', buildRequest(content, createSigner(privateKey)));
}

export async function csr(wish: Wish = {}): Promise<CertificateRequest> {
  const pem = await csrPem(wish);
  return parseRequest(Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64'));
}
