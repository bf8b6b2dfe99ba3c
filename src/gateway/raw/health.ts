import type { FastifyInstance } from 'fastify';
import type { GatewayDeps, ReadyCheck } from '../deps.js';

/** Milliseconds that a check may take: balancers wait for few seconds. */
const patience = 2_000;

/**
 * `/healthz`: the process answers. `/readyz`: what it needs answers too; what it can do without for a while makes it `degraded`, and it stays among those
 * that a balancer asks.
 */
export function mountHealth(app: FastifyInstance, { ready, log }: Pick<GatewayDeps, 'ready' | 'log'>) {
  const probes = ready.map((check) => new Probe(check));
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const answers = await Promise.all(probes.map((probe) => probe.answer()));
    for (const { name, error } of answers) if (error !== null) log.warn({ err: error, check: name }, 'not ready');
    const failed = answers.filter(({ error }) => error !== null);
    const out = failed.some(({ essential }) => essential);
    return reply.code(out ? 503 : 200).send({
      status: out ? 'not ready' : failed.length > 0 ? 'degraded' : 'ready',
      // The reason is in the log: this page is for anybody.
      checks: Object.fromEntries(answers.map(({ name, error }) => [name, error === null ? 'ok' : 'failed'])),
    });
  });
}

interface Answer {
  readonly name: string;
  readonly essential: boolean;
  /** `null` where all is well. */
  readonly error: unknown;
}

/** One check, asked by several at a time once: one that hangs is not begun again by everybody who asks. */
class Probe {
  #running: Promise<unknown> | null = null;

  constructor(private readonly check: ReadyCheck) {}

  async answer(): Promise<Answer> {
    const { name, essential = false } = this.check;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`no answer within ${patience / 1000} s`));
      }, patience);
    });
    try {
      await Promise.race([this.#run(), late]);
      return { name, essential, error: null };
    } catch (error) {
      return { name, essential, error: error ?? new Error('failed') };
    } finally {
      clearTimeout(timer);
    }
  }

  #run(): Promise<unknown> {
    this.#running ??= this.check.check().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }
}
