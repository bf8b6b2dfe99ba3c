import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { jsonText } from '../../platform/graphql/raw-json.js';
import type { SplicedJson } from '../../platform/graphql/raw-json.js';

/** Sends a JSON document followed by `end`, in pieces if parts of it are large. */
export function sendJson(reply: FastifyReply, document: object, end = ''): FastifyReply {
  const text = jsonText(document);
  if (typeof text === 'string') return reply.send(text + end);
  return reply.send(streamed(end === '' ? text : text.with(end), reply));
}

function streamed(spliced: SplicedJson, reply: FastifyReply) {
  // Announced, so that clients notice a response that ends early.
  reply.header('content-length', spliced.size);
  return spliced.stream();
}

/**
 * Responses in pieces for Apollo, which only knows texts: such a response has a name until it is sent. The names are random, so that no response of another
 * request is mistaken for one.
 */
export class SplicedAnswers {
  readonly #underway = new Map<string, SplicedJson>();

  /** Replaces Apollo's serialization of a response. */
  textOf(result: object): string {
    const text = jsonText(result);
    if (typeof text === 'string') return `${text}\n`;
    const name = randomUUID();
    this.#underway.set(name, text.with('\n'));
    return name;
  }

  /** The data to send for a payload. */
  payloadOf(payload: unknown, reply: FastifyReply): unknown {
    if (this.#underway.size === 0 || typeof payload !== 'string') return payload;
    const spliced = this.#underway.get(payload);
    if (!spliced) return payload;
    this.#underway.delete(payload);
    return streamed(spliced, reply);
  }
}
