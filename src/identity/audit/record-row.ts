import { createHash } from 'node:crypto';
import type { SqlWrite } from '../../platform/database/database.js';
import { redactText } from '../../platform/log/redact.js';
import type { ProblemCode } from '../../platform/problems.js';
import type { RequestOrigin } from '../caller.js';
import type { Actor } from './actor.js';
import type { AuditDetails, AuditTarget } from './target.js';

/**
 * Longest text in a record and in its details, in UTF-16 units. Real paths are shorter, and an index of PostgreSQL accepts 2,704 bytes. Longer texts are
 * truncated.
 */
export const longestText = 800;
export const longestDetails = 32_768;
/** The part of details that is kept if they are too long. */
const keptDetails = 2_048;
/** Checked beyond the kept part, so that a truncated secret is still recognized. */
const margin = 1_024;

export interface Said {
  readonly at: Date;
  readonly actor: Actor;
  readonly action: string;
  readonly target: AuditTarget;
  readonly outcome: 'success' | 'denied' | 'failure';
  readonly problem: ProblemCode | null;
  readonly details?: AuditDetails | undefined;
}

/** A record as it is stored: every text is limited, and nothing that looks like a secret is kept. */
export type AuditRow = ReturnType<typeof rowOf>;

export function rowOf({ at, actor, action, target, outcome, problem, details }: Said) {
  return {
    at,
    organizationId: boundedOrNull(target.organizationId),
    actorId: actor.userId ?? null,
    actorName: bounded(actor.username),
    actorKind: actor.kind,
    tokenId: actor.tokenId ?? null,
    action,
    targetType: target.type,
    targetId: bounded(target.id),
    targetName: boundedOrNull(target.name),
    outcome,
    problem,
    requestId: boundedOrNull(requestIdOf(actor.origin)),
    remoteAddress: boundedOrNull(actor.origin?.remoteAddress),
    details: details === undefined ? null : detailsText(details),
  };
}

const columns = [
  ...(['at', 'organizationId', 'actorId', 'actorName', 'actorKind', 'tokenId', 'action'] as const),
  ...(['targetType', 'targetId', 'targetName', 'outcome', 'problem', 'requestId', 'remoteAddress', 'details'] as const),
] satisfies readonly (keyof AuditRow)[];
const insertRecord = `INSERT INTO "AuditRecord" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;

/** The statement that inserts it. */
export const insertOf = (row: AuditRow): SqlWrite => ({ sql: insertRecord, rows: [columns.map((name) => row[name])] });

/** If the caller chose the id, letters of our own follow. */
const requestIdOf = (origin: RequestOrigin | undefined): string | undefined =>
  origin?.ownId === undefined ? origin?.requestId : `${origin.requestId}/${origin.ownId}`;

/** The beginning of a text that is too long, with its length and SHA-256. PostgreSQL cannot store NUL, so NUL is replaced. */
function bounded(given: string): string {
  const text = given.includes('\0') ? given.replaceAll('\0', '\ufffd') : given;
  if (text.length <= longestText) return redactText(text);
  const end = `… (${text.length} characters, SHA-256 ${sha256(text)})`;
  return `${redactText(text.slice(0, longestText + margin)).slice(0, longestText - end.length)}${end}`;
}

const boundedOrNull = (text: string | undefined): string | null => (text === undefined ? null : bounded(text));

function detailsText(details: AuditDetails): string {
  // First each text separately, then the names: a secret that is quoted twice would not be recognized.
  const text = JSON.stringify(details, (_, value: unknown) => (typeof value === 'string' ? redactLong(value) : value));
  if (text.length <= longestDetails) return redactText(text);
  const begins = redactText(text.slice(0, keptDetails + margin)).slice(0, keptDetails);
  return JSON.stringify({ cut: true, begins, characters: text.length, sha256: sha256(text) });
}

const redactLong = (text: string): string => (text.length > longestDetails ? text : redactText(text));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
