import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../platform/log/log.js';
import type { RawRoute } from '../rest/vault/route.js';
import { answeringBelowMount } from './pki-answering.js';

/** Where below a mount a protocol is spoken, each time before its own path (docs/http-surface.md). */
export const prefixes = {
  /** The path chooses a role. */
  role: ['', 'roles/:role/'],
  /** It may also choose the issuer. */
  roleAndIssuer: ['', 'issuer/:ref/', 'roles/:role/', 'issuer/:ref/roles/:role/'],
} as const;

/** What a path chooses. */
export interface ProtocolPlace {
  readonly mount: string;
  readonly issuerRef?: string;
  readonly role?: string;
}

export interface ProtocolRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly place: ProtocolPlace;
  readonly params: Readonly<Record<string, string>>;
}

/** One path of a protocol, below each prefix. Whoever calls is known from the message, and not from a token. */
export interface ProtocolRoute {
  readonly method: RawRoute['method'];
  readonly path: string;
  readonly answer: (asked: ProtocolRequest) => Promise<FastifyReply>;
}

/** The routes of a protocol that has work of its own. What goes wrong outside of it is told as everywhere below a mount. */
export const protocolRoutes = (
  deps: { readonly log: Log },
  before: readonly string[],
  routes: readonly ProtocolRoute[],
): readonly RawRoute[] =>
  before.flatMap((prefix) =>
    routes.map(({ method, path, answer }): RawRoute => ({
      method,
      path: `${prefix}${path}`,
      limited: true,
      handle: (request, reply, { mount, params }) =>
        answeringBelowMount(deps, request, reply, () =>
          answer({ request, reply, params, place: placeOf(mount, params) }),
        ),
    })),
  );

const placeOf = (mount: string, { ref, role }: ProtocolRequest['params']): ProtocolPlace => ({
  mount,
  ...(ref !== undefined && { issuerRef: ref }),
  ...(role !== undefined && { role }),
});
