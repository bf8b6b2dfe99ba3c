import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { jsonText } from '../../platform/graphql/raw-json.js';
import type { SplicedJson } from '../../platform/graphql/raw-json.js';

/** Sends a JSON document with `end` behind it, in pieces where some of it is large. */
export function sendJson(reply: FastifyReply, document: object, end = ''): FastifyReply {
  const text = jsonText(document);
  if (typeof text === 'string') return reply.send(text + end);
  return reply.send(streamed(end === '' ? text : text.with(end), reply));
}

function streamed(spliced: SplicedJson, reply: FastifyReply) {
  // Announced, so that an answer that ends early is known to be cut.
  reply.header('content-length', spliced.size);
  return spliced.stream();
}

/**
 * Answers of Apollo, which knows them as one text: one in pieces travels under a name of its own until it is sent. The names are random, so no answer
 * of another request is taken for one.
 */
export class SplicedAnswers {
  readonly #underway = new Map<string, SplicedJson>();

  /** In place of Apollo's way to make an answer's text. */
  textOf(result: object): string {
    const text = jsonText(result);
    if (typeof text === 'string') return `${text}\n`;
    const name = randomUUID();
    this.#underway.set(name, text.with('\n'));
    return name;
  }

  /** What is sent for a payload. */
  payloadOf(payload: unknown, reply: FastifyReply): unknown {
    if (this.#underway.size === 0 || typeof payload !== 'string') return payload;
    const spliced = this.#underway.get(payload);
    if (!spliced) return payload;
    this.#underway.delete(payload);
    return streamed(spliced, reply);
  }
}
