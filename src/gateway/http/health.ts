import type { FastifyInstance } from 'fastify';
import type { Log } from '../../platform/log/log.js';
import type { ReadyCheck } from '../ports.js';
import type { GatewayPorts } from '../ports.js';

/** Milliseconds for a check: balancers only wait a few seconds. */
const timeoutMs = 2_000;

/** `/healthz`: the process answers. `/readyz`: what it needs answers too. Without an inessential part the server is `degraded`, and balancers still use it. */
export function mountHealth(app: FastifyInstance, { ready, log }: Pick<GatewayPorts, 'ready' | 'log'>) {
  const probes = ready.map((check) => new Probe(check, log));
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const answers = await Promise.all(probes.map((probe) => probe.answer()));
    const wrong = answers.filter(({ failed }) => failed);
    const out = wrong.some(({ essential }) => essential);
    return reply.code(out ? 503 : 200).send({
      status: out ? 'not ready' : wrong.length > 0 ? 'degraded' : 'ready',
      // The log has the reason; this page is public.
      checks: Object.fromEntries(answers.map(({ name, failed }) => [name, failed ? 'failed' : 'ok'])),
    });
  });
}

interface Answer {
  readonly name: string;
  readonly essential: boolean;
  readonly failed: boolean;
}

/** One check, run once for concurrent callers: a check that hangs is not started again by each of them. */
class Probe {
  #running: Promise<unknown> | null = null;
  #failed = false;

  constructor(
    private readonly check: ReadyCheck,
    private readonly log: Log,
  ) {}

  async answer(): Promise<Answer> {
    const { name, essential = false } = this.check;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`no answer within ${timeoutMs / 1000} s`));
      }, timeoutMs);
    });
    try {
      await Promise.race([this.#run(), late]);
      this.#turned(null);
      return { name, essential, failed: false };
    } catch (error) {
      this.#turned(error ?? new Error('failed'));
      return { name, essential, failed: true };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Anybody may ask at any rate: only changes are logged, with the reason. */
  #turned(error: unknown): void {
    const failed = error !== null;
    if (failed === this.#failed) return;
    this.#failed = failed;
    const { name } = this.check;
    if (failed) this.log.warn({ err: error, check: name }, 'not ready');
    else this.log.info({ check: name }, 'ready again');
  }

  #run(): Promise<unknown> {
    this.#running ??= this.check.check().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }
}
