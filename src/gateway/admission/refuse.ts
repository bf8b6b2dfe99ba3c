import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemError } from '../../platform/problems.js';

/** Refuses a request before its route gets it, in the dialect of that route. */
export type Refuse = (request: FastifyRequest, reply: FastifyReply, error: ProblemError) => FastifyReply;
