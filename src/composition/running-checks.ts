import type { Config } from '../settings/config.js';
import { doubtfulPolicies } from '../identity/policies/policy.store.js';
import type { Check } from '../operator/doctor.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { onceMigrated } from './once-migrated.js';

const minute = 60_000;

/** If a job is due for longer while a server is running, no server can do it. */
const overdueMs = 60 * minute;

/** Rows of several servers may be this far ahead of a correct clock. */
const toleratedMs = minute;

/**
 * Checks from rows whether a running server keeps up with its work.
 * @param clock the clock of the database's servers
 */
export function runningChecks(
  config: Config,
  database: () => Promise<Database>,
  clock: () => Promise<Clock>,
): readonly Check[] {
  const once = (name: string, look: Check['look']): Check => onceMigrated(config, { name, look });
  return [
    once('jobs', async () => {
      const { client } = await database();
      const where = { dueAt: { lt: new Date((await clock()).now().getTime() - overdueMs) } };
      const [count, first] = [
        await client.job.count({ where }),
        await client.job.findFirst({ where, orderBy: { dueAt: 'asc' } }),
      ];
      if (!first) return { verdict: 'ok', detail: 'none is overdue' };
      const why = first.lastError ?? 'it was not started: is a server running?';
      return {
        verdict: 'warning',
        detail: `${count} overdue, first ${first.kind} of ${first.dueAt.toISOString()}: ${why}`,
      };
    }),
    once('policies', async () => {
      const found = await doubtfulPolicies((await database()).client);
      if (found.length === 0) return { verdict: 'ok', detail: 'none is ambiguous' };
      const each = found.map(({ name, reason }) => `${name}: ${reason}`);
      return { verdict: 'warning', detail: [`${found.length} to be written again`, ...each].join('\n    ') };
    }),
    once('clock', async () => {
      const opened = await database();
      const newest = await opened.client.auditRecord.findFirst({ orderBy: { id: 'desc' }, select: { at: true } });
      const now = (await clock()).now();
      const behind = (newest?.at.getTime() ?? 0) - now.getTime();
      if (behind > toleratedMs) {
        return {
          verdict: 'failed',
          detail: `${Math.round(behind / 1000)} s behind the newest record: the clock was set back, or the clock of another server is ahead`,
        };
      }
      const ahead = Math.round((Date.now() - now.getTime()) / 1000);
      if (ahead === 0) return { verdict: 'ok', detail: 'not behind the newest record' };
      return {
        verdict: 'warning',
        detail: `this machine's clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's, which the servers use`,
      };
    }),
  ];
}
