import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import pino from 'pino';
import { createIdentity } from '../../../src/identity/module.js';
import { ServerCertificates } from '../../../src/pki/server-certificate/server-certificates.js';
import type { ServerCertificatesDeps } from '../../../src/pki/server-certificate/server-certificates.js';
import { createPkiService } from '../../../src/pki/module.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { Events } from '../../../src/platform/events/events.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

/** The certificate authority at today's time, which openssl goes by too. */
export async function today(): Promise<PkiWorld> {
  const world = await openPkiWorld();
  onTestFinished(() => world.close());
  world.clock.advance(Date.now() - world.clock.now().getTime());
  return world;
}

/** A folder that is gone after the test. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trustate-tls-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** What servers of one database have in common, as one of them sees it. */
type Installation = Omit<ServerCertificatesDeps, 'folder' | 'hosts'>;

/** The same installation as another process sees it. */
export async function beside({ url, clock, policies, seal, outbound }: PkiWorld): Promise<Installation> {
  const database = await openDatabase({ url });
  onTestFinished(() => database.close());
  const { audit, tokenEnds, signIns, attempts } = createIdentity({ database, clock, failed: () => undefined });
  const log = pino({ level: 'silent' });
  const { feed } = new Events({ database, clock, log, keepMs: 86_400_000, keepCount: 1_000 });
  const about = { database, policies, audit, feed, clock, seal, log, tokenEnds, signIns, attempts, outbound };
  const { services } = createPkiService({ ...about, expiryDays: [] });
  return { database, clock, seal, ...services };
}

/** A server that begins on a folder: it knows what is there, and nothing else. */
export const begin = (world: Installation, folder: string, hosts: readonly string[] = []) =>
  new ServerCertificates({ ...world, folder, hosts });

export async function serve(key: string, cert: string): Promise<number> {
  const server = tls.createServer({ key, cert }, (socket) => socket.end('hello'));
  server.on('tlsClientError', () => undefined);
  onTestFinished(() => {
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** @throws Error as the client says why it does not trust the server */
export async function shakeHands(port: number, ca: string | Buffer, servername: string): Promise<boolean> {
  const socket = tls.connect({ port, host: '127.0.0.1', ca, servername: servername === '127.0.0.1' ? '' : servername });
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'secureConnect');
  return socket.authorized;
}
