import type { CompiledServer } from '../state-service/processes.js';
import type { Subject } from '../state-service/rounds.js';

const waiting = /^trustate_sqlite_lock_wait_seconds (\S+)$/m;

/** Seconds that all processes of a server have waited for SQLite's lock. */
async function waitedSeconds({ port, token }: CompiledServer): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const [, seconds] = waiting.exec(await answer.text()) ?? [];
  return Number(seconds);
}

/** The same subject, which also tells how many hundredths of their time the processes waited for each other, in each round. */
export function waitedShare(server: CompiledServer, processes: number, subject: Subject, shares: number[]): Subject {
  return async (seconds) => {
    const [before, began] = [await waitedSeconds(server), performance.now()];
    const round = await subject(seconds);
    const elapsed = (performance.now() - began) / 1000;
    shares.push((((await waitedSeconds(server)) - before) / elapsed / processes) * 100);
    return round;
  };
}
