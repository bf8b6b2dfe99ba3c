import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log/log.js';
import type { AuthorityReader } from '../../pki/issuers/authority.js';
import type { OcspResponder } from '../../pki/ocsp/responder.js';
import type { PublicDocuments } from '../../pki/revocation/public-documents.js';
import { saysNoMount } from '../../platform/problems.js';
import { problemsOf } from '../graphql/problems.js';
import { vault } from '../rest/vault/dialect.js';
import { sendProblems } from '../rest/refused.js';

export interface PkiRawDeps {
  readonly authorities: AuthorityReader;
  readonly documents: PublicDocuments;
  readonly ocsp: OcspResponder;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Problems are JSON here too: there is no other form.
 * @throws MOUNT_NOT_FOUND below a mount: whoever found that by its path tells what it means
 */
export async function answeringBelowMount(
  deps: Pick<PkiRawDeps, 'log'>,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (saysNoMount(error)) throw error;
    return refuse(deps, error, request, reply);
  }
}

/** The same where nobody else tells of a mount. */
export const answering: typeof answeringBelowMount = (deps, request, reply, work) =>
  answeringBelowMount(deps, request, reply, work).catch((error: unknown) => refuse(deps, error, request, reply));

const refuse = (
  { log }: Pick<PkiRawDeps, 'log'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => sendProblems(reply, vault, problemsOf(error, log, request.id), request);
