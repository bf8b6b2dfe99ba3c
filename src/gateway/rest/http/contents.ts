import type { Caller } from '../../../identity/caller.js';
import type { ReadObject } from '../../../platform/objects/sealed-objects.js';

/** A workspace by the two parts of its path. */
export interface StatePlace {
  readonly organization: string;
  readonly name: string;
}

/** Bytes of a state on their way in. */
export interface SentContent {
  readonly content: AsyncIterable<Uint8Array>;
  /** The client's id of its lock; `null` without one. */
  readonly lockId: string | null;
  /** In hex; `null` if the client does not say it. */
  readonly md5: string | null;
  readonly announcedBytes: number;
}

/** The contents of workspaces, which no operation carries: they are streamed. */
export interface StateContents {
  /** `null` before the first state. @throws NOT_FOUND, CONTENT_UNAVAILABLE */
  current(
    caller: Caller,
    place: StatePlace,
  ): Promise<{
    readonly version: { readonly md5: string };
    readonly size: number;
    open(): Promise<ReadObject | Buffer>;
  } | null>;
  /** Finds where a state is written, before anything is read of it. @throws NOT_FOUND, TOKEN_KIND_REFUSED */
  writable(
    caller: Caller,
    place: StatePlace,
  ): Promise<{ write(sent: SentContent): Promise<{ readonly id: string; readonly serial: bigint }> }>;
}
