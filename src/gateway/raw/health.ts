import type { FastifyInstance } from 'fastify';
import type { GatewayDeps, ReadyCheck } from '../deps.js';

/** Milliseconds that a check may take. */
const patience = 5_000;

/** `/healthz`: the process answers. `/readyz`: what it needs answers too. */
export function mountHealth(app: FastifyInstance, { ready, log }: Pick<GatewayDeps, 'ready' | 'log'>) {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const answers = await Promise.all(ready.map((check) => answer(check)));
    for (const { name, error } of answers) if (error !== null) log.warn({ err: error, check: name }, 'not ready');
    const broken = answers.some(({ error }) => error !== null);
    return reply.code(broken ? 503 : 200).send({
      status: broken ? 'not ready' : 'ready',
      // The reason is in the log: this page is for anybody.
      checks: Object.fromEntries(answers.map(({ name, error }) => [name, error === null ? 'ok' : 'failed'])),
    });
  });
}

async function answer({ name, check }: ReadyCheck): Promise<{ name: string; error: unknown }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${patience / 1000} s`));
    }, patience);
  });
  try {
    await Promise.race([check(), late]);
    return { name, error: null };
  } catch (error) {
    return { name, error: error ?? new Error('failed') };
  } finally {
    clearTimeout(timer);
  }
}
