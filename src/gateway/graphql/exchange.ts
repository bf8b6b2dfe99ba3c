import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../../identity/caller.js';
import { randomLetters } from '../../platform/ids.js';
import { authenticated, baseUrlOf, contextFactory } from '../context.js';
import type { ContextFactory, EndableContext, Exchange } from '../context.js';
import { nodeLoading } from '../../platform/graphql/node.js';
import type { GatewayPorts } from '../ports.js';

/** The id of a request in records. @param given the id from the caller */
export function identified(id: string, given: unknown): Pick<RequestOrigin, 'requestId' | 'ownId'> {
  return id === given ? { requestId: id, ownId: randomLetters(12) } : { requestId: id };
}

/** Who sends a request, for the audit record. */
export function originOf(request: FastifyRequest): RequestOrigin {
  const { headers } = request;
  const version = headers['terraform-version'];
  const client = typeof version === 'string' ? `Terraform/${version}` : headers['user-agent'];
  return {
    ...identified(request.id, headers['x-request-id']),
    remoteAddress: request.sender.address,
    certificates: request.clientCertificates,
    ...(client !== undefined && { client }),
  };
}

/** Creates the context of a request: who calls, from where, and at which address. */
export type ContextOfRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  /** `anonymous` ignores who calls: a token is not checked. */
  options?: { readonly anonymous?: boolean },
) => EndableContext | Promise<EndableContext>;

/** Creates the contexts of operations from the parts of the domains. */
export const contexts = (deps: Pick<GatewayPorts, 'slices' | 'nodes'>): ContextFactory =>
  contextFactory({ slices: deps.slices, node: nodeLoading(deps.nodes) });

/** @returns a function that rejects (or throws) with UNAUTHENTICATED for an invalid token, INVALID_PARAMETER for an invalid Host */
export function contextOfRequest(
  deps: Pick<GatewayPorts, 'settings' | 'authenticate'> & { readonly makeContext: ContextFactory },
  /** `reasons` of the new context. */
  { reasons }: Pick<Exchange, 'reasons'> = {},
): ContextOfRequest {
  const { publicUrl } = deps.settings;
  const context = (exchange: Exchange) => deps.makeContext(reasons ? { ...exchange, reasons } : exchange);
  return (request, reply, options) => {
    const origin = originOf(request);
    const baseUrl = baseUrlOf(publicUrl, request.sender);
    const response = reply.raw;
    const caller = options?.anonymous ? null : authenticated(request.headers, origin, deps.authenticate);
    return caller
      ? caller.then((known) => context({ caller: known, origin, baseUrl, response }))
      : context({ caller: null, origin, baseUrl, response });
  };
}
