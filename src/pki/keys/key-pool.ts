import { createPrivateKey, type KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { RequestContext } from '../../platform/graphql/context.js';
import { problem, type ProblemError } from '../../platform/problems.js';
import { generateKeyPair, type KeySpec } from '../x509/index.js';
import { madeKey, madeP256, type MadeKey } from './made-key.js';
import { generateRsa, type RsaGeneration } from './rsa-generation.js';
import { WaitingLine } from './waiting-line.js';
import type { Actor } from '../../identity/audit/actor.js';

/** Keys of `large` are made by another process, one at a time. libuv has four threads for the others, and signatures need some of them. */
type Lane = 'small' | 'middle' | 'large';

/** What is kept of keys of a size, and how many may wait for one. */
interface Size {
  /** Sizes of one lane wait for each other, and no other. */
  readonly lane: Lane;
  /** Keys that lie ready: at first, and at most. They cost memory, and time to make that nobody may want. */
  readonly first: number;
  readonly most: number;
  /** Requests that wait: of one account, and of all. Some ten seconds' worth, but of the largest. */
  readonly ofAccount: number;
  readonly ofAll: number;
  /** About how long one takes, until some were made. */
  readonly seconds: number;
}

const sizes: Readonly<Record<number, Size>> = {
  2048: { lane: 'small', first: 4, most: 32, ofAccount: 100, ofAll: 1000, seconds: 0.2 },
  3072: { lane: 'middle', first: 2, most: 16, ofAccount: 32, ofAll: 320, seconds: 0.7 },
  4096: { lane: 'middle', first: 1, most: 8, ofAccount: 16, ofAll: 160, seconds: 2 },
  8192: { lane: 'large', first: 0, most: 2, ofAccount: 2, ofAll: 16, seconds: 30 },
};
const otherSize: Size = { lane: 'large', first: 0, most: 1, ofAccount: 2, ofAll: 16, seconds: 30 };

interface Shelf extends Size {
  readonly bits: number;
  readonly ready: MadeKey[];
  readonly waiting: WaitingLine<MadeKey>;
  target: number;
  /** Being made now. */
  making: number;
  /** A moving average. */
  took: number;
  /** When one was last begun, counted in keys: sizes of a lane take turns. */
  begun: number;
}

/** Who asks for a key, and until when. */
export interface KeyAsker {
  readonly account: string;
  /** The request that the key is for: read only where the key is not there yet. */
  readonly request?: Pick<RequestContext, 'signal'> | undefined;
}

/** A restricted token takes turns of its own: several programs may have theirs from one account. */
export function askerOf(
  { kind, userId, tokenId, username }: Actor,
  request?: Pick<RequestContext, 'signal'>,
): KeyAsker {
  const account = kind === 'restricted' ? `token ${tokenId ?? ''}` : (userId ?? username);
  return { account, request };
}

/**
 * The one place where keys are made. RSA keys take a tenth of a second to a minute: they are made ahead for the sizes that roles use, each given out once.
 * Who finds none ready waits in a line: bounded, of one size, where accounts take turns. Whoever goes away leaves it. A key that is being made by then is for the
 * next, or lies ready: a large one may take longer than a request, and is there when the request is repeated.
 */
export class KeyPool {
  readonly #shelves = new Map<number, Shelf>();
  readonly #threads: number;
  readonly #generate: RsaGeneration;
  readonly #closed = new AbortController();
  #begun = 0;

  /** @param deps.threads keys of common sizes that are made at the same time */
  constructor(private readonly deps: { threads?: number; generate?: RsaGeneration; failed: (error: unknown) => void }) {
    this.#threads = deps.threads ?? Math.min(2, availableParallelism());
    this.#generate = deps.generate ?? generateRsa;
  }

  /** Makes sure that keys of this kind lie ready from now on. */
  expect(spec: KeySpec): void {
    if (spec.type !== 'rsa') return;
    this.#shelf(spec.bits);
    this.#work();
  }

  /**
   * A key that nobody else has or gets.
   * @throws LIMIT_EXCEEDED where too many of the account wait already, UNAVAILABLE where too many of all do, and what the request ended with
   */
  async take(spec: KeySpec, asker: KeyAsker): Promise<MadeKey> {
    if (spec.type === 'ec' && spec.bits === 256) return madeP256();
    if (spec.type !== 'rsa') return madeKey((await generateKeyPair(spec)).privateKey);
    const shelf = this.#shelf(spec.bits);
    // Who is asked for more than it has ready keeps more.
    shelf.target = Math.min(Math.max(shelf.target * 2, 1), shelf.most);
    const taken = shelf.ready.shift() ?? this.#wait(shelf, asker);
    this.#work();
    return taken;
  }

  /** The same as what signs with it. @throws as `take` */
  async privateKey(spec: KeySpec, asker: KeyAsker): Promise<KeyObject> {
    if (spec.type !== 'rsa') return (await generateKeyPair(spec)).privateKey;
    const { traditional } = await this.take(spec, asker);
    const key = createPrivateKey({ key: traditional, format: 'der', type: 'pkcs1' });
    traditional.fill(0);
    return key;
  }

  /** Keys of a size that lie ready. */
  ready(bits: number): number {
    return this.#shelves.get(bits)?.ready.length ?? 0;
  }

  /** Requests that wait for a key. */
  waiting(bits: number): number {
    return this.#shelves.get(bits)?.waiting.length ?? 0;
  }

  /** Makes no more. What is being made is thrown away. */
  close(): void {
    this.#closed.abort(closed());
    for (const { ready, waiting } of this.#shelves.values()) {
      ready.length = 0;
      for (let place = waiting.next(); place; place = waiting.next()) place.reject(closed());
    }
  }

  #shelf(bits: number): Shelf {
    const known = this.#shelves.get(bits);
    if (known !== undefined) return known;
    const size = sizes[bits] ?? otherSize;
    const counts = { target: size.first, making: 0, took: size.seconds, begun: 0 };
    const shelf = { ...size, ...counts, bits, ready: [], waiting: new WaitingLine<MadeKey>() };
    this.#shelves.set(bits, shelf);
    return shelf;
  }

  #wait({ waiting, bits, ofAccount, ofAll, took }: Shelf, { account, request }: KeyAsker): Promise<MadeKey> {
    if (this.#closed.signal.aborted) throw closed();
    // One of each account that waits is served before this account has a place again.
    const later = Math.min(longestWait, Math.max(1, Math.ceil(took * Math.max(1, waiting.accounts))));
    if (waiting.lengthOf(account) >= ofAccount) throw tooManyOfAccount(bits, ofAccount, later);
    if (waiting.length >= ofAll) throw tooManyOfAll(bits, later);
    const signal = request?.signal;
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = waiting.join({
        account,
        resolve: (key) => {
          signal?.removeEventListener('abort', gone);
          resolve(key);
        },
        reject,
      });
      const gone = (): void => {
        leave();
        reject(reasonOf(signal));
      };
      signal?.addEventListener('abort', gone, { once: true });
    });
  }

  #work(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) void this.#make(next);
  }

  /** A lane where nothing is being made begins whatever others do; what is over of the threads is for whoever waits, then for nobody yet. */
  #next(): Shelf | undefined {
    if (this.#closed.signal.aborted) return undefined;
    const shelves = [...this.#shelves.values()].sort((a, b) => a.begun - b.begun);
    const inPool = this.#making(({ lane }) => lane !== 'large');
    const asked = shelves.filter(({ waiting, making }) => waiting.length > making);
    const idle = asked.find((shelf) => this.#making(({ lane }) => lane === shelf.lane) === 0);
    if (idle) return idle;
    const more = inPool < this.#threads ? asked.find(({ lane }) => lane !== 'large') : undefined;
    if (more) return more;
    // Keys for nobody yet take one thread, so that they slow down as little as they can.
    return this.#making(() => true) === 0 ? shelves.find(isShort) : undefined;
  }

  #making(of: (shelf: Shelf) => boolean): number {
    let making = 0;
    for (const shelf of this.#shelves.values()) if (of(shelf)) making += shelf.making;
    return making;
  }

  async #make(shelf: Shelf): Promise<void> {
    shelf.making += 1;
    shelf.begun = ++this.#begun;
    const began = performance.now();
    try {
      const key = await this.#generate(shelf.bits, this.#closed.signal);
      shelf.took += ((performance.now() - began) / 1000 - shelf.took) / 4;
      const place = shelf.waiting.next();
      if (place) place.resolve(key);
      else if (!this.#closed.signal.aborted) shelf.ready.push(key);
    } catch (error) {
      const place = shelf.waiting.next();
      if (place) place.reject(error);
      else if (!this.#closed.signal.aborted) {
        // Not again until somebody asks.
        shelf.target = 0;
        this.deps.failed(error);
      }
    } finally {
      shelf.making -= 1;
      this.#work();
    }
  }
}

const isShort = ({ ready, making, target }: Shelf): boolean => ready.length + making < target;

const closed = (): Error => new Error('the key pool is closed');

const reasonOf = (signal: AbortSignal | undefined): Error => {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : problem('UNAVAILABLE', 'The caller closed the connection');
};

/** Seconds after which it is worth trying again, whatever waits. */
const longestWait = 300;

const tooManyOfAccount = (bits: number, most: number, later: number): ProblemError =>
  problem(
    'LIMIT_EXCEEDED',
    `${most} of your requests are already waiting for an RSA key of ${bits} bits; try again in ${later} s`,
    undefined,
    { retryAfter: later },
  );

const tooManyOfAll = (bits: number, later: number): ProblemError =>
  problem(
    'UNAVAILABLE',
    `Too many requests are waiting for an RSA key of ${bits} bits; try again in ${later} s`,
    undefined,
    {
      retryAfter: later,
    },
  );
