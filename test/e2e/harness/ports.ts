import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to whoever asks for any free port: one of those may be another program's when its server comes back to it. */
const [lowest, beyond] = [10_000, 32_000];
const attempts = 100;

/** A port of this machine that nobody listens on. */
export async function restingPort(): Promise<string> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, beyond);
    if (await isFree(port)) return String(port);
  }
  throw new Error(`no free port between ${lowest} and ${beyond}`);
}

async function isFree(port: number): Promise<boolean> {
  // Every address: what listens on a single one is in the way too.
  const probe = createServer().listen(port);
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
