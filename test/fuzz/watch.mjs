/**
 * Imported into a server's process before everything else: watches how long its main thread works without a pause. On the socket that FUZZ_WATCH names it tells,
 * to whoever connects, what it saw since it was asked last, as one line of JSON.
 *
 * Where FUZZ_PROFILES names a folder, it leaves a profile of the processor there.
 *
 * Time is what the kernel says that this thread has computed: when others have the cores, a thread stands still without being busy. Where the kernel does not
 * say it (only Linux does, in schedstat), it is the time of a clock.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const socket = process.env.FUZZ_WATCH;
const profiles = process.env.FUZZ_PROFILES;
const tickMs = 5;

if (isMainThread && socket && process.argv[2] === 'serve') {
  const schedstat = `/proc/self/task/${process.pid}/schedstat`;
  const clockMs = () => performance.now();
  const threadMs = () => Number(readFileSync(schedstat, 'latin1').split(' ', 1)[0]) / 1e6;
  let workedMs = clockMs;
  try {
    if (threadMs() > 0) workedMs = threadMs;
  } catch {
    // The time of a clock, then.
  }

  let last = { worked: workedMs(), clock: clockMs() };
  let since = last;
  let longest = { worked: 0, clock: 0 };
  const look = () => {
    const now = { worked: workedMs(), clock: clockMs() };
    const worked = now.worked - last.worked;
    if (worked > longest.worked) longest = { worked, clock: now.clock - last.clock };
    last = now;
  };
  setInterval(look, tickMs).unref();

  const server = createServer((connection) => {
    look();
    const all = { worked: last.worked - since.worked, clock: last.clock - since.clock };
    connection.on('error', () => undefined);
    connection.end(`${JSON.stringify({ longest, all, memory: process.memoryUsage.rss() })}\n`);
    since = last;
    longest = { worked: 0, clock: 0 };
  });
  server.listen(socket);
  server.unref();

  if (profiles) {
    const session = new Session();
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.start');
    process.on('exit', () => {
      session.post('Profiler.stop', (_error, { profile }) => {
        mkdirSync(profiles, { recursive: true });
        writeFileSync(`${profiles}/${process.pid}.cpuprofile`, JSON.stringify(profile));
      });
    });
  }
}
