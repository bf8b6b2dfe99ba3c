import { createHash } from 'node:crypto';
import type { SqlWrite } from '../../platform/database/database.js';
import { redactText } from '../../platform/log/redact.js';
import type { ProblemCode } from '../../platform/problems.js';
import type { RequestOrigin } from '../caller.js';
import type { Actor } from './actor.js';
import type { AuditDetails, AuditTarget } from './target.js';

/** UTF-16 units of a text of a record, and of its details. A path that can exist has fewer, and an index of PostgreSQL takes 2,704 bytes. What is longer is cut. */
export const longestText = 800;
export const longestDetails = 32_768;
/** Of details that are too long, what is kept. */
const keptDetails = 2_048;
/** Looked at beyond what is kept, so that a secret which is cut is still known for one. */
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

/** A record as it is stored: every text is bounded, and nothing that looks like a secret is kept. */
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

/** The statement that writes it. */
export const insertOf = (row: AuditRow): SqlWrite => ({ sql: insertRecord, rows: [columns.map((name) => row[name])] });

/** One that the caller chose is followed by letters of our own. */
const requestIdOf = (origin: RequestOrigin | undefined): string | undefined =>
  origin?.ownId === undefined ? origin?.requestId : `${origin.requestId}/${origin.ownId}`;

/** The beginning of a text that is too long, with how long it was and its SHA-256. PostgreSQL has no NUL, and so no record would be kept that has one. */
function bounded(given: string): string {
  const text = given.includes('\0') ? given.replaceAll('\0', '\ufffd') : given;
  if (text.length <= longestText) return redactText(text);
  const end = `… (${text.length} characters, SHA-256 ${sha256(text)})`;
  return `${redactText(text.slice(0, longestText + margin)).slice(0, longestText - end.length)}${end}`;
}

const boundedOrNull = (text: string | undefined): string | null => (text === undefined ? null : bounded(text));

function detailsText(details: AuditDetails): string {
  // Each text by itself, and then the names: what is quoted twice is not known for what it is.
  const text = JSON.stringify(details, (_, value: unknown) => (typeof value === 'string' ? redactLong(value) : value));
  if (text.length <= longestDetails) return redactText(text);
  const begins = redactText(text.slice(0, keptDetails + margin)).slice(0, keptDetails);
  return JSON.stringify({ cut: true, begins, characters: text.length, sha256: sha256(text) });
}

const redactLong = (text: string): string => (text.length > longestDetails ? text : redactText(text));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
