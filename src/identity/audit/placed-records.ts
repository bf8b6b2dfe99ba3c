import { all, condition, equals, onlyChecked, readBy } from '../../platform/database/conditions.js';
import type { PartOfList, SqlCondition } from '../../platform/database/conditions.js';
import type { Provider } from '../../platform/database/engine.js';
import { ids } from '../../platform/ids.js';
import { recordConditions } from './record-conditions.js';
import type { AuditFilter } from './record-conditions.js';
import { seldomColumn } from './seldom-records.js';
import { indexOfWaiting, placed, waiting } from './waiting-records.js';

/*
 * Records of an actor, or of a time. The indexes that find them (`0075_placed_records`) have a record once it has its place in the chain: many get theirs in one
 * change beside requests, and PostgreSQL, which writes all indexes of a row anew then, writes these once. Those that wait for a place are few, and are read too.
 */
/** No clock of a server says them. */
const earliest = new Date('1970-01-01T00:00:00.000Z');
const latest = new Date('9999-12-31T23:59:59.999Z');

/** Whether what a filter asks for is found by its actor or its time, in the order of time. */
export const isOfActorOrTime = (filter: AuditFilter): boolean =>
  !filter.targetId &&
  seldomColumn(filter) === undefined &&
  [filter.actor, filter.recordedAfter, filter.recordedBefore].some(Boolean);

/** @throws INVALID_PARAMETER for an empty period */
export function recordsOfActorOrTime(
  provider: Provider,
  filter: AuditFilter,
  organizationId: string | null,
): readonly [PartOfList, ...PartOfList[]] {
  const { actor } = filter;
  const of = organizationId === null ? [] : [equals('organizationId', organizationId)];
  const notYet = readBy(provider, indexOfWaiting, all(waiting, ...of, ...recordConditions(filter)));
  const by = (index: string, ...met: readonly SqlCondition[]) =>
    readBy(provider, `AuditRecord_placed_${index}_idx`, all(placed, ...met));
  if (!actor) {
    const index = organizationId === null ? 'at' : 'organizationId_at';
    return [by(index, ...of, ...recordConditions(filter), ...otherEnd(provider, filter)), notYet];
  }
  const others = [
    // PostgreSQL would go along an organization in which the actor may have done little.
    ...(organizationId === null ? [] : [onlyChecked('organizationId', organizationId)]),
    ...recordConditions({ ...filter, actor: null }),
  ];
  const byName = equals('actorName', actor);
  const byId = equals('actorId', actor);
  // Of both, those that the other one has too are left out where there are none, usually: so the index alone tells how many there are.
  const [name, id] = ids.user.is(actor)
    ? [all(byName, condition('("actorId" IS NULL OR "actorId" <> ?)', actor)), byId]
    : [byName, all(byId, condition('"actorName" <> ?', actor))];
  return [by('actorName_at', name, ...others), by('actorId_at', id, ...others), notYet];
}

/** PostgreSQL plans once for all times. It takes a period with both ends for a short one, and any other for a third of all there is, which it would count by going over the table. */
function otherEnd(provider: Provider, { recordedAfter, recordedBefore }: AuditFilter): readonly SqlCondition[] {
  if (provider !== 'postgresql' || (recordedAfter && recordedBefore)) return [];
  return [recordedAfter ? condition('"at" < ?', latest) : condition('"at" >= ?', earliest)];
}
