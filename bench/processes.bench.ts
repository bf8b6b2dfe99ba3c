/**
 * What two processes cost more than one, beside what two busy processes of bare work cost more than one on this machine; how long they wait for each other's
 * locks; and how long an event takes from one to the other. Run with: npm run bench processes. `BENCH_PARTS=cost,events` runs some, and `BENCH_JOBS` names jobs.
 */
import { measureCost } from './processes/cost.js';
import { measureEvents } from './processes/events.js';

const parts: Readonly<Record<string, () => Promise<void>>> = { events: measureEvents, cost: measureCost };

const wanted = process.env['BENCH_PARTS']?.split(',');
for (const [name, measure] of Object.entries(parts)) if (wanted?.includes(name) ?? true) await measure();
