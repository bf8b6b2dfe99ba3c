import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { OwedAnswers } from './owed-answers.js';
import { namesSeveralHosts, originForm } from './request-target.js';

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface UpgradesDeps {
  readonly answers: Pick<OwedAnswers, 'whenOwedOn'>;
  readonly connection: 'connection' | 'secureConnection';
  readonly path: string;
  readonly upgrade: Upgrade;
}

/**
 * Passes on requests for a WebSocket at `path`. With a listener, Node reports every `Upgrade`, also those that a server may ignore (RFC 9110 7.8), such as
 * HTTP/2 without TLS, which several clients offer with every request: those continue as ordinary requests.
 */
export function hearUpgrades(
  server: Pick<Server, 'on' | 'emit'>,
  { answers, connection, path, upgrade }: UpgradesDeps,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = originForm(request);
    const atPath = target.split('?', 1)[0] === path && !namesSeveralHosts(request);
    const wanted = atPath && request.headers.upgrade?.toLowerCase() === 'websocket';
    // Node no longer watches the connection: without this, a caller that reads nothing of what is owed or refused would hold it for ever.
    socket.on('timeout', () => socket.destroy());
    // Requests before it on the connection are answered first.
    answers.whenOwedOn(socket, (free) => {
      if (!free) {
        socket.destroy();
        return;
      }
      if (wanted) {
        request.url = target;
        upgrade(request, socket, head);
        return;
      }
      // Parsed again by a new parser, without the upgrade.
      socket.unshift(Buffer.concat([headOf(request), head]));
      server.emit(connection, socket);
    });
  });
}

const asked = new Set(['upgrade', 'http2-settings', 'connection']);

/**
 * The head of a request without its upgrade. The client expected one response on a connection that then changes its protocol, so it remains the last one. The
 * new parser reads only this request, whatever follows it, so that nobody changes parsers twice on one connection.
 */
function headOf({ method = 'GET', url = '/', httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!asked.has(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`, 'latin1');
}
