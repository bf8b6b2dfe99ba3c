import { any, condition, equals, oneOf } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import { problem } from '../../platform/problems.js';
import { otherType, targetTypes } from './target-types.js';
import type { AuditTargetType } from './target-types.js';

export type AuditOutcome = 'success' | 'denied' | 'failure';

export interface AuditFilter {
  /** Username or id of the actor. */
  readonly actor?: string | null | undefined;
  /** Id of what it was done to. */
  readonly targetId?: string | null | undefined;
  readonly targetType?: AuditTargetType | typeof otherType | null | undefined;
  /** An action, or the common beginning of several with a dot at its end: `team.` */
  readonly action?: string | null | undefined;
  readonly outcome?: AuditOutcome | null | undefined;
  /** From this time on. */
  readonly recordedAfter?: Date | null | undefined;
  /** Before this time. */
  readonly recordedBefore?: Date | null | undefined;
}

/** The records that match a filter. @throws INVALID_PARAMETER for an empty period */
export function recordConditions(filter: AuditFilter): SqlCondition[] {
  const { actor, action, targetId, targetType, outcome, recordedAfter: from, recordedBefore: to } = filter;
  if (from && to && from >= to)
    throw problem('INVALID_PARAMETER', 'recordedAfter must be before recordedBefore', ['filter', 'recordedAfter']);
  return [
    ...(actor ? [any(equals('actorName', actor), equals('actorId', actor))] : []),
    ...(action ? [action.endsWith('.') ? begins('action', action) : equals('action', action)] : []),
    ...(targetId ? [equals('targetId', targetId)] : []),
    ...(targetType ? [ofType(targetType)] : []),
    ...(outcome ? [equals('outcome', outcome)] : []),
    ...(from ? [condition('"at" >= ?', from)] : []),
    ...(to ? [condition('"at" < ?', to)] : []),
  ];
}

function ofType(type: AuditTargetType | typeof otherType): SqlCondition {
  if (type !== otherType) return equals('targetType', type);
  const { sql, parameters } = oneOf('targetType', Object.keys(targetTypes));
  return condition(`NOT ${sql}`, ...parameters);
}

/** Compared literally: LIKE would interpret special characters, and the two databases treat case differently. */
function begins(column: string, text: string): SqlCondition {
  return condition(`substr("${column}", 1, ?) = ?`, text.length, text);
}
