import { existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { projectFolder } from '../../platform/project-folder.js';

/** The folder of the built playground. It is moved there whole, and may come while the server runs. */
const builtFolder = fileURLToPath(new URL('dist/playground/', projectFolder));
const index = 'index.html';

export const playgroundIsBuilt = (): boolean => existsSync(`${builtFolder}${index}`);

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

/** Seconds after which a browser asks again for a page that is not there yet. */
const again = 3;

const notYet = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${again}">
<title>Trustate</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
</style>
</head>
<body>
<h1>The playground is being built</h1>
<p>The server works; the API is at <code>/graphql</code>. After a first start, <code>npm start</code> builds the playground beside it, which takes a minute or
less. This page looks again every few seconds.</p>
<p>If nothing comes, the output of <code>npm start</code> says why. <code>npm run build</code> builds it too.</p>
</body>
</html>
`;

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
export async function mountPlayground(app: FastifyInstance, folder = builtFolder): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    // It may come later.
    suppressWarning: true,
    prefix: '/playground/',
    index: false,
    immutable: true,
    maxAge: '1y',
    // The build wrote compressed files next to each file: nothing is compressed while a request waits.
    preCompressed: true,
    // A worker follows the policy of its own file.
    setHeaders: (reply) => void reply.header('content-security-policy', contentSecurityPolicy),
  });
  app.get('/', async (request, reply) => {
    void reply.header('vary', 'accept');
    if (!wantsPage(request)) {
      return reply.send({ graphql: '/graphql', state: '/api/v2', certificates: '/v1', health: '/healthz' });
    }
    void reply.headers(pageHeaders);
    try {
      await access(`${folder}${index}`);
    } catch {
      return reply
        .code(503)
        .headers({ 'cache-control': 'no-store', 'retry-after': String(again) })
        .type('text/html; charset=utf-8')
        .send(notYet);
    }
    return reply.sendFile(index, { cacheControl: false });
  });
}
