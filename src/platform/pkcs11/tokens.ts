import { createHash } from 'node:crypto';
import type { OpenToken, TokenFault, TokenOrder, TokenPlace } from './token-messages.js';
import { TokenProcess } from './token-process.js';
import type { TokenTimes } from './token-process.js';
import { TokenTrouble } from './token-trouble.js';

/** How a token is reached. The library is one that the operator has named. */
export interface TokenAccess {
  readonly library: string;
  readonly slot: string | null;
  readonly tokenLabel: string | null;
  readonly pin: string;
  readonly writes: boolean;
  /** Orders that it may have at the same time, of this process. */
  readonly parallel: number;
}

/** What was asked of tokens, for whoever measures. */
export interface TokenObservation {
  readonly library: string;
  readonly order: TokenOrder['kind'];
  readonly outcome: 'ok' | TokenFault;
  readonly seconds: number;
}

export interface TokenSettings {
  /** Libraries of vendors by the names that the operator gave them. */
  readonly libraries: ReadonlyMap<string, string>;
  /** The folder in which the package is installed; null for that of the server. */
  readonly packages: string | null;
  /** Milliseconds. */
  readonly timeout: number;
}

/** A token that did not work when it was last asked. */
export interface FailingToken {
  readonly library: string;
  readonly token: string;
  readonly why: string;
}

/** What is asked of tokens by those who use keys in them. */
export type AskedTokens = Pick<Tokens, 'libraryNames' | 'publicKey' | 'bytes' | 'forgive'>;

interface Entry {
  readonly process: TokenProcess;
  readonly library: string;
  readonly token: string;
  trouble: TokenTrouble | undefined;
  /** When somebody last asked it, in milliseconds of this process. */
  askedAt: number;
  /** However many want to know whether it works again, it is asked once. */
  probing: Promise<void> | undefined;
}

/** More tokens, or PINs, than this are not open at the same time: each takes a process. */
const mostOpen = 16;
const generateMs = 120_000;
const leastOpenMs = 20_000;

/** Whether a token works is told for so long after somebody asked it. */
const askedMs = 15 * 60_000;

/** Faults of the token, not of what was asked of it, nor of a PIN that somebody wrote. */
const ofToken: ReadonlySet<TokenFault> = new Set<TokenFault>(['package', 'library', 'token', 'lost']);

/** The tokens that this process has open: one process each, for each PIN, so that whoever knows a wrong one is not let in by a session of somebody else. */
export class Tokens {
  readonly #entries = new Map<string, Entry>();
  readonly #times: TokenTimes;
  #observer: (observation: TokenObservation) => void = () => undefined;

  constructor(private readonly settings: TokenSettings) {
    const answerMs = settings.timeout;
    this.#times = { answerMs, openMs: Math.max(answerMs, leastOpenMs), generateMs: Math.max(answerMs, generateMs) };
  }

  get libraryNames(): readonly string[] {
    return [...this.settings.libraries.keys()];
  }

  observe(observer: (observation: TokenObservation) => void): void {
    this.#observer = observer;
  }

  /** @throws TokenTrouble */
  async publicKey(access: TokenAccess, order: TokenOrder & { readonly kind: 'find' | 'generate' }) {
    const value = await this.#ask(access, order);
    return 'publicKey' in value ? value.publicKey : null;
  }

  /** @throws TokenTrouble */
  async bytes(
    access: TokenAccess,
    order: Exclude<TokenOrder, { readonly kind: 'find' | 'generate' }>,
  ): Promise<Uint8Array> {
    const value = await this.#ask(access, order);
    return 'bytes' in value ? value.bytes : new Uint8Array();
  }

  /** Tries the PIN again, once, even if it was refused. */
  forgive(access: TokenAccess): void {
    this.#entries.get(nameOf(access))?.process.forgive();
  }

  /** Those that did not work when they were last asked; not those that nobody asks any more, as after a change of a PIN. */
  failing(): readonly FailingToken[] {
    return this.#failing().map(({ library, token, trouble }) => ({ library, token, why: trouble?.message ?? '' }));
  }

  /** Asks tokens that failed whether they work again. @throws Error if one does not */
  async check(): Promise<void> {
    await Promise.all(this.#failing().map((entry) => (entry.probing ??= probed(entry))));
    const [first] = this.failing();
    if (first) throw new Error(`the token ${first.token} of library ${first.library} does not work: ${first.why}`);
  }

  #failing(): readonly Entry[] {
    const since = performance.now() - askedMs;
    return [...this.#entries.values()].filter(({ trouble, askedAt }) => trouble !== undefined && askedAt > since);
  }

  close(): void {
    for (const { process } of this.#entries.values()) process.close();
    this.#entries.clear();
  }

  async #ask(access: TokenAccess, order: TokenOrder) {
    const began = performance.now();
    const told = (outcome: TokenObservation['outcome']) => {
      const seconds = (performance.now() - began) / 1000;
      this.#observer({ library: access.library, order: order.kind, outcome, seconds });
    };
    const entry = this.#entry(access);
    entry.askedAt = began;
    try {
      const value = await entry.process.ask(order, access.parallel);
      entry.trouble = undefined;
      told('ok');
      return value;
    } catch (error) {
      if (error instanceof TokenTrouble) {
        entry.trouble = ofToken.has(error.fault) ? error : undefined;
        told(error.fault);
      }
      throw error;
    }
  }

  /** @throws TokenTrouble for a library that the operator has not named */
  #entry(access: TokenAccess): Entry {
    const file = this.settings.libraries.get(access.library);
    if (file === undefined)
      throw new TokenTrouble('library', `TRUSTATE_PKCS11_LIBRARIES names no library "${access.library}"`);
    const name = nameOf(access);
    const known = this.#entries.get(name);
    // The one that was used last is the last one.
    this.#entries.delete(name);
    const entry = known ?? this.#new(access, file);
    this.#entries.set(name, entry);
    if (this.#entries.size > mostOpen) this.#endOne();
    return entry;
  }

  #new({ library, slot, tokenLabel, pin, writes }: TokenAccess, file: string): Entry {
    const place: TokenPlace = { library: file, slot, tokenLabel };
    const open: Omit<OpenToken, 'kind'> = { packages: this.settings.packages, place, pin, writes };
    const token = tokenLabel ?? `slot ${slot ?? ''}`;
    return {
      process: new TokenProcess(open, this.#times),
      library,
      token,
      trouble: undefined,
      askedAt: 0,
      probing: undefined,
    };
  }

  #endOne(): void {
    const [unused] = [...this.#entries].filter(([, { process }]) => process.isIdle);
    if (!unused) return;
    const [name, { process }] = unused;
    process.close();
    this.#entries.delete(name);
  }
}

const nameOf = ({ library, slot, tokenLabel, pin, writes }: TokenAccess): string =>
  createHash('sha256')
    .update(JSON.stringify([library, slot, tokenLabel, pin, writes]))
    .digest('hex');

/** A name that no key has: the answer is that there is none. */
const noKey = { label: 'trustate: is the token there?', id: null };

async function probed(entry: Entry): Promise<void> {
  try {
    await entry.process.ask({ kind: 'find', key: noKey, type: 'ec' }, 1);
    entry.trouble = undefined;
  } catch (error) {
    if (!(error instanceof TokenTrouble)) throw error;
    entry.trouble = ofToken.has(error.fault) ? error : undefined;
  } finally {
    entry.probing = undefined;
  }
}
