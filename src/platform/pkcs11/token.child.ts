/** The other side of `TokenProcess`: the library of a vendor runs here, where it can hold up and end nothing else. */
import { Worker } from 'node:worker_threads';
import { loadCryptoki } from './cryptoki.js';
import type { FromTokenProcess, ToTokenProcess } from './token-messages.js';
import { TokenSessions } from './token-sessions.js';
import { troubleOf } from './token-trouble.js';

/**
 * A call into a library may never return, and nothing of this thread runs until it does. The process that asked ends this one then; where that is gone, this thread of its
 * own does.
 */
const watching = `
const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 1_000);
`;
new Worker(watching, { eval: true }).unref();

let sessions: TokenSessions | undefined;

/** Where nobody is there any more to hear it, this process ends. */
const say = (message: FromTokenProcess): void => {
  process.send?.(message, undefined, undefined, (error) => {
    if (error) process.exit();
  });
};

async function obey(message: ToTokenProcess): Promise<FromTokenProcess> {
  if (message.kind === 'open') {
    try {
      sessions = new TokenSessions(loadCryptoki(message.packages), message);
      return { kind: 'opened' };
    } catch (error) {
      const { fault, message: why } = troubleOf(error);
      return { kind: 'refused', fault, why };
    }
  }
  const { number, order } = message;
  try {
    if (!sessions) throw new Error('no token is open');
    return { kind: 'done', number, value: await sessions.carryOut(order) };
  } catch (error) {
    const { fault, message: why } = troubleOf(error);
    return { kind: 'failed', number, fault, why };
  }
}

process.on('message', (message: ToTokenProcess) => {
  void obey(message).then(say);
});
// Sent to the whole group by a terminal or a supervisor: the service lets its requests end first, and then ends this process.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => {
  process.exit();
});
say({ kind: 'ready' });
