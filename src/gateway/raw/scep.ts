import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlainAnswer } from '../../pki/scep/authority-certificates.js';
import { maxMessageBytes } from '../../pki/scep/messages.js';
import type { ScepPlace } from '../../pki/scep/place.js';
import type { ScepServer } from '../../pki/scep/scep-server.js';
import type { Log } from '../../platform/log/log.js';
import type { Waiter } from '../../platform/outbound/call-end.js';
import { problem } from '../../platform/problems.js';
import { waiterFor } from '../context.js';
import { originOf } from '../graphql/exchange.js';
import { lastOf } from '../rest/vault/request.js';
import type { RawRoute } from '../rest/vault/route.js';
import { prefixes, protocolRoutes } from './protocol-routes.js';
import type { ProtocolRoute } from './protocol-routes.js';

export interface ScepRawDeps {
  readonly scep: ScepServer;
  readonly log: Log;
}

/** Old clients add the name of a program. */
const paths = ['scep', 'scep/pkiclient.exe'] as const;

/** The protocol of SCEP (RFC 8894 4) below a mount. */
export function scepRoutes({ scep, log }: ScepRawDeps): readonly RawRoute[] {
  const route = (
    method: 'GET' | 'POST',
    path: (typeof paths)[number],
    work: (request: FastifyRequest, place: ScepPlace, waiter: Waiter) => Promise<PlainAnswer>,
  ): ProtocolRoute => ({
    method,
    path,
    answer: async ({ request, reply, place }) => {
      const { role } = place;
      const below = role === undefined ? path : `roles/${role}/${path}`;
      return send(reply, await work(request, { ...place, path: below }, waiterFor(reply.raw)));
    },
  });
  const got = (request: FastifyRequest, place: ScepPlace, waiter: Waiter): Promise<PlainAnswer> => {
    const operation = operationOf(request);
    return operation === 'PKIOperation'
      ? scep.operate(place, messageOf(request), originOf(request), waiter)
      : scep.read(place, operation);
  };
  const posted = (request: FastifyRequest, place: ScepPlace, waiter: Waiter): Promise<PlainAnswer> => {
    if (operationOf(request) !== 'PKIOperation')
      throw problem('INVALID_INPUT', 'only operation=PKIOperation is posted', ['operation']);
    const { body } = request;
    return scep.operate(place, Buffer.isBuffer(body) ? body : Buffer.of(), originOf(request), waiter);
  };
  return protocolRoutes(
    { log },
    prefixes.role,
    paths.flatMap((path) => [route('GET', path, got), route('POST', path, posted)]),
  );
}

const operationOf = ({ query }: FastifyRequest): string => lastOf(query, 'operation') ?? '';

/** RFC 8894 4.1: base64 in a URL, where a plus that was not escaped has become a space. @throws INVALID_INPUT */
function messageOf({ query }: FastifyRequest): Buffer {
  const text = (lastOf(query, 'message') ?? '').replaceAll(' ', '+').replaceAll(/[\r\n]/g, '');
  if (text.length > 2 * maxMessageBytes || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw problem('INVALID_INPUT', 'message is not a message in base64', ['message']);
  return Buffer.from(text, 'base64');
}

const send = (reply: FastifyReply, { type, body }: PlainAnswer): FastifyReply =>
  reply.header('cache-control', 'no-store').type(type).send(body);
