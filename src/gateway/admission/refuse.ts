import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemError } from '../../platform/problems.js';

/** Refuses a request before a route sees it, in the words of that route. */
export type Refuse = (request: FastifyRequest, reply: FastifyReply, error: ProblemError) => FastifyReply;
