import type { IncomingMessage } from 'node:http';
import { requestId } from '../../platform/log/log.js';
import { baseUrlOf, presentedToken } from '../context.js';
import { identified } from '../graphql/exchange.js';
import type { Sender } from '../http/senders.js';
import type { Arrival } from './session.js';

/** Who opens a WebSocket, from where, and at which address; `null` if the request is not valid. */
export function arrivalOf({ headers }: IncomingMessage, sender: Sender, publicUrl: string | undefined): Arrival | null {
  const client = headers['user-agent'];
  try {
    return {
      token: presentedToken(headers),
      baseUrl: baseUrlOf(publicUrl, sender),
      origin: {
        ...identified(requestId(headers['x-request-id']), headers['x-request-id']),
        remoteAddress: sender.address,
        ...(client !== undefined && { client }),
      },
    };
  } catch {
    return null;
  }
}

/** The token among the parameters of a connection, because browsers cannot set headers: `token`, or the content of a header. */
export function tokenIn(params: Readonly<Record<string, unknown>>): string | null {
  const { token } = params;
  if (typeof token === 'string') return token;
  const headers = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
  );
  return presentedToken(Object.fromEntries(headers));
}
