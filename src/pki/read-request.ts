import { parseParameters, readCsr } from './policy/index.js';
import type { Decision, FieldTable, FieldValues, Given, PlannedCertificate } from './policy/index.js';
import { refused } from './refusal.js';
import type { CertificateRequest } from './x509/index.js';
import type { Said } from '../platform/wording.js';

/** @throws REQUEST_REFUSED */
export function parsed<Table extends FieldTable>(table: Table, given: Given<Table>): FieldValues<Table> {
  const outcome = parseParameters(table, given);
  if (outcome.broken) throw refused(outcome.broken);
  return outcome.request;
}

/** @throws REQUEST_REFUSED */
export async function requested(pem: string): Promise<CertificateRequest> {
  const outcome = await readCsr(pem);
  if (outcome.broken) throw refused(outcome.broken);
  return outcome.csr;
}

/** @throws REQUEST_REFUSED */
export function allowed(decision: Decision): {
  readonly planned: PlannedCertificate;
  readonly warnings: readonly Said[];
} {
  if (decision.broken) throw refused(decision.broken);
  return decision;
}
