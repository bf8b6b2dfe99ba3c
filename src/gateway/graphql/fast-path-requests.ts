import type { FastifyRequest } from 'fastify';
import { responseMediaType } from './http-answers.js';
import type { HttpOperation } from './http-answers.js';
import { isRecord } from '../../platform/is-record.js';

/** A request without anything to decide: what nearly every client sends. */
export interface FastPathRequest extends HttpOperation {
  readonly source: string;
  /** Content type of the response. */
  readonly contentType: string;
}

const json = 'application/json; charset=utf-8';
const response = `${responseMediaType}; charset=utf-8`;

/** `Accept` headers with a known response type: those of browsers, libraries, the playground and our client. */
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

/** Browsers send it to other sites only after a preflight, so no other protection is needed. */
const bodyTypes = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
  'application/json;charset=UTF-8',
]);

/**
 * Reads a request that can go directly to the executor. Anything unusual (another method, a document named by its hash, a member of another type, rare headers)
 * is `null`, and Apollo decides. Apollo would run all others without changes.
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
