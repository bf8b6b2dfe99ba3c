import { IncomingMessage, ServerResponse } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OwedAnswers } from './owed-answers.js';
import { hostsIn } from './request-target.js';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Some of Vault's clients send a method called LIST. Node's parser has a fixed set of methods without it, and drops the connection. So the request is parsed
 * here from the bytes that the parser returned, and handled as its equivalent (docs/http-surface.md: `LIST x` is `GET x?list=true`), as the last one of its
 * connection. Everything else that cannot be parsed is refused as in Node, after the answers that are owed before it.
 */
export function understandList<Kind extends Pick<Server, 'on' | 'timeout'>>(
  server: Kind,
  answers: OwedAnswers,
  handle: Handle,
): Kind {
  const begun = new WeakMap<Socket, Begun>();
  const last = new WeakSet<Duplex>();
  const refuse = (error: Error, socket: Duplex): void => {
    last.add(socket);
    if (!socket.writable || isReset(error)) socket.destroy(error);
    else answers.whenOwed(socket, (free) => (free ? sayNo(error, socket) : socket.destroy(error)));
  };
  const untilOverdue = (socket: Socket): NodeJS.Timeout => {
    const timer = setTimeout(refuse, longestWait, overdue, socket).unref();
    // It would keep the connections of callers that come and go.
    socket.once('close', () => clearTimeout(timer));
    return timer;
  };
  server.on('clientError', (error: Error, socket: Duplex) => {
    // Nothing is read after the last request of a connection; its response is still to come.
    if ('code' in error && error.code === 'HPE_CLOSED_CONNECTION') return;
    if (last.has(socket) && !socket.writableEnded && !isReset(error)) return;
    const before = socket instanceof Socket ? begun.get(socket) : undefined;
    const packet = packetOf(error, before !== undefined);
    if (!packet || !(socket instanceof Socket) || !socket.writable) {
      refuse(error, socket);
      return;
    }
    // The parser also returns every packet that follows: a request may consist of several.
    const text = (before?.text ?? '') + packet.toString('latin1');
    if (isUnfinished(text)) {
      begun.set(socket, { text, timer: before?.timer ?? untilOverdue(socket) });
      return;
    }
    clearTimeout(before?.timer);
    begun.delete(socket);
    const listing = readListing(text);
    if (!listing) {
      refuse(isTooLong(text) ? oversized : error, socket);
      return;
    }
    last.add(socket);
    answers.whenOwed(socket, (free) => {
      // The answer before it left the time that a connection may rest.
      socket.setTimeout(server.timeout);
      if (free) answer(listing, socket, answers, handle);
    });
  });
  return server;
}

function answer(listing: Listing, socket: Socket, answers: OwedAnswers, handle: Handle): void {
  const request = new IncomingMessage(socket);
  request.method = 'GET';
  request.url = listing.url;
  request.rawHeaders = listing.headers.flat();
  request.headers = headersOf(listing.headers);
  request.httpVersion = `1.${listing.minor}`;
  request.httpVersionMajor = 1;
  request.httpVersionMinor = listing.minor;
  request.complete = true;
  request.push(null);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  try {
    response.assignSocket(socket);
  } catch {
    // Node is still sending what it refused by itself, such as a request without `Host`, and announced to nobody.
    socket.destroy();
    return;
  }
  response.once('finish', () => {
    response.detachSocket(socket);
    socket.end();
    socket.setTimeout(longestFarewell);
  });
  answers.owe(request, response);
  handle(request, response);
}

/** Fields that may be there once: of several, Node takes the first. */
const single = new Set(
  (
    'age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since last-modified location max-forwards ' +
    'proxy-authorization referer retry-after server user-agent'
  ).split(' '),
);

/** As Node reads them: where proxies add a line each, all lines together say who asks. */
function headersOf(lines: Listing['headers']): IncomingHttpHeaders {
  const read = new Map<string, string>();
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    const before = read.get(key);
    if (before === undefined) read.set(key, value);
    else if (!single.has(key)) read.set(key, `${before}${key === 'cookie' ? '; ' : ', '}${value}`);
  }
  return Object.fromEntries(read);
}

const head =
  /^LIST ((?:\/|[Hh][Tt][Tt][Pp][Ss]?:\/\/)[\x21-\x7e]*) HTTP\/1\.([01])\r\n((?:[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*)\r\n/;

/** An incomplete request. */
interface Begun {
  readonly text: string;
  readonly timer: NodeJS.Timeout;
}

/** Node's limits for the heads of other requests: octets, and milliseconds. */
const longestHead = 16 * 1024;
const longestWait = 60_000;

/** Milliseconds that a caller has to close its end after the answer. */
const longestFarewell = 5_000;

const overdue = Object.assign(new Error('the head of a request did not come in time'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});
const oversized = Object.assign(new Error('the head of a request is too long'), { code: 'HPE_HEADER_OVERFLOW' });

/**
 * The bytes that the parser could not read, if they begin with an unknown method. Of a packet that begins with requests that it could read, what is behind
 * them: the parser stops at the third letter of LIST, as far as which it could be LINK.
 * @param goesOn whether the packet continues such bytes
 */
function packetOf(error: Error, goesOn: boolean): Buffer | null {
  if (!('code' in error) || error.code !== 'HPE_INVALID_METHOD') return null;
  const packet = 'rawPacket' in error ? error.rawPacket : undefined;
  if (!Buffer.isBuffer(packet)) return null;
  const stopped = 'bytesParsed' in error && typeof error.bytesParsed === 'number' ? error.bytesParsed : 0;
  const from = goesOn ? 0 : Math.max(0, stopped - 2);
  // `UNLIST` could be UNLINK as far.
  return packet.subarray(Math.max(0, from - 2), from).toString('latin1') === 'UN' ? null : packet.subarray(from);
}

/** As a path, or with scheme and host, as it is for proxies. */
const starts = ['LIST /', 'LIST http://', 'LIST https://'];

/** Whether a text can be the beginning of a listing. */
const isUnfinished = (text: string): boolean =>
  text.length <= longestHead && !text.includes(endOfHead) && starts.some((start) => isBeginning(start, text));

/** Whether a text, as far as it goes, begins as said. A method has capital letters; a scheme may have any. */
function isBeginning(start: string, text: string): boolean {
  const length = Math.min(start.length, text.length);
  const method = 'LIST '.slice(0, length);
  return text.startsWith(method) && text.slice(0, length).toLowerCase() === start.slice(0, length).toLowerCase();
}

const endOfHead = '\r\n\r\n';

function isTooLong(text: string): boolean {
  const end = text.indexOf(endOfHead);
  return (end < 0 ? text.length : end) > longestHead;
}

interface Listing {
  readonly url: string;
  readonly minor: number;
  readonly headers: readonly (readonly [string, string])[];
}

function readListing(text: string): Listing | null {
  if (isTooLong(text)) return null;
  const [, target = '', minor = '', lines = ''] = head.exec(text) ?? [];
  if (target === '') return null;
  const headers = lines.split('\r\n').flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()] as const];
  });
  const hosts = hostsIn(headers.flat());
  if (hosts > 1 || (minor === '1' && hosts === 0)) return null;
  // A body is not read: the connection ends with this response.
  const bodiless = headers.filter(([name]) => !/^(?:content-length|content-type|transfer-encoding)$/i.test(name));
  return { url: `${target}${target.includes('?') ? '&' : '?'}list=true`, minor: Number(minor), headers: bodiless };
}

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const isReset = (error: Error): boolean => 'code' in error && error.code === 'ECONNRESET';

function sayNo(error: Error, socket: Duplex): void {
  const code = 'code' in error ? String(error.code) : '';
  socket.end(`HTTP/1.1 ${statuses[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  if (socket instanceof Socket) socket.setTimeout(longestFarewell);
}
