import type { FastifyRequest } from 'fastify';
import { responseMediaType } from './http-answers.js';
import type { HttpOperation } from './http-answers.js';
import { isRecord } from '../../platform/is-record.js';

/** A request that nothing is left to decide about: what nearly every client sends. */
export interface FastPathRequest extends HttpOperation {
  readonly source: string;
  /** Of the answer. */
  readonly contentType: string;
}

const json = 'application/json; charset=utf-8';
const response = `${responseMediaType}; charset=utf-8`;

/** What clients accept, where the answer's type is known without weighing it: what browsers, libraries, the playground and our client send. */
const answerTypes: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, json],
  ['*/*', json],
  ['application/json', json],
  ['application/json, */*', json],
  ['application/json, text/plain, */*', json],
  ['application/json, multipart/mixed', json],
  [responseMediaType, response],
  [`${responseMediaType}, application/json`, response],
  [`${responseMediaType},application/json;q=0.9`, response],
  [`${responseMediaType}, application/json;q=0.9`, response],
]);

/** As a browser sends it across sites only after asking: so it needs no other sign that it was meant. */
const bodyTypes = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
  'application/json;charset=UTF-8',
]);

/**
 * Reads a request that can go straight to the executor. Everything with a doubt in it (another method, a document named by its hash, a member of
 * another type, rarer headers) is `null`, for Apollo to judge; what is not `null` Apollo would have run as it stands.
 */
export function fastPathRequest({ method, headers, body }: FastifyRequest): FastPathRequest | null {
  if (method !== 'POST' || !bodyTypes.has(headers['content-type'] ?? '')) return null;
  const contentType = answerTypes.get(headers.accept);
  if (contentType === undefined || !isRecord(body)) return null;
  const { query: source, operationName, variables, extensions } = body;
  if (typeof source !== 'string' || source === '') return null;
  if (!isAbsent(operationName) && typeof operationName !== 'string') return null;
  if (!isAbsent(variables) && !isRecord(variables)) return null;
  if (!isAbsent(extensions)) return null;
  return {
    source,
    operationName: operationName ?? undefined,
    variables: variables ?? {},
    contentType,
    readsStatus: contentType === response,
  };
}

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;
