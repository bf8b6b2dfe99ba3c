import type { OutgoingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { errorDocument, listDocument, oneDocument, unpagedDocument } from './documents.js';
import { exchange } from './exchange.js';
import type { Answer } from './exchange.js';

const mediaType = 'application/vnd.api+json';
const graphqlAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

/** An answer of the REST interface. */
export class Reply {
  constructor(
    readonly asked: string,
    private readonly answer: Answer,
  ) {}

  get status() {
    return this.answer.status;
  }

  get headers() {
    return this.answer.headers;
  }

  get text() {
    return this.answer.text;
  }

  get json(): unknown {
    const json: unknown = JSON.parse(this.answer.text);
    return json;
  }

  /** @throws Error that shows the answer when its status is another */
  expect(status: number): this {
    if (this.status !== status) throw new Error(`${this.asked}: ${this.status} instead of ${status}: ${this.text}`);
    return this;
  }

  get document() {
    return oneDocument.parse(this.json);
  }

  get one() {
    return this.document.data;
  }

  get list() {
    return listDocument.parse(this.json);
  }

  get many() {
    return unpagedDocument.parse(this.json).data;
  }

  get errors() {
    return errorDocument.parse(this.json).errors;
  }

  /** Status, title and detail of a refusal, to compare in one go. */
  get refusal() {
    const [first] = this.errors;
    return { status: this.status, title: first?.title, detail: first?.detail };
  }
}

/** A client of the server's interfaces, for one token. */
export class Api {
  constructor(
    readonly base: string,
    readonly token: string | null,
    private readonly ca?: string,
  ) {}

  as(token: string | null): Api {
    return new Api(this.base, token, this.ca);
  }

  /**
   * @param path below `/api/v2`, or absolute (`https://…`)
   * @param body a text or bytes as they are, anything else as JSON
   */
  async send(method: string, path: string, body?: unknown, headers: OutgoingHttpHeaders = {}): Promise<Reply> {
    const url = /^https?:/.test(path) ? path : `${this.base}/api/v2${path}`;
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await exchange(url, {
      method,
      headers: {
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': mediaType }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
      ...(this.ca !== undefined && { ca: this.ca }),
    });
    return new Reply(`${method} ${path}`, answer);
  }

  get(path: string, headers?: OutgoingHttpHeaders): Promise<Reply> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers?: OutgoingHttpHeaders): Promise<Reply> {
    return this.send('POST', path, body, headers);
  }

  patch(path: string, body?: unknown): Promise<Reply> {
    return this.send('PATCH', path, body);
  }

  delete(path: string, body?: unknown): Promise<Reply> {
    return this.send('DELETE', path, body);
  }

  /** What a GraphQL operation answers, read with `shape`. @throws Error for `errors[]` and for problems of a mutation */
  async graphql<T>(shape: z.ZodType<T>, query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> {
    const { data, errors } = await this.graphqlAnswer(query, variables);
    const problems = Object.values(data ?? {}).flatMap(
      (payload) => payloadProblems.safeParse(payload).data?.problems ?? [],
    );
    if (errors || problems.length > 0) throw new Error(`${query}: ${JSON.stringify(errors ?? problems)}`);
    return shape.parse(data);
  }

  /** The whole answer, errors included. */
  async graphqlAnswer(query: string, variables: Readonly<Record<string, unknown>> = {}) {
    const reply = await this.send(
      'POST',
      `${this.base}/graphql`,
      { query, variables },
      { 'content-type': 'application/json' },
    );
    return graphqlAnswer.parse(reply.json);
  }
}

const payloadProblems = z.object({ problems: z.array(z.unknown()) });
