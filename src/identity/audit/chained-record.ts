import { createHash } from 'node:crypto';
import { bigint, date, text } from '../../platform/database/columns.js';
import type { AuditRecordRow } from '../../platform/database/models.js';
import { rowReader } from '../../platform/database/row-reader.js';

/** What a record says: everything of its row but its place in the chain. */
export type RecordFacts = Omit<AuditRecordRow, 'position' | 'hash'>;

/** A record that has its place. */
export interface ChainedRecord {
  readonly facts: RecordFacts;
  readonly position: bigint;
  readonly hash: string;
}

/** The hash before the first record. */
export const beginning = '0'.repeat(64);

/** Reads the facts in statements of our own. */
export const factsReader = rowReader<RecordFacts>({
  id: bigint,
  at: date,
  organizationId: text.orNull,
  actorId: text.orNull,
  actorName: text,
  actorKind: text,
  tokenId: text.orNull,
  action: text,
  targetType: text,
  targetId: text,
  targetName: text.orNull,
  outcome: text,
  problem: text.orNull,
  requestId: text.orNull,
  remoteAddress: text.orNull,
  details: text.orNull,
});

/**
 * SHA-256 of the hash before it and of all that a record says, in hex: a line with the hash, a line with a JSON array of texts and nulls, without spaces: place, id,
 * time, then organization, who, token, what, to what, outcome, problem, request, address and details as they are stored.
 */
export function recordHash(previous: string, position: bigint, facts: RecordFacts): string {
  const said = JSON.stringify([
    ...[String(position), String(facts.id), facts.at.toISOString(), facts.organizationId],
    ...[facts.actorId, facts.actorName, facts.actorKind, facts.tokenId, facts.action],
    ...[facts.targetType, facts.targetId, facts.targetName, facts.outcome, facts.problem],
    ...[facts.requestId, facts.remoteAddress, facts.details],
  ]);
  return createHash('sha256').update(`${previous}\n${said}`).digest('hex');
}
