import { z } from 'zod';
import { metric } from '../metrics/metric.js';
import { topics } from './siblings.js';

/** Where a server listens, and what to trust: what it tells its operator. */
const welcome = z.object({
  http: z.string().nullable(),
  https: z.string().nullable(),
  caFile: z.string(),
  rootTokenFile: z.string().nullable(),
  newRootToken: z.string().nullable(),
  organization: z.string(),
  playground: z.boolean(),
});

const topic = z.enum(topics);

/** What the supervising process tells a serving one. */
export const toServing = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('begin'),
    /** From 1. A process has the place of the one that it replaces. */
    place: z.number(),
    of: z.number(),
    /** No other process serves: this one does what a start does once. */
    first: z.boolean(),
    /** The processes that had this place before, since one served, and that ended without closing. */
    predecessors: z.array(z.number()),
    /** What this process is called as a server of a database, and what those of any place were called that ended without closing. */
    run: z.string(),
    ended: z.array(z.string()),
    /** With them, each process continues the TLS sessions of all: in base64. */
    ticketKeys: z.string(),
  }),
  z.object({ is: z.literal('told'), from: z.number(), topic, message: z.unknown() }),
  /** To one that does not serve yet: a process ended without closing, which was called so. */
  z.object({ is: z.literal('ended'), run: z.string() }),
  z.object({ is: z.literal('joined') }),
  z.object({ is: z.literal('gone'), place: z.number() }),
  /** How many places are left empty for good. */
  z.object({ is: z.literal('given up'), places: z.number() }),
  z.object({ is: z.literal('turn'), name: z.string() }),
  z.object({ is: z.literal('measure'), id: z.number() }),
  z.object({ is: z.literal('metrics'), id: z.number(), text: z.string() }),
  /** It asks whether this process still does something: `alive` is the answer. */
  z.object({ is: z.literal('there') }),
  z.object({ is: z.literal('stop') }),
]);

export type ToServing = z.output<typeof toServing>;

/** What a serving process tells the supervising one. */
export const toSupervisor = z.discriminatedUnion('is', [
  /** It listens, and waits for `begin`. */
  z.object({ is: z.literal('here') }),
  z.object({ is: z.literal('ready'), welcome }),
  z.object({ is: z.literal('alive') }),
  z.object({ is: z.literal('tell'), topic, message: z.unknown() }),
  /** To be the only one that does the named thing, until it says that it is done. */
  z.object({ is: z.literal('turn'), name: z.string() }),
  z.object({ is: z.literal('turn done'), name: z.string() }),
  z.object({ is: z.literal('measured'), id: z.number(), metrics: z.array(metric) }),
  /** Asks for the metrics of all. It says its own, and what it has read of the database for all. */
  z.object({
    is: z.literal('metrics'),
    id: z.number(),
    process: z.array(metric),
    database: z.array(metric),
    databaseAgeMs: z.number(),
  }),
]);

export type ToSupervisor = z.output<typeof toSupervisor>;
