import type { ServerResponse } from 'node:http';
import { constants } from 'node:http2';
import type { Http2ServerResponse, Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectGarbage } from '../../platform/garbage.js';
import { textHeldBy } from '../../platform/graphql/raw-json.js';
import type { Log } from '../../platform/log/log.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import { networkOf } from '../../platform/networks.js';
import { octetsSent } from './stopped-callers.js';

/** Where this many times as much waits, whoever has most of it is cut off, however fast its client reads. */
const farOver = 4;

/** Milliseconds between two looks at who reads. */
const lookEvery = 500;
/** Looks without progress after which a connection is slow. They are counted, and not the time: while this process is held up, nobody can take anything. */
const patience = 2;
/** Octets that a reader takes between two looks: at least so many, and enough for everything that waits for it to be taken in so many looks. */
const leastOctets = 32 * 1024;
const mostLooks = 600;

/** What an answer takes that waits, beside its octets: a stream of HTTP/2 and the objects around it took 30 kB (Node 20). */
const aroundAnswer = 32 * 1024;
/** What an answer keeps at hand that is made while it is read: four frames of a download, and the pieces that they are made of. */
const aroundStream = 2560 * 1024;
/** What each character of a text takes that is sent in pieces: itself, what it was made of, and the pieces. 435 kB took 1 MB. */
const aroundText = 2;

/** Octets of what was cut off after which garbage is collected: V8 does not know what hangs on a few objects, and waits until there are many. */
const mostGarbage = 32 * 1024 * 1024;

/** Milliseconds between two log lines. */
const saidEvery = 60_000;

type Response = ServerResponse | Http2ServerResponse;

declare module 'fastify' {
  interface FastifyRequest {
    /** Of {@link UnreadAnswers}: a map beside the requests costs the collection of garbage twice as much. */
    unreadAnswer: Answer | null;
  }
}

interface Answer {
  readonly connection: Connection;
  readonly request: FastifyRequest;
  readonly response: Response;
  /** Octets that are held for it beside what was written, as long as that waits. */
  held: number;
  /** That wait for its reader. */
  octets: number;
}

interface Connection {
  readonly socket: Socket;
  readonly answers: Set<Answer>;
  sent: number;
  /** Looks without progress. */
  slow: number;
}

/**
 * Limits the memory of answers that nobody reads: callers may ask for much and take nothing, for the minutes that they are given. Beyond the limit, answers of slow
 * connections are cut off, first those of the client that has most. A slow reader is left alone as long as there is room, and one that reads is no slow one.
 */
export class UnreadAnswers {
  readonly #connections = new WeakMap<Http2Session | Socket, Connection>();
  /** The connections that have answers. */
  readonly #owing = new Set<Connection>();
  readonly #cut;
  #octets = 0;
  /** Of what was cut off, and may still be in memory. */
  #garbage = 0;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: { readonly log: Log; readonly metrics: Metrics; readonly most: number }) {
    const { metrics } = deps;
    this.#cut = metrics.counter('trustate_answers_cut_off_total', 'Answers cut off because nobody read them.', []);
    metrics.gauge(
      'trustate_unread_answer_bytes',
      'Octets of answers that wait for readers.',
      'process',
      () => this.#octets,
    );
  }

  watch(app: FastifyInstance): void {
    const looks = setInterval(() => {
      this.look();
    }, lookEvery).unref();
    app.addHook('onClose', (_app, done) => {
      clearInterval(looks);
      done();
    });
    app.decorateRequest('unreadAnswer', null);
    app.addHook('onRequest', (request, reply, done) => {
      this.#begin(request, reply.raw);
      done();
    });
    app.addHook('onResponse', (request, _reply, done) => {
      if (request.unreadAnswer) this.#forget(request.unreadAnswer);
      done();
    });
    app.addHook('onSend', (request, _reply, payload, done) => {
      this.#handOver(request, payload);
      done(null, payload);
    });
  }

  /** Whoever has taken next to nothing since the last look is slow. */
  look(): void {
    for (const connection of this.#owing) {
      const before = connection.sent;
      connection.sent = sentOn(connection.socket);
      let waiting = 0;
      for (const answer of connection.answers) {
        // Of some that are given up nobody is told.
        if (isOver(answer.response)) this.#forget(answer);
        else this.#count(answer, octetsOf(answer));
        waiting += answer.octets;
      }
      const enough = Math.max(leastOctets, waiting / mostLooks);
      connection.slow = waiting === 0 || connection.sent - before >= enough ? 0 : connection.slow + 1;
    }
    if (this.#garbage > mostGarbage) {
      this.#garbage = 0;
      collectGarbage();
    }
    this.#relieve();
  }

  #begin(request: FastifyRequest, response: Response): void {
    // An answer of HTTP/1.1 has no socket while it waits for those before it.
    const key = 'stream' in response ? response.stream.session : request.raw.socket;
    if (!key || key.destroyed) return;
    const connection = this.#connections.get(key) ?? this.#connect(key, request);
    const answer: Answer = { connection, request, response, held: aroundAnswer, octets: 0 };
    connection.answers.add(answer);
    this.#owing.add(connection);
    request.unreadAnswer = answer;
  }

  #connect(key: Http2Session | Socket, { raw: { socket } }: FastifyRequest): Connection {
    const connection: Connection = { socket, answers: new Set(), sent: 0, slow: 0 };
    this.#connections.set(key, connection);
    // Those that waited for others never close.
    key.once('close', () => {
      for (const answer of connection.answers) this.#forget(answer);
    });
    return connection;
  }

  #forget(answer: Answer): void {
    const { connection } = answer;
    this.#count(answer, 0);
    answer.request.unreadAnswer = null;
    connection.answers.delete(answer);
    if (connection.answers.size > 0) return;
    this.#owing.delete(connection);
    connection.slow = 0;
  }

  #handOver(request: FastifyRequest, payload: unknown): void {
    const answer = request.unreadAnswer;
    // Its client may have left while it was made.
    if (answer === null) return;
    answer.held = heldFor(payload, answer.response);
    if (!(payload instanceof Readable)) this.#count(answer, answer.held);
    if (this.#octets > this.deps.most * farOver) this.#relieve();
  }

  #count(answer: Answer, octets: number): void {
    this.#octets += octets - answer.octets;
    answer.octets = octets;
  }

  #relieve(): void {
    const { most } = this.deps;
    if (this.#octets <= most) return;
    const far = this.#octets > most * farOver;
    const waiting = Array.from(this.#owing, (connection) => waitingOn(connection));
    const ofClients = new Map<string, number>();
    for (const { client, octets } of waiting) ofClients.set(client, (ofClients.get(client) ?? 0) + octets);
    const ofClient = (client: string) => ofClients.get(client) ?? 0;
    const slow = waiting
      .filter(({ connection, octets }) => octets > 0 && (far || connection.slow >= patience))
      .sort((a, b) => ofClient(b.client) - ofClient(a.client) || b.octets - a.octets);
    for (const { connection, client } of slow) {
      this.#say(client);
      for (const answer of connection.answers) {
        if (this.#octets <= most) return;
        if (answer.octets > 0) this.#cutOff(answer);
      }
    }
  }

  #cutOff(answer: Answer): void {
    const { response, connection } = answer;
    this.#cut.inc();
    if ('stream' in response) {
      this.#drop(answer);
      response.stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    } else {
      // All answers of HTTP/1.1 end together.
      for (const each of connection.answers) this.#drop(each);
      connection.socket.destroy();
    }
  }

  #drop(answer: Answer): void {
    this.#garbage += answer.octets;
    this.#count(answer, 0);
  }

  #say(client: string): void {
    const now = performance.now();
    if (now - this.#saidAt < saidEvery) return;
    this.#saidAt = now;
    this.deps.log.warn(
      { client, octets: this.#octets },
      'too much waits for those who do not read it: some answers were cut off',
    );
  }
}

const isOver = (response: Response): boolean =>
  'stream' in response ? response.stream.closed : response.writableFinished || response.destroyed;

/** @returns 0 if nothing waits for its reader */
function octetsOf({ response, held }: Answer): number {
  const written = 'stream' in response ? response.stream.writableLength : response.writableLength;
  return written === 0 ? 0 : written + held;
}

function heldFor(payload: unknown, response: Response): number {
  if (payload instanceof Readable) {
    const text = textHeldBy(payload);
    return text === undefined ? aroundStream : aroundAnswer + text * aroundText;
  }
  const whole = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
  // Fastify writes it to HTTP/2 in pieces, and keeps it as text and as octets until the last.
  return aroundAnswer + whole * ('stream' in response ? aroundText : 1);
}

/** The connection of a session of HTTP/2 that has ended can no longer be asked. */
function sentOn(socket: Socket): number {
  try {
    return octetsSent(socket);
  } catch {
    return 0;
  }
}

function waitingOn(connection: Connection) {
  const [first] = connection.answers;
  let octets = 0;
  for (const answer of connection.answers) octets += answer.octets;
  return { connection, octets, client: networkOf(first?.request.sender.address ?? '') };
}
