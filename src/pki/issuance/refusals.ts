import type { Audit } from '../../identity/audit/audit.js';
import { ProblemError } from '../../platform/problems.js';
import type { Problem, ProblemCode } from '../../platform/problems.js';
import type { Actor } from '../../identity/audit/actor.js';
import type { AuditDetails } from '../../identity/audit/target.js';

/** A request to an authority, and its name in audit records. */
export interface Asked {
  readonly actor: Actor;
  readonly action: string;
  /** The path below /v1. */
  readonly path: string;
  readonly input: { readonly commonName?: string | null | undefined };
  /** Further details of the request. */
  readonly details?: AuditDetails;
}

/** Refusals by a role, an issuer or a rule. Refusals by policies are recorded where policies are checked. */
const recorded: ReadonlySet<ProblemCode> = new Set([
  'REQUEST_REFUSED',
  'UNKNOWN_ROLE',
  'ISSUER_NOT_FOUND',
  'ISSUER_NOT_USABLE',
  'POLICY_NOT_ENABLED',
  'POLICY_SERVICE_FAILED',
]);

/** How many texts and problems a record contains. */
const longestShown = 200;
const mostShown = 5;

/** Runs the request and records a refusal: it must be visible who tries which names. */
export async function recordingRefusals<T>(audit: Audit, asked: Asked, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) recordRefusal(audit, asked, error.problems);
    throw error;
  }
}

/** For code that returns problems instead of throwing them. */
export function recordRefusal(audit: Audit, asked: Asked, problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first || !recorded.has(first.code)) return;
  const { actor, action, path } = asked;
  audit.failed(actor, action, { type: 'path', id: path }, first.code, {
    ...askedName(asked),
    ...asked.details,
    refused: problems.slice(0, mostShown).map(({ message }) => shown(message)),
  });
}

/** Records a request that changes nothing. */
export function recordAsking(audit: Audit, asked: Asked): void {
  const { actor, action, path } = asked;
  audit.asked(actor, action, { type: 'path', id: path }, askedName(asked));
}

function askedName({ input }: Asked): AuditDetails {
  const { commonName } = input;
  return typeof commonName === 'string' ? { commonName: shown(commonName) } : {};
}

const shown = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
