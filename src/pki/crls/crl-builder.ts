import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { keptThread } from '../../platform/kept-thread.js';
import { buildCrlAsync, createAsyncSigner, entriesOf, isRemote } from '../x509/index.js';
import { remoteAlgorithm, signed, signRemotely } from '../x509/index.js';
import { CrlGathering, entriesIn, sentOrder } from './crl-order.js';
import type { CrlOrder, UnsignedCrl } from './crl-order.js';
import { CrlOctets } from './parts/crl-octets.js';
import type { EntryPart } from './parts/part-list.js';
import type { BuiltFrame, FromCrlThread, SentBase, SentPart, ToCrlThread } from './thread-messages.js';

export interface BuiltCrl {
  /** In the parts in which its entries are stored; without any for few entries. */
  readonly octets: CrlOctets;
  readonly entryCount: number;
}

/** A thread that builds a CRL died or hung. Nothing is lost: the CRL can be built again. */
class CrlBuildFailed extends Error {
  override readonly name = 'CrlBuildFailed';
}

/** A base up to this many octets and one page of rows are joined in the caller's thread: starting a thread would cost more. */
const inlineBytes = 64 * 1024;
const idleMilliseconds = 60_000;
const buildMilliseconds = 120_000;
/** Pages that the thread has not joined yet, at most: on a busy machine all of a million entries would wait in memory. */
const mostAhead = 8;
/** Octets of parts that are sent at once. */
const sentBytes = 1024 * 1024;
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/** Builds CRLs. Large ones are built on a separate thread, which ends after it had nothing to do for a while. */
export class CrlBuilder {
  #worker: Worker | undefined;
  /** Digests of the parts that the thread has: those of the CRL that it built last. */
  #held: ReadonlySet<string> = new Set();
  #turn: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * @param pages the entries to add, in the form of `packRows`
   * @param baseCount entries in the base of the order
   * @throws CrlBuildFailed, what `pages` throws, X509Error
   */
  async build(order: CrlOrder, baseCount: number, pages: AsyncIterable<string>): Promise<BuiltCrl> {
    const iterator = pages[Symbol.asyncIterator]();
    const first = await iterator.next();
    const second: IteratorResult<string, unknown> = first.done ? first : await iterator.next();
    const small = second.done === true && (order.base?.length ?? 0) <= inlineBytes;
    const begin = first.done ? [] : second.done ? [first.value] : [first.value, second.value];
    if (small) return inline(order, baseCount, begin);
    const built = this.#turn.then(() => this.#onThread(order, baseCount, begin, iterator));
    this.#turn = built.catch(() => undefined);
    return completed(order, await built);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#end();
  }

  #started(): Worker {
    return keptThread('pki/crls/crl.worker', resourceLimits, (thread) => {
      if (this.#worker === thread) this.#forget();
    });
  }

  #forget(): void {
    this.#worker = undefined;
    this.#held = new Set();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#forget();
    await worker?.terminate();
  }

  async #onThread(order: CrlOrder, baseCount: number, begin: readonly string[], rest: AsyncIterator<string>) {
    if (this.#closed) throw new CrlBuildFailed('the builder of CRLs is closed');
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#started());
    worker.ref();
    const said = heardFrom(worker);
    // The code that sends pages may fail first: then nobody handles this failure.
    said.answer.catch(() => undefined);
    const send = (message: ToCrlThread) => {
      worker.postMessage(message);
    };
    const sendPage = async (page: string) => {
      send({ kind: 'page', page });
      await said.room();
    };
    try {
      for (const page of begin) await sendPage(page);
      for (let next = await rest.next(); !next.done; next = await rest.next()) await sendPage(next.value);
      for (const parts of lacking(order.base, this.#held)) {
        send({ kind: 'parts', parts });
        await said.room();
        await nextTurn();
      }
      send({ kind: 'build', order: sentOrder(order), base: sentBase(order.base, baseCount) });
      said.expect();
      const built = await said.answer;
      this.#held = new Set('tbs' in built ? [] : built.parts.map(({ digest }) => digest));
      return built;
    } catch (error) {
      // The thread holds pages of a CRL that will not be built.
      await this.#end();
      throw error;
    } finally {
      worker.unref();
      this.#idle = setTimeout(() => void this.#end(), idleMilliseconds).unref();
    }
  }
}

async function inline(order: CrlOrder, baseCount: number, pages: readonly string[]): Promise<BuiltCrl> {
  const gathering = new CrlGathering();
  for (const page of pages) gathering.add(page);
  const { content, entryCount } = gathering.content(order, entriesIn(order.base, baseCount));
  const der = await buildCrlAsync(content, createAsyncSigner(order.key, order.signing));
  return { octets: CrlOctets.whole(new Uint8Array(der)), entryCount };
}

/** The parts of a base that are not held, up to a mebibyte together: sending copies them. */
function* lacking(base: CrlOctets | undefined, held: ReadonlySet<string>): Generator<readonly SentPart[]> {
  let [parts, octets]: [SentPart[], number] = [[], 0];
  for (const { digest, length, content } of base?.parts ?? []) {
    if (held.has(digest)) continue;
    if (octets + length > sentBytes) {
      yield parts;
      [parts, octets] = [[], 0];
    }
    parts.push({ digest, content: alone(content) });
    octets += length;
  }
  if (parts.length > 0) yield parts;
}

function sentBase(base: CrlOctets | undefined, count: number): SentBase {
  if (!base) return { count, parts: [] };
  const { frame, parts } = base;
  if (parts.length === 0) return { count, parts, entries: alone(entriesOf(frame)) };
  return {
    count,
    parts: parts.map(({ digest, length }) => ({ digest, length })),
  };
}

/** A view is sent with all that it is a view of. */
const alone = (octets: Uint8Array): Uint8Array =>
  octets.byteLength === octets.buffer.byteLength ? octets : new Uint8Array(octets);

/** What the thread has built, and not signed where the key is in a token. */
type BuiltThere = Pick<BuiltCrl, 'entryCount'> & { readonly parts: readonly EntryPart[] } & (UnsignedCrl | BuiltFrame);

async function completed({ key, signing, base }: CrlOrder, built: BuiltThere): Promise<BuiltCrl> {
  const { entryCount, parts } = built;
  if (!('tbs' in built)) return { octets: withParts(base, parts, built), entryCount };
  if (!isRemote(key)) throw new Error('a CRL without a signature');
  const algorithm = remoteAlgorithm(key, signing);
  const signature = await signRemotely(key, algorithm, built.tbs, built.digest);
  const der = new Uint8Array(signed(built.tbs, algorithm, signature));
  return { octets: CrlOctets.cut(der, entriesOf(der), parts), entryCount };
}

function withParts(
  base: CrlOctets | undefined,
  parts: readonly EntryPart[],
  { frame, at, added }: BuiltFrame,
): CrlOctets {
  const contents = new Map([...(base?.parts ?? []), ...added].map(({ digest, content }) => [digest, content]));
  const held = parts.map((part) => {
    const content = contents.get(part.digest);
    if (!content) throw new Error('a part of a CRL is neither new nor of the one before');
    return { ...part, content };
  });
  return new CrlOctets(frame, at, held);
}

/** What the thread says. */
interface Heard {
  readonly answer: Promise<BuiltThere>;
  /** Resolves when it can have another page. Reading a million revocations takes as long as others leave time for. @throws CrlBuildFailed */
  readonly room: () => Promise<void>;
  /** Once it has everything: it must answer soon. */
  readonly expect: () => void;
}

function heardFrom(worker: Worker): Heard {
  let watch: NodeJS.Timeout | undefined;
  let expect = (): void => undefined;
  let ahead = 0;
  let roomIsThere: (() => void) | undefined;
  const answer = new Promise<BuiltThere>((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(watch);
      worker.off('message', heard).off('error', failed).off('exit', exited);
      outcome();
    };
    const fail = (why: string) => {
      settle(() => {
        reject(new CrlBuildFailed(why));
      });
    };
    const heard = (message: FromCrlThread) => {
      if (message.kind === 'added') {
        ahead -= 1;
        roomIsThere?.();
      } else if (message.kind === 'failed') fail(message.message);
      else
        settle(() => {
          resolve(message);
        });
    };
    const failed = (error: Error) => {
      fail(`the thread of CRLs failed: ${error.message}`);
    };
    const exited = (status: number) => {
      fail(`the thread of CRLs ended with status ${status}`);
    };
    expect = () => {
      watch = setTimeout(() => {
        fail(`the thread of CRLs did not answer for ${buildMilliseconds} ms`);
      }, buildMilliseconds);
    };
    worker.on('message', heard).on('error', failed).on('exit', exited);
  });
  const room = async () => {
    ahead += 1;
    if (ahead < mostAhead) return;
    expect();
    await Promise.race([answer, new Promise<void>((resolve) => (roomIsThere = resolve))]);
    clearTimeout(watch);
  };
  return {
    answer,
    room,
    expect: () => {
      expect();
    },
  };
}
