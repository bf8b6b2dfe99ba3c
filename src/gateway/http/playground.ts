import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { projectFolder } from '../../platform/project-folder.js';

/** The folder of the built playground. */
const folder = fileURLToPath(new URL('dist/playground/', projectFolder));

/**
 * Only this server: no other host for scripts, styles, fonts or requests. The editor sets styles while it runs, and its workers begin as blobs in some
 * browsers.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-cache',
};

const noPage = 'The playground was not built: npm run build. The API is at /graphql.\n';

/** Whether a browser asks for a page: programs ask for JSON, an event stream, or anything. */
const wantsPage = ({ headers: { accept } }: FastifyRequest): boolean => accept?.includes('text/html') === true;

/** Whether there is an operation, by its text or its hash. */
const asks = (parameters: unknown): boolean =>
  typeof parameters === 'object' && parameters !== null && ('query' in parameters || 'extensions' in parameters);

/** Redirects a browser that opens `/graphql` to the playground; an address with an operation is answered. */
export function sendToPlayground(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  if (request.method !== 'GET' || asks(request.query) || !wantsPage(request)) next();
  else void reply.header('vary', 'accept').header('cache-control', 'no-store').redirect('/', 303);
}

/** `/`: the playground for browsers, and a short text for all others. Its files are below `/playground/`, with names that change with their content. */
export async function mountPlayground(app: FastifyInstance): Promise<void> {
  const built = existsSync(`${folder}assets`);
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      prefix: '/playground/',
      index: false,
      immutable: true,
      maxAge: '1y',
      // The build wrote compressed files next to each file: nothing is compressed while a request waits.
      preCompressed: true,
      // A worker follows the policy of its own file.
      setHeaders: (reply) => void reply.header('content-security-policy', contentSecurityPolicy),
    });
  }
  app.get('/', (request, reply) => {
    void reply.header('vary', 'accept');
    if (!wantsPage(request)) {
      return reply.send({ graphql: '/graphql', state: '/api/v2', certificates: '/v1', health: '/healthz' });
    }
    void reply.headers(pageHeaders);
    if (!built) return reply.type('text/plain; charset=utf-8').send(noPage);
    return reply.sendFile('index.html', { cacheControl: false });
  });
}
