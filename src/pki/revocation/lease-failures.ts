import type { LeaseRow } from '../../platform/database/models.js';
import { outageOf } from '../../platform/outage.js';
import { serviceProblems } from '../../platform/problem-catalogue/service-problems.js';
import { ProblemError } from '../../platform/problems.js';
import { X509Error } from '../x509/index.js';

/** A lease that could not be ended, and why. */
export interface LeaseFailure {
  readonly lease: LeaseRow;
  readonly reason: unknown;
}

/** Ends leases together. @returns those that could not be ended */
export async function failuresOf(
  leases: readonly LeaseRow[],
  end: (lease: LeaseRow) => Promise<void>,
): Promise<readonly LeaseFailure[]> {
  const outcomes = await Promise.all(leases.map((lease) => failureOf(lease, end)));
  return outcomes.flatMap((failure) => (failure ? [failure] : []));
}

async function failureOf(lease: LeaseRow, end: (lease: LeaseRow) => Promise<void>): Promise<LeaseFailure | null> {
  try {
    await end(lease);
    return null;
  } catch (reason) {
    return { lease, reason };
  }
}

/**
 * Whether it would fail in the same way each time: what is wrong is the certificate, or what the mount has of it. Outages pass, and what nobody foresaw may be
 * one.
 */
export function isLasting({ reason }: Pick<LeaseFailure, 'reason'>): boolean {
  if (outageOf(reason) !== null) return false;
  if (reason instanceof X509Error) return true;
  return reason instanceof ProblemError && !Object.hasOwn(serviceProblems, reason.code);
}

/** Of a reason, as in OpenBao. */
const longestReason = 240;

export const wordsOf = ({ reason }: Pick<LeaseFailure, 'reason'>): string =>
  (reason instanceof Error && reason.message !== '' ? reason.message : 'unknown').slice(0, longestReason);
