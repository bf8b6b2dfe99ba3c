import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { afterEach } from 'vitest';
import { OutboundFailure } from '../../../src/platform/outbound/outbound-failure.js';
import { OutboundGate } from '../../../src/platform/outbound/outbound-gate.js';
import type { OutboundCall, OutboundGateDeps } from '../../../src/platform/outbound/outbound-gate.js';
import { ReachableAddresses } from '../../../src/platform/outbound/reachable-addresses.js';

/** What each test of a file opened is closed after it. */
export const cleanup: (() => void)[] = [];
export function closingAfterEach(): void {
  afterEach(() => {
    for (const end of cleanup.splice(0)) end();
  });
}

export async function listening(server: Server & { closeAllConnections?: () => void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.push(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return (server.address() as AddressInfo).port;
}

export const serve = (listener: RequestListener) => listening(createServer(listener));

export const loopback = new ReachableAddresses({ allow: ['127.0.0.0/8'], deny: [] });
export const nowhere = new ReachableAddresses({ allow: [], deny: [] });

export function gateOf(deps: Partial<OutboundGateDeps> = {}): OutboundGate {
  const gate = new OutboundGate({ addresses: loopback, ...deps });
  cleanup.push(() => {
    gate.close();
  });
  return gate;
}

export const get = (url: string, more: Partial<OutboundCall> = {}): OutboundCall => ({
  ...{ method: 'GET', url: new URL(url), withinMs: 20_000, mostBytes: 1000 },
  ...more,
});

/** Which kind of failure a call ends in. */
export async function failing(call: Promise<unknown>): Promise<OutboundFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundFailure)) throw new Error('the call did not fail as calls do', { cause: error });
  return error;
}

export const echo = (request: IncomingMessage, response: ServerResponse) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }));
  });
};
