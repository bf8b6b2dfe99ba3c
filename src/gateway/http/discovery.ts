import type { FastifyInstance } from 'fastify';

/** `/.well-known/terraform.json`: where a command line finds the services of this host. */
export function mountDiscovery(app: FastifyInstance): void {
  // Bytes, because a text would get a charset.
  const document = Buffer.from(
    JSON.stringify({
      'state.v2': '/api/v2/',
      'tfe.v2': '/api/v2/',
      'tfe.v2.1': '/api/v2/',
      'tfe.v2.2': '/api/v2/',
      // Libraries for the API read it before anything else. There are no modules: every path below is 404.
      'modules.v1': '/api/registry/v1/modules/',
    }),
  );
  app.get('/.well-known/terraform.json', (_request, reply) =>
    reply.header('content-type', 'application/json').send(document),
  );
}
