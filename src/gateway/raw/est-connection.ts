import type { FastifyRequest } from 'fastify';
import type { EstConnection, Password } from '../../pki/est/est-request.js';
import { badRequest } from '../../pki/est/est-refusal.js';
import { channelBinding } from '../http/channel-binding.js';

/** What a request's connection says about its sender. */
export function connectionOf(request: FastifyRequest): EstConnection {
  const { sender, raw } = request;
  return {
    secure: sender.scheme === 'https',
    certificates: request.clientCertificates(),
    // A proxy has another connection with whoever it speaks for.
    binding: () => (sender.forwarded ? undefined : channelBinding(raw.socket)?.toString('base64')),
  };
}

/** HTTP Basic (RFC 7617). All of it counts: what is cut would let others in. Null without it; other schemes are those of other paths. @throws EstRefusal for what cannot be read */
export function passwordOf({ raw }: FastifyRequest): Password | null {
  const given = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization').length;
  if (given > 1) throw badRequest('the request has several Authorization headers');
  const { authorization } = raw.headers;
  if (authorization === undefined || !/^basic(?: |$)/i.test(authorization)) return null;
  const [, letters] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? [];
  const text = letters === undefined ? undefined : utf8Of(Buffer.from(letters, 'base64'));
  const colon = text?.indexOf(':') ?? -1;
  // RFC 7617 §2: neither has control characters.
  if (text === undefined || colon < 0 || /\p{Cc}/u.test(text))
    throw badRequest('the Authorization header has no name and password (RFC 7617)');
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

function utf8Of(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
