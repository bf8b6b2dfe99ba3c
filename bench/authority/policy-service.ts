/** The service of an external policy in a process of its own: it allows one certificate from memory, and counts what it takes. */
import { createServer } from 'node:https';
import { certificateOf } from '../../test/gateway/http/secure.js';

/** What the process is told, and answers. */
export interface Wanted {
  /** PEM. */
  readonly certificate: string;
}
export interface Listening {
  readonly port: number;
  /** Its own certificate, in PEM. */
  readonly certificate: string;
}
export interface Taken {
  readonly requests: number;
  /** Of one request, from its head to the end of the answer: the median, in milliseconds. */
  readonly handling: number;
  /** CPU of the whole process for a request, its TLS and HTTP included, in milliseconds. */
  readonly cpu: number;
}

const uuid = /"request_uuid":"([^"]+)"/;
let certificate = '';
let handled: number[] = [];
let used = process.cpuUsage();

const own = certificateOf('policy');
// Longer than any turn of others: what is measured are connections that stay open.
const kept = { keepAlive: true, keepAliveTimeout: 60_000 };
const server = createServer({ cert: own.certificate, key: own.key, ...kept }, (received, response) => {
  const from = performance.now();
  const parts: Buffer[] = [];
  received.on('data', (part: Buffer) => parts.push(part));
  received.on('end', () => {
    const [, request_uuid] = uuid.exec(Buffer.concat(parts).toString()) ?? [];
    response.end(JSON.stringify({ request_uuid, certificate, store_certificate: true }));
    handled.push(performance.now() - from);
  });
});

/** Since it was last asked. */
function taken(): Taken {
  const { user, system } = process.cpuUsage(used);
  const sorted = handled.toSorted((a, b) => a - b);
  const answer = {
    requests: sorted.length,
    handling: sorted[sorted.length >> 1] ?? Number.NaN,
    cpu: (user + system) / 1000 / sorted.length,
  };
  [handled, used] = [[], process.cpuUsage()];
  return answer;
}

process.on('message', (message: Wanted | { readonly taken: true }) => {
  if ('taken' in message) {
    process.send?.(taken());
    return;
  }
  ({ certificate } = message);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    process.send?.({ port, certificate: own.certificate } satisfies Listening);
  });
});
