import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../platform/problems.js';

/** The methods of `/graphql`; the check of origins answers a browser's OPTIONS. */
const understood = ['GET', 'POST'];

/** Refuses methods that would write elsewhere. The body is not read: no content type makes such a request valid. */
export function refuseOtherMethods(scope: FastifyInstance, url: string): void {
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
    const [{ code }] = problem('UNSUPPORTED_OPERATION').problems;
    const message = `Send ${understood.join(' or ')}`;
    return reply
      .code(405)
      .header('allow', understood.join(', '))
      .send({ errors: [{ message, extensions: { code } }] });
  };
  scope.route({ method: ['PUT', 'PATCH', 'DELETE'], url, onRequest: refuse, handler: refuse });
}
