import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { z } from 'zod';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What every notice of our own form has. */
const ownNotice = z.object({
  version: z.literal(1),
  id: z.string(),
  webhookId: z.string(),
  event: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
  mount: z.object({ id: z.string(), path: z.string() }).optional(),
  workspace: z.object({ id: z.string(), name: z.string() }).optional(),
  organization: z.object({ id: z.string(), name: z.string() }).optional(),
});

type Answers = (response: ServerResponse, times: number, request: IncomingMessage) => void;

interface Shown {
  readonly certificate: string;
  readonly key: string;
}

/** A receiver of notices on this machine. It answers with 204 until it is told otherwise. @param shown what it shows over TLS; plain HTTP without */
export async function openReceiver(
  answers: Answers = (response) => response.writeHead(204).end(),
  shown: Shown | null = null,
) {
  const received: Received[] = [];
  let answer = answers;
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      answer(response, received.length, request);
    });
  };
  const server = shown ? createSecureServer({ cert: shown.certificate, key: shown.key }, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    url: `${shown ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    received,
    notices: () => received.map(({ body }) => ownNotice.parse(JSON.parse(body))),
    answers(next: Answers) {
      answer = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
