import { createServer } from 'node:http';

/** Where a server answers that it cannot serve yet. */
export interface WaitingRoom {
  close(): Promise<void>;
}

/**
 * Answers over plain HTTP as long as nothing else can be answered: `/healthz` that the process runs, everything else with 503 and why.
 * @param why which check of `/readyz` fails, and one text for people
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
