import type { Audit } from '../../identity/audit/audit.js';
import { ProblemError } from '../../platform/problems.js';
import type { Problem, ProblemCode } from '../../platform/problems.js';
import type { Actor } from '../../identity/audit/actor.js';
import type { AuditDetails } from '../../identity/audit/target.js';

/** What was asked of an authority, and what it is called in a record. */
export interface Asked {
  readonly actor: Actor;
  readonly action: string;
  /** As it is below /v1. */
  readonly path: string;
  readonly input: { readonly commonName?: string | null | undefined };
  /** What else says what it was asked for. */
  readonly details?: AuditDetails;
}

/** Refusals by what a role, an issuer or a rule says. Those of policies are recorded where they are asked. */
const recorded: ReadonlySet<ProblemCode> = new Set([
  'REQUEST_REFUSED',
  'UNKNOWN_ROLE',
  'ISSUER_NOT_FOUND',
  'ISSUER_NOT_USABLE',
]);

/** Texts and problems that a record names. */
const longestShown = 200;
const mostShown = 5;

/** Does what was asked for; a refusal is recorded: who tries which names has to be seen. */
export async function recordingRefusals<T>(audit: Audit, asked: Asked, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) recordRefusal(audit, asked, error.problems);
    throw error;
  }
}

/** For what answers with problems, rather than to throw them. */
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

/** That something was asked which changes nothing, and what. */
export function recordAsking(audit: Audit, asked: Asked): void {
  const { actor, action, path } = asked;
  audit.asked(actor, action, { type: 'path', id: path }, askedName(asked));
}

function askedName({ input }: Asked): AuditDetails {
  const { commonName } = input;
  return typeof commonName === 'string' ? { commonName: shown(commonName) } : {};
}

const shown = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
