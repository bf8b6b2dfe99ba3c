import type { CrlConfig } from '../../config/crl-config.js';
import { completeDue, isOfTheFuture } from '../crl-schedule.js';
import type { CrlTimes } from '../crl-schedule.js';

const second = 1000;

/**
 * When the CRL of a shard is due.
 * @param behind whether there is a revocation that it does not contain. It is due at once, or where CRLs are rebuilt by time, when a delta would be
 */
export function shardDue(now: Date, config: CrlConfig, last: CrlTimes | null, behind: boolean): Date {
  if (!last || last.suppressed !== config.disable || isOfTheFuture(last, now)) return now;
  const full = completeDue(last, config);
  if (!behind || config.disable) return full;
  if (!config.autoRebuild) return now;
  if (!config.enableDelta) return full;
  const soon = new Date(last.thisUpdate.getTime() + config.deltaRebuildInterval * second);
  return soon < full ? soon : full;
}
