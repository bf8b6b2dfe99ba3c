import { nameConstraints } from '../../../src/pki/x509/index.js';
import {
  decideIntermediate,
  decideIssue,
  decideSign,
  decideVerbatim,
  intermediateFields,
  signFields,
  verbatimFields,
  type Broken,
  type Circumstances,
} from '../../../src/pki/policy/index.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { readNameConstraints } from '../../../src/pki/x509/name-constraints.js';
import { around, issue, parameters, role, type LooseInput } from './made.js';
import type { csr } from './made.js';

export type Csr = Awaited<ReturnType<typeof csr>>;
/** Field, value, rule and message of what is broken first. */
export type Refusal = readonly unknown[];

export function refusalOf(outcome: { readonly broken?: readonly Broken[] | undefined }): Refusal | undefined {
  const [first] = outcome.broken ?? [];
  return first && [first.field, first.value, first.rule, first.message];
}

/** Under a root that permits the names of one domain. */
export function below(domain: string): Circumstances {
  const { value } = nameConstraints({ permitted: { dns: [domain] }, excluded: {} });
  const constraints = readNameConstraints(readDer(value, 'constraints', { maxBytes: value.length }));
  return { ...around, issuer: { ...around.issuer, nameConstraints: [{ subject: 'CN=Root', constraints }] } };
}

export const any = { allow_any_name: true };
export const made = (input: LooseInput, request: LooseInput, at = around) =>
  decideIssue(role(input), issue(request), at);
export const signed = (input: LooseInput, request: LooseInput, from: Csr, pem: string, at = around) =>
  decideSign(role(input), parameters(signFields, { csr: pem, ...request }), from, at);
export const verbatim = (from: Csr, request: LooseInput = {}, input?: LooseInput, at = around) =>
  decideVerbatim(input && role(input), parameters(verbatimFields, request), from, at);
export const intermediate = (from: Csr, request: LooseInput = {}, at = around) =>
  decideIntermediate(parameters(intermediateFields, request), from, at);
