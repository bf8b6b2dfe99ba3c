import { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Some of Vault's clients send a method called LIST. Node's parser has a fixed set of methods without it, and drops the connection. So the request is parsed
 * here from the bytes that the parser returned, and handled as its equivalent (docs/http-surface.md: `LIST x` is `GET x?list=true`), as the last one of its
 * connection. Everything else that cannot be parsed is refused as in Node.
 */
export function understandList<Kind extends Pick<Server, 'on'>>(server: Kind, handle: Handle): Kind {
  const begun = new WeakMap<Socket, Begun>();
  server.on('clientError', (error: Error, socket: Duplex) => {
    // Nothing is read after the last request of a connection; its response is still to come.
    if ('code' in error && error.code === 'HPE_CLOSED_CONNECTION') return;
    const packet = packetOf(error);
    if (!packet || !(socket instanceof Socket) || !socket.writable) {
      refuse(error, socket);
      return;
    }
    // The parser also returns every packet that follows: a request may consist of several.
    const before = begun.get(socket);
    const text = (before?.text ?? '') + packet.toString('latin1');
    if (isUnfinished(text)) {
      const timer = before?.timer ?? setTimeout(refuse, longestWait, overdue, socket).unref();
      begun.set(socket, { text, timer });
      return;
    }
    clearTimeout(before?.timer);
    begun.delete(socket);
    const listing = readListing(text);
    if (!listing) {
      refuse(text.length > longestHead ? oversized : error, socket);
      return;
    }
    const request = new IncomingMessage(socket);
    request.method = 'GET';
    request.url = listing.url;
    request.rawHeaders = listing.headers.flat();
    // The first of several counts.
    request.headers = Object.fromEntries(
      [...listing.headers].reverse().map(([name, value]) => [name.toLowerCase(), value]),
    );
    request.httpVersion = '1.1';
    request.httpVersionMajor = 1;
    request.httpVersionMinor = 1;
    request.complete = true;
    request.push(null);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      socket.end();
    });
    handle(request, response);
  });
  return server;
}

const head = /^LIST (\/[\x21-\x7e]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*)\r\n/;

/** An incomplete request. */
interface Begun {
  readonly text: string;
  readonly timer: NodeJS.Timeout;
}

/** Node's limits for the heads of other requests: octets, and milliseconds. */
const longestHead = 16 * 1024;
const longestWait = 60_000;

const overdue = Object.assign(new Error('the head of a request did not come in time'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});
const oversized = Object.assign(new Error('the head of a request is too long'), { code: 'HPE_HEADER_OVERFLOW' });

/** The bytes that the parser could not read, if they begin with an unknown method. */
function packetOf(error: Error): Buffer | null {
  if (!('code' in error) || error.code !== 'HPE_INVALID_METHOD') return null;
  const packet = 'rawPacket' in error ? error.rawPacket : undefined;
  return Buffer.isBuffer(packet) ? packet : null;
}

const start = 'LIST /';

/** Whether a text can be the beginning of a listing. */
const isUnfinished = (text: string): boolean =>
  text.length <= longestHead && (start.startsWith(text) || (text.startsWith(start) && !text.includes('\r\n\r\n')));

function readListing(
  text: string,
): { readonly url: string; readonly headers: readonly (readonly [string, string])[] } | null {
  const [, target = '', lines = ''] = head.exec(text) ?? [];
  if (target === '') return null;
  const headers = lines.split('\r\n').flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()] as const];
  });
  // A body is not read: the connection ends with this response.
  const bodiless = headers.filter(([name]) => !/^(?:content-length|content-type|transfer-encoding)$/i.test(name));
  return { url: `${target}${target.includes('?') ? '&' : '?'}list=true`, headers: bodiless };
}

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function refuse(error: Error, socket: Duplex): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy(error);
    return;
  }
  const code = 'code' in error ? String(error.code) : '';
  socket.end(`HTTP/1.1 ${statuses[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
}
