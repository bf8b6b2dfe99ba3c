import type { OutgoingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { exchange } from '../e2e/harness/exchange.js';
import type { Fleet } from './fleet.js';
import type { Ledger } from './ledger.js';
import { pause } from './random.js';
import type { Random } from './random.js';

/** What came of a request: an answer, or nobody knows. `refused` is an answer that says that nothing was done. */
export type Outcome =
  | { readonly kind: 'done'; readonly status: number; readonly json: unknown; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly status: number; readonly said: string }
  | { readonly kind: 'unknown'; readonly said: string };

const graphqlAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ extensions: z.looseObject({ code: z.string() }) })).optional(),
});
const payload = z.looseObject({ problems: z.array(z.looseObject({ code: z.string() })) });

/** Codes that stand for an answer from 500 on, or for one that comes too late. */
const unsure = /UNAVAILABLE|INTERNAL|TIMEOUT|DEADLINE|LIMIT_EXCEEDED|STORAGE|DATABASE/;
/** How long a read may not come through. */
const timeoutMs = 120_000;

/** Calls of one worker, each to any of the servers. */
export class Client {
  constructor(
    private readonly fleet: Fleet,
    private readonly ledger: Ledger,
    private readonly random: Random,
    private readonly token = fleet.token,
  ) {}

  as(token: string): Client {
    return new Client(this.fleet, this.ledger, this.random, token);
  }

  /** @param path absolute, or below the address of a server: `/api/v2/…`, `/v1/…` */
  async send(method: string, path: string, body?: unknown, headers: OutgoingHttpHeaders = {}): Promise<Outcome> {
    // An URL of an earlier answer names the server that gave it: any will do.
    const below = path.replace(/^https?:\/\/[^/]+/, '');
    const type = below.startsWith('/api/') ? 'application/vnd.api+json' : 'application/json';
    const raw = body instanceof Uint8Array;
    const began = Date.now();
    try {
      const { status, text, bytes } = await exchange(`${this.random.pick(this.fleet.nodes).http}${below}`, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(body !== undefined && { 'content-type': raw ? 'application/octet-stream' : type }),
          ...headers,
        },
        ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
      });
      if (status >= 500 || status === 429) return this.#unsure(`${status} ${text}`);
      if (status >= 400) return { kind: 'refused', status, said: `${method} ${below}: ${status} ${text}` };
      const json: unknown = /^\s*[{[]/.test(text) ? JSON.parse(text) : null;
      return { kind: 'done', status, json, bytes };
    } catch (error) {
      return { kind: 'unknown', said: String(error) };
    } finally {
      const took = Date.now() - began;
      if (took > timeoutMs / 4) this.ledger.failed(`no answer for ${Math.round(took / 10_000) * 10} s`);
    }
  }

  async graphql(query: string, variables: object): Promise<Outcome> {
    const outcome = await this.send('POST', '/graphql', { query, variables });
    if (outcome.kind !== 'done') return outcome;
    const { data, errors = [] } = graphqlAnswer.parse(outcome.json);
    const problems = Object.values(data ?? {}).flatMap((each) => payload.safeParse(each).data?.problems ?? []);
    const codes = [...errors.map(({ extensions }) => extensions.code), ...problems.map(({ code }) => code)];
    if (codes.some((code) => unsure.test(code))) return this.#unsure(JSON.stringify([...errors, ...problems]));
    if (codes.length > 0) {
      return { kind: 'refused', status: 400, said: `${query}: ${JSON.stringify([...errors, ...problems])}` };
    }
    return { ...outcome, json: data };
  }

  /** Asks until there is an answer. @throws Error when none comes for two minutes, which is longer than any fault lasts */
  async certain(ask: () => Promise<Outcome>): Promise<Exclude<Outcome, { kind: 'unknown' }>> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const outcome = await ask();
      if (outcome.kind !== 'unknown') return outcome;
      if (Date.now() > until) throw new Error(`no answer for two minutes: ${outcome.said}`);
      await pause(100);
    }
  }

  #unsure(said: string): Outcome {
    this.ledger.failed(said.replace(/"?(request_?id|requestId)"?:\s*"[^"]*"/gi, '').slice(0, 200));
    return { kind: 'unknown', said };
  }
}
