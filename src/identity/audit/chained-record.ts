import { createHash } from 'node:crypto';
import { bigint, date, text } from '../../platform/database/columns.js';
import type { AuditRecordRow } from '../../platform/database/models.js';
import { rowReader } from '../../platform/database/row-reader.js';

/** The content of a record: everything in its row except its position in the chain. */
export type RecordFacts = Omit<AuditRecordRow, 'position' | 'hash'>;

/** A record with its position. */
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
 * SHA-256 of the previous hash and of the content of a record, in hex. The input is a line with the hash, and a line with a JSON array of texts and nulls
 * without spaces: position, id, time, then organization, actor, token, action, target, outcome, problem, request, address and details as they are stored.
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
