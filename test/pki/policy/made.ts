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
import {
  issueFields,
  parseParameters,
  parseRole,
  type Broken,
  type Circumstances,
  type Decision,
  type FieldTable,
  type FieldValues,
  type LooseInput,
  type PlannedCertificate,
  type Role,
} from '../../../src/pki/policy/index.js';
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
