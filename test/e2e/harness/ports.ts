import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server } from 'node:net';

/** Below what systems give to whoever asks for any free port: one of those may be another program's when its server comes back to it. */
const [lowest, beyond] = [10_000, 32_000];
const attempts = 100;

/**
 * A port of this machine that nobody listens on, and that no other test is given while this process lives: its server may go and come back.
 * Only even ports are given, and only to the process that listens on the odd one above: a keeper that ends with its process, however that ends.
 */
export async function restingPort(): Promise<string> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = 2 * randomInt(lowest / 2, beyond / 2);
    if (await isOurs(port)) return String(port);
  }
  throw new Error(`no free port between ${lowest} and ${beyond}`);
}

async function isOurs(port: number): Promise<boolean> {
  const keeper = await listenerOn(port + 1);
  if (!keeper) return false;
  const probe = await listenerOn(port);
  if (!probe) {
    await closed(keeper);
    return false;
  }
  await closed(probe);
  keeper.unref();
  return true;
}

/** On every address: what listens on a single one is in the way too. */
async function listenerOn(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  return server;
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
