/**
 * The state service as its callers meet it: the compiled server in a process of its own, load from another, each measure a ratio to a baseline of
 * the same run. Run with: npm run bench state-service. `BENCH_PARTS=reads,writes` runs some; `BENCH_NODE_OPTIONS=--cpu-prof` profiles the server, `BENCH_SYNC_MS=4` has strace
 * delay each of its syncs by four milliseconds, and `BENCH_DIST=FOLDER` measures another build.
 */
import { measureContent } from './state-service/content.js';
import { measureHistory } from './state-service/history.js';
import { measureReads } from './state-service/reads.js';
import { measureSlowDisk } from './state-service/slow-disk.js';
import { measureWrites } from './state-service/writes.js';

const parts: Readonly<Record<string, () => Promise<void>>> = {
  reads: measureReads,
  history: measureHistory,
  writes: measureWrites,
  content: measureContent,
  'slow-disk': measureSlowDisk,
};

const wanted = process.env['BENCH_PARTS']?.split(',');
for (const [name, measure] of Object.entries(parts)) if (wanted?.includes(name) ?? true) await measure();
