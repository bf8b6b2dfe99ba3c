import { createServer } from 'node:http';

/** Answers while a server cannot serve yet. */
export interface WaitingRoom {
  close(): Promise<void>;
}

/**
 * Answers over plain HTTP until the server is ready: `/healthz` says that the process runs, and everything else gets 503 with the reason.
 * @param why which check of `/readyz` fails, and a text for people
 */
export function openWaitingRoom(
  place: { host: string; port: number },
  why: () => { check: string; reason: string },
): Promise<WaitingRoom> {
  const server = createServer((request, response) => {
    const healthy = request.url === '/healthz';
    const { check, reason } = why();
    const body = healthy ? { status: 'ok' } : { status: 'not ready', checks: { [check]: 'failed' }, reason };
    response.writeHead(healthy ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(healthy ? {} : { 'retry-after': '5' }),
    });
    response.end(JSON.stringify(body));
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, () => {
      resolve({ close });
    });
  });
}
