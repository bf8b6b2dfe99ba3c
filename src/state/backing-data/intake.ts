import { problem } from '../../platform/problems.js';
import { ObjectTooLarge } from '../../platform/objects/object-errors.js';
import { newObjectId } from '../../platform/objects/object-id.js';
import type { ObjectId } from '../../platform/objects/object-id.js';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import type { StateHeader } from '../content/header.js';
import { StateHeaderReader } from '../content/header.js';
import { JsonStateReader } from '../content/json-state.js';

/** Raw state that is in the object store and in no row yet. What no row comes to name is swept. */
export interface StoredState {
  readonly objectId: ObjectId;
  readonly size: number;
  /** Lower-case hex. */
  readonly md5: string;
  readonly header: StateHeader;
}

/** JSON state (`terraform show -json`) that is in the object store and in no row yet. */
export interface StoredJsonState {
  readonly objectId: ObjectId;
  readonly size: number;
}

/** Takes content in: streamed into the object store and read on its way, so that its bytes are touched once. */
export class ContentIntake {
  constructor(private readonly deps: { objects: Objects; maxBytes: number }) {}

  /** @throws CONTENT_NOT_STATE, BODY_TOO_LARGE, the signal's reason */
  async state(content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<StoredState> {
    const reader = new StateHeaderReader();
    const watched = passing(content, (chunk) => {
      reader.write(chunk);
      refuse(reader.problems, 'state');
    });
    const written = await this.#write(watched, signal);
    const result = reader.end();
    if (!result.isState) {
      await this.discard(written.objectId);
      throw refusal(result.problems, 'state');
    }
    return { ...written, header: result.header };
  }

  /** @throws CONTENT_NOT_STATE, BODY_TOO_LARGE, the signal's reason */
  async jsonState(content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<StoredJsonState> {
    const reader = new JsonStateReader();
    const watched = passing(content, (chunk) => {
      reader.write(chunk);
      refuse(reader.problems, 'jsonState');
    });
    const written = await this.#write(watched, signal);
    const wrong = reader.end();
    if (wrong.length > 0) {
      await this.discard(written.objectId);
      throw refusal(wrong, 'jsonState');
    }
    return { objectId: written.objectId, size: written.size };
  }

  /** Lets go of content that no row will name. Failing is no harm: the sweeper comes. */
  async discard(...objectIds: readonly ObjectId[]): Promise<void> {
    await Promise.allSettled(objectIds.map((id) => this.deps.objects.delete(id)));
  }

  async #write(content: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
    const objectId = newObjectId();
    const { maxBytes } = this.deps;
    try {
      const { size, md5 } = await this.deps.objects.write(objectId, content, { signal, maxBytes });
      return { objectId, size, md5 };
    } catch (error) {
      if (error instanceof ObjectTooLarge) {
        throw problem('BODY_TOO_LARGE', `The content is larger than the limit of ${maxBytes} bytes`);
      }
      throw error;
    }
  }
}

/** Bytes at hand as content. */
export async function* contentOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}

async function* passing(content: AsyncIterable<Uint8Array>, watch: (chunk: Uint8Array) => void) {
  for await (const chunk of content) {
    watch(chunk);
    yield chunk;
  }
}

type Reasons = readonly { readonly message: string }[];
type ContentField = 'state' | 'jsonState';

function refuse(reasons: Reasons, field: ContentField): void {
  if (reasons.length > 0) throw refusal(reasons, field);
}

function refusal(reasons: Reasons, field: ContentField) {
  const what = field === 'state' ? 'a state file' : 'a state in JSON form';
  const why = reasons.map(({ message }) => message).join('; ');
  return problem('CONTENT_NOT_STATE', `The content is not ${what}: ${why}`, [field]);
}
