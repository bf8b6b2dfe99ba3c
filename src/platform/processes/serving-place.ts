import type { Measured } from '../metrics/metrics.js';
import { noSiblings } from './siblings.js';
import type { Siblings } from './siblings.js';

/** What a process knows of the server that it serves for, beside its settings. */
export interface ServingPlace {
  readonly siblings: Siblings;
  /** No other process serves: this one does what a start does once. */
  readonly first: boolean;
  /** The ids of the processes that had this place since one served, and that ended without closing. */
  readonly predecessors: readonly number[];
  /** What the names of this process among the servers of a database begin with. */
  readonly run: string;
  /** The same of processes of this server that ended without closing: nobody waits for an answer of theirs. It grows until this one serves. */
  readonly ended: readonly string[];
  /** Shared keys of TLS session tickets; `null` to have its own. */
  readonly ticketKeys: Buffer | null;
  /** What this process has of threads that all processes of the server share out: one at least. */
  share(threads: number): number;
  /** Runs work while no sibling runs work of the same name. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Says how to measure this process, whenever one is asked for the metrics of all; the database only where this one is asked to. */
  measuredBy(measure: (database: boolean) => Promise<Measured>): void;
  /** The document of `/metrics` for all processes; `null` where there is no other. */
  readonly metricsOfAll: (() => Promise<string>) | null;
  /** Rejects while fewer processes serve than should, and that does not change by itself. */
  checkSiblings(): Promise<void>;
}

/** A server of one process. */
export const onlyProcess: ServingPlace = {
  siblings: noSiblings,
  first: true,
  predecessors: [],
  run: '',
  ended: [],
  ticketKeys: null,
  share: (threads) => threads,
  alone: (_name, work) => work(),
  measuredBy: () => undefined,
  metricsOfAll: null,
  checkSiblings: () => Promise.resolve(),
};
