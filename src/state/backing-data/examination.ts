import { createHash } from 'node:crypto';
import type { Objects } from '../../platform/objects/sealed-objects.js';
import { problem } from '../../platform/problems.js';
import type { StateHeader } from '../content/header.js';
import { mostOutputs, StateHeaderReader } from '../content/header.js';
import type { ContentProblem, ContentProblemCode } from '../content/problem.js';
import { DocumentCollector } from '../inventory/inventory-documents.js';
import type { StoredInventory } from '../inventory/inventory-documents.js';
import type { InventoryReader } from '../inventory/inventory-reader.js';
import type { FollowingReader } from '../inventory/following-reader.js';

/** What is learned about a raw state while it is received. */
export interface ExaminedState {
  /** Lower-case hex. */
  readonly md5: string;
  readonly header: StateHeader;
  /** `null` if it is left to the job. */
  readonly inventory: StoredInventory | null;
  /** What the batch of the version stores, or its job where that has no room. */
  readonly read?: StoredInventory | null;
}

/** Examines content on its way into the object store. */
export interface Examination {
  /** Resolves when the bytes are no longer needed. @throws CONTENT_NOT_STATE */
  write(chunk: Uint8Array): void | Promise<void>;
  /** @param again opens the content, which is stored by now @throws CONTENT_NOT_STATE */
  end(again: () => Promise<AsyncIterable<Uint8Array>>): ExaminedState | Promise<ExaminedState>;
  /** The content is refused: nothing of it may remain. */
  discard(): void;
}

/** Hash and header, on this thread. */
export class HeaderExamination implements Examination {
  readonly #md5 = createHash('md5');
  readonly #reader = new StateHeaderReader();

  write(chunk: Uint8Array): void {
    this.#md5.update(chunk);
    this.#reader.write(chunk);
    refuse(this.#reader.problems, 'state');
  }

  end(): ExaminedState {
    const result = this.#reader.end();
    if (!result.isState) throw refusal(result.problems, 'state');
    return { md5: this.#md5.digest('hex'), header: result.header, inventory: null };
  }

  discard(): void {
    // Nothing is stored.
  }
}

/**
 * Problems of only the inventory of a state, whose header may be valid: such content is stored, and its inventory reports that it cannot be read. All other
 * problems concern the whole content.
 */
const ofInventory: ReadonlySet<ContentProblemCode> = new Set<ContentProblemCode>(['MALFORMED', 'NAME_TOO_LONG']);

/**
 * Hash, header and inventory in one pass on another thread, for content above a size. Below it, or if no thread is free, this works like {@link
 * HeaderExamination}. If the thread fails, the content is not lost: it is read again from the store.
 */
export class InventoryExamination implements Examination {
  readonly #here = new HeaderExamination();
  #held: Uint8Array[] | null = [];
  #size = 0;
  #there: { readonly reading: FollowingReader; readonly collector: DocumentCollector } | null = null;

  constructor(private readonly deps: { objects: Objects; reader: InventoryReader; inlineBytes: number }) {}

  write(chunk: Uint8Array): void | Promise<void> {
    if (this.#there) return this.#writeThere(this.#there.reading, chunk);
    this.#here.write(chunk);
    if (!this.#held) return;
    // A copy, because the sender may reuse the buffer.
    this.#held.push(Uint8Array.from(chunk));
    this.#size += chunk.length;
    return this.#size > this.deps.inlineBytes ? this.#move(this.#held) : undefined;
  }

  async end(again: () => Promise<AsyncIterable<Uint8Array>>): Promise<ExaminedState> {
    if (!this.#there) return this.#here.end();
    const { reading, collector } = this.#there;
    const read = await reading.end();
    if (read?.result.readable === false && !read.header) refuseWhole(read.result.problems);
    if (!read?.header || read.md5 === null) {
      void collector.discard();
      return examinedAgain(await again());
    }
    const { md5, header } = read;
    if (!header.isState) throw refusal(header.problems, 'state');
    if (!read.result.readable) {
      void collector.discard();
      return { md5, header: header.header, inventory: null };
    }
    return { md5, header: header.header, inventory: await this.#stored(collector, read.result.inventory) };
  }

  discard(): void {
    void this.#there?.reading.discard().then(() => this.#there?.collector.discard());
  }

  /** From here on, the thread does all the work. */
  async #move(held: readonly Uint8Array[]): Promise<void> {
    this.#held = null;
    const collector = new DocumentCollector(this.deps.objects, 0);
    const reading = this.deps.reader.follow(collector);
    if (!reading) return;
    this.#there = { reading, collector };
    for (const chunk of held) await this.#writeThere(reading, chunk);
  }

  async #writeThere(reading: FollowingReader, chunk: Uint8Array): Promise<void> {
    await reading.write(chunk);
    const { answer } = reading;
    if (answer?.result.readable === false) refuseWhole(answer.result.problems);
  }

  /** Storing may fail although the content itself was stored: then the job tries again. */
  async #stored(collector: DocumentCollector, inventory: StoredInventory['inventory']) {
    try {
      return await collector.end(inventory);
    } catch {
      void collector.discard();
      return null;
    }
  }
}

async function examinedAgain(content: AsyncIterable<Uint8Array>): Promise<ExaminedState> {
  const examination = new HeaderExamination();
  for await (const chunk of content) examination.write(chunk);
  return examination.end();
}

function refuseWhole(problems: readonly ContentProblem[]): void {
  if (problems.some(({ code }) => !ofInventory.has(code))) refuse(problems, 'state');
}

type Reasons = readonly Pick<ContentProblem, 'code' | 'message'>[];
type ContentField = 'state' | 'jsonState';

/** @throws CONTENT_NOT_STATE if there are reasons, or the code of a reason that has its own */
export function refuse(reasons: Reasons, field: ContentField): void {
  if (reasons.length > 0) throw refusal(reasons, field);
}

export function refusal(reasons: Reasons, field: ContentField) {
  const tooMany = reasons.find(({ code }) => code === 'TOO_MANY_OUTPUTS');
  if (tooMany) return problem('TOO_MANY_OUTPUTS', tooMany.message, [field], { facts: { limit: mostOutputs } });
  const what = field === 'state' ? 'a state file' : 'a state in JSON form';
  const why = reasons.map(({ message }) => message).join('; ');
  return problem('CONTENT_NOT_STATE', `The content is not ${what}: ${why}`, [field]);
}
