/**
 * A small receiver of notices from Trustate. It takes what is signed with its secret and not older than five minutes, each delivery once, and prints it. Run it with
 *
 *     NOTICE_SECRET='a secret of sixteen bytes or more' npx tsx examples/notices/receiver.ts --port 9400
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const notice = z.object({ id: z.string(), event: z.string(), data: z.record(z.string(), z.unknown()).optional() });
export type Notice = z.infer<typeof notice>;

/** Seconds that the clocks may differ, and that a copy of a request can be sent again. */
const tolerance = 300;
const mostBytes = 65_536;
/** Deliveries that are remembered. One that was taken may come again: its answer may have been lost. */
const remembered = 10_000;

/** Whether a request is signed with the secret, now. @param signature `t=…,v1=…` */
export function isGenuine(secret: string, signature: string, body: Buffer, now = Date.now()): boolean {
  const parts = /^t=(\d+),v1=([0-9a-f]{128})$/.exec(signature);
  if (!parts) return false;
  const [, time = '', given = ''] = parts;
  if (Math.abs(now / 1000 - Number(time)) > tolerance) return false;
  const expected = createHmac('sha512', secret).update(`${time}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(given, 'hex'));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (size > mostBytes) throw new Error('too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** @param take what is done with a notice; it should be quick, because the sender waits ten seconds */
export function noticeReceiver(secret: string, take: (notice: Notice) => void): Server {
  const taken = new Set<string>();
  async function answer(request: IncomingMessage): Promise<number> {
    const body = await bodyOf(request);
    if (!isGenuine(secret, String(request.headers['trustate-signature']), body)) return 401;
    const told = notice.parse(JSON.parse(body.toString()));
    if (!taken.has(told.id)) take(told);
    taken.add(told.id);
    for (const oldest of taken) {
      if (taken.size <= remembered) break;
      taken.delete(oldest);
    }
    return 204;
  }
  return createServer((request, response) => {
    answer(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    );
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '9400' } } });
  const { NOTICE_SECRET: secret } = process.env;
  if (secret === undefined || secret === '') throw new Error('NOTICE_SECRET is missing');
  noticeReceiver(secret, ({ id, event, data }) => {
    process.stdout.write(`${event} ${id} ${JSON.stringify(data ?? {})}\n`);
  }).listen(Number(values.port), '127.0.0.1');
}
