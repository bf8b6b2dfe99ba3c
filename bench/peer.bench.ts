/**
 * The same load to this server and to another one that speaks the same API, in turns. Run with:
 * npm run bench -- peer --vault ADDRESS --vault-token TOKEN, or --tfe ADDRESS --tfe-token TOKEN
 */
import { thisMachine, usualProcesses } from '../src/settings/usual-processes.js';
import type { Target } from './jobs/target.js';
import { settling } from './jobs/what-follows.js';
import { reached } from './peer/reached.js';
import { peerSettings } from './peer/settings.js';
import { sideBySide } from './peer/side-by-side.js';
import { CompiledServer, Helper, newFolder, ofProcesses } from './state-service/processes.js';

const settings = peerSettings.parse(JSON.parse(process.env['BENCH_PEER'] ?? '{}'));
const { vault, tfe, organization, pids } = settings;
const others = await named().catch((error: unknown) => {
  console.log(error instanceof Error ? error.message : error);
  process.exit(1);
});

const loader = Helper.start('load.ts');
// Who compares has the server that starts by itself, with all its processes.
const processes = ofProcesses(usualProcesses(thisMachine()));
const started = settings.ours ? null : await CompiledServer.start(newFolder(), processes);
try {
  const ours = await trustate();
  for (const { api, theirs } of others) await sideBySide(loader, api, [ours, theirs], organization);
} finally {
  await Promise.all([started?.discard(), loader.stop()]);
}

async function named() {
  return [
    ...(vault ? [{ api: 'vault', theirs: await reached('vault', vault, settings, pids) } as const] : []),
    ...(tfe ? [{ api: 'tfe', theirs: await reached('tfe', tfe, settings, pids) } as const] : []),
  ];
}

async function trustate(): Promise<Target> {
  if (settings.ours) return reached('this server', settings.ours, settings);
  if (started === null) throw new Error('no server was started');
  const { port, token, pid, database } = started;
  return { name: 'this server', address: { port }, token, pids: [pid, ...database.pids], settled: settling };
}
