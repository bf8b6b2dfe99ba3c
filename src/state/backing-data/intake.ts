import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SqlWrite } from '../../platform/database/database.js';
import { isUndone } from '../../platform/outage.js';
import { problem } from '../../platform/problems.js';
import { ObjectTooLarge } from '../../platform/objects/object-errors.js';
import { newObjectId } from '../../platform/objects/object-id.js';
import type { ObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import type { StateHeader } from '../content/header.js';
import { JsonStateReader } from '../content/json-state.js';
import { objectsOf } from '../inventory/inventory-documents.js';
import type { StoredInventory } from '../inventory/inventory-documents.js';
import type { InventoryReader } from '../inventory/inventory-reader.js';
import type { ReadAhead } from '../inventory/read-ahead.js';
import type { Room } from '../quota/storage.js';
import { HeaderExamination, InventoryExamination, refusal, refuse } from './examination.js';
import type { Examination } from './examination.js';
import { SmallExamination } from './small-examination.js';

/** A raw state that is in the object store but in no row yet. If no row refers to it later, it is swept. */
export interface StoredState {
  readonly objectId: ObjectId;
  /** Of small content, which is stored by the batch that refers to it. */
  readonly rows: readonly SqlWrite[];
  readonly size: number;
  /** Lower-case hex. */
  readonly md5: string;
  readonly header: StateHeader;
  /** What was read during the upload of large content, if possible; otherwise the job reads it. */
  readonly inventory: StoredInventory | null;
  /** What was read of small content, all of it in memory. */
  readonly read: StoredInventory | null;
}

/** JSON state (`terraform show -json`) that is in the object store but in no row yet. */
export interface StoredJsonState {
  readonly objectId: ObjectId;
  /** As of {@link StoredState}. */
  readonly rows: readonly SqlWrite[];
  readonly size: number;
}

/** Options for receiving content. */
export interface Intake {
  readonly signal?: AbortSignal | undefined;
  /** If the space is smaller than the size limit of content. */
  readonly room?: Room | null;
  /** The announced number of bytes: too many are refused before the first byte. */
  readonly announcedBytes?: number | undefined;
}

/** What is shown of the resources of larger content is mostly too large for a row: it would be read here for nothing, and again by its job. */
const smallBytes = 128 * 1024;

/** Where the rows of small content are collected; otherwise they are written at once. */
interface Writing extends Intake {
  readonly rows?: SqlWrite[];
}

/** Receives content: it is streamed into the object store and read on the way, so that its bytes are processed only once. */
export class ContentIntake {
  constructor(
    private readonly deps: {
      objects: Objects;
      maxBytes: number;
      reader: InventoryReader;
      readAhead: Pick<ReadAhead, 'forget'>;
    },
  ) {}

  /** @throws CONTENT_NOT_STATE, CONTENT_TOO_LARGE, the refusal of the quota, the signal's reason */
  state(content: AsyncIterable<Uint8Array>, how: Intake = {}): Promise<StoredState> {
    return this.#state(content, this.#small(how) ?? new HeaderExamination(), { ...how, rows: [] });
  }

  /** The same, with the inventory of large content. @throws CONTENT_NOT_STATE, CONTENT_TOO_LARGE, the refusal of the quota, the signal's reason */
  stateWithInventory(content: AsyncIterable<Uint8Array>, how: Intake = {}): Promise<StoredState> {
    const { objects, reader } = this.deps;
    const { inlineBytes } = reader;
    const small = this.#small(how);
    if (small) return this.#state(content, small, { ...how, rows: [] });
    // What is read by a thread may have to be read again from the store.
    return this.#state(content, new InventoryExamination({ objects, reader, inlineBytes }), how);
  }

  /** For content that is announced, and small. */
  #small({ announcedBytes = 0 }: Intake): SmallExamination | null {
    return announcedBytes > 0 && announcedBytes <= smallBytes ? new SmallExamination(smallBytes) : null;
  }

  async #state(content: AsyncIterable<Uint8Array>, examination: Examination, how: Writing): Promise<StoredState> {
    let written: { objectId: ObjectId; size: number } | undefined;
    try {
      const { objectId, size } = (written = await this.#write(
        passing(content, (chunk) => examination.write(chunk)),
        how,
      ));
      const examined = await examination.end(async () => (await this.deps.objects.read(objectId)).content);
      const { md5, header, inventory, read = null } = examined;
      return { objectId, size, rows: how.rows ?? [], md5, header, inventory, read };
    } catch (error) {
      examination.discard();
      if (written) await this.discard(written.objectId);
      throw error;
    }
  }

  /** @throws CONTENT_NOT_STATE, CONTENT_TOO_LARGE, the refusal of the quota, the signal's reason */
  async jsonState(content: AsyncIterable<Uint8Array>, how: Intake = {}): Promise<StoredJsonState> {
    const reader = new JsonStateReader();
    const watched = passing(content, (chunk) => {
      reader.write(chunk);
      refuse(reader.problems, 'jsonState');
    });
    const rows: SqlWrite[] = [];
    const written = await this.#write(watched, { ...how, rows });
    const wrong = reader.end();
    if (wrong.length > 0) {
      await this.discard(written.objectId);
      throw refusal(wrong, 'jsonState');
    }
    return { ...written, rows };
  }

  /** Removes a state and what was read from it, if no row will refer to it. */
  async discardState(state: StoredState): Promise<void> {
    await this.discard(...idsOf(state));
  }

  /** The same after a failed transaction: see `discardAfter`. */
  async discardStateAfter(failure: unknown, state: StoredState): Promise<void> {
    await this.discardAfter(failure, ...idsOf(state));
  }

  /** Removes content that no row will refer to. A failure is harmless, because the sweeper follows. */
  async discard(...objectIds: readonly ObjectId[]): Promise<void> {
    for (const id of objectIds) this.deps.readAhead.forget(id);
    await Promise.allSettled(objectIds.map((id) => this.deps.objects.delete(id)));
  }

  /**
   * Removes content after the transaction failed that would have referred to it. If it is unknown whether it failed, the content may be needed, and the sweeper
   * decides later.
   */
  async discardAfter(failure: unknown, ...objectIds: readonly ObjectId[]): Promise<void> {
    if (isUndone(failure)) await this.discard(...objectIds);
  }

  async #write(content: AsyncIterable<Uint8Array>, { signal, room, announcedBytes = 0, rows }: Writing) {
    const objectId = newObjectId();
    const scarce = room && room.bytes < BigInt(this.deps.maxBytes) ? room : null;
    const maxBytes = scarce ? Number(scarce.bytes) : this.deps.maxBytes;
    try {
      if (announcedBytes > maxBytes) throw new ObjectTooLarge(objectId, maxBytes);
      const { size } = await this.deps.objects.write(objectId, content, { signal, maxBytes, rows });
      return { objectId, size };
    } catch (error) {
      if (error instanceof ObjectTooLarge) {
        if (scarce) throw scarce.refusal();
        throw problem('CONTENT_TOO_LARGE', `The content is larger than the limit of ${maxBytes} bytes`, undefined, {
          facts: { limit: maxBytes },
        });
      }
      throw error;
    }
  }
}

/** Bytes that are read in one step, which blocks this thread for all others. */
const pieceBytes = 512 * 1024;

const idsOf = ({ objectId, inventory }: StoredState): readonly ObjectId[] => [
  objectId,
  ...(inventory ? objectsOf(inventory) : []),
];

/** Bytes in memory as content. */
export async function* contentOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes.subarray(0, pieceBytes);
  for (let start = pieceBytes; start < bytes.length; start += pieceBytes) {
    await nextTurn();
    yield bytes.subarray(start, start + pieceBytes);
  }
}

async function* passing(content: AsyncIterable<Uint8Array>, watch: (chunk: Uint8Array) => void | Promise<void>) {
  for await (const chunk of content) {
    const watching = watch(chunk);
    if (watching) await watching;
    yield chunk;
  }
}
