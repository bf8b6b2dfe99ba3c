import type { FastifyInstance } from 'fastify';
import { workOfRequest } from '../../../src/gateway/http/request-work.js';
import type { Database } from '../../../src/platform/database/database.js';
import { followWork, Work, within } from '../../../src/platform/work/work.js';

// Before any database is opened: its client is another one where calls are followed.
followWork();

/**
 * Hears the statements of what a test asks for. A statement of anybody else is none of them, whenever it comes: of jobs, hints, the relay of events, records that
 * are written later.
 */
export class OwnStatements {
  readonly #own = new WeakSet<Work>();

  constructor(private readonly database: Database) {}

  /** Requests to this server, which does not listen yet, are the test's own. */
  requestsTo(app: FastifyInstance): void {
    app.addHook('onRequest', (request, _reply, done) => {
      const work = workOfRequest(request);
      if (work) this.#own.add(work);
      done();
    });
  }

  /** What the work sends, and what the requests send that arrive meanwhile, in the order in which statements ended. */
  async during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly statements: readonly string[] }> {
    const statements: string[] = [];
    const stop = this.database.onStatement(({ sql, work: owner }) => {
      if (this.#isOwn(owner)) statements.push(sql);
    });
    const own = new Work();
    this.#own.add(own);
    try {
      return { result: await within(own, work), statements };
    } finally {
      stop();
    }
  }

  #isOwn(work: Work | undefined): boolean {
    return work !== undefined && (this.#own.has(work) || this.#isOwn(work.countedFor));
  }
}
