import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SealingToken } from '../seal/wrapped-keys.js';
import { Tokens } from './tokens.js';
import type { TokenSettings } from './tokens.js';
import { TokenTrouble } from './token-trouble.js';
import type { TokenUri } from './token-uri.js';

/** A secret key in a token that opens master keys. It is asked when a process starts, and closed then. */
export class SealToken implements SealingToken {
  readonly label: string;
  readonly #tokens: Tokens;

  constructor(
    private readonly uri: TokenUri,
    settings: TokenSettings,
  ) {
    this.label = uri.label;
    this.#tokens = new Tokens(settings);
  }

  async prepare(): Promise<void> {
    await this.#tokens.bytes(this.#access(), { kind: 'makeSecret', label: this.label });
  }

  async wrap(bytes: Uint8Array, bound: Uint8Array) {
    const nonce = randomBytes(12);
    const order = { kind: 'encrypt', label: this.label, nonce, bound, bytes } as const;
    return { nonce, bytes: await this.#tokens.bytes(this.#access(), order) };
  }

  unwrap(label: string, nonce: Uint8Array, bytes: Uint8Array, bound: Uint8Array): Promise<Uint8Array> {
    return this.#tokens.bytes(this.#access(), { kind: 'decrypt', label, nonce, bound, bytes });
  }

  close(): void {
    this.#tokens.close();
  }

  #access() {
    const { library, slot, tokenLabel } = this.uri;
    return { library, slot, tokenLabel, pin: this.#pin(), writes: false, parallel: 1 };
  }

  #pin(): string {
    const { pin } = this.uri;
    if ('value' in pin) return pin.value;
    try {
      return readFileSync(pin.file, 'utf8').replace(/\r?\n$/, '');
    } catch (cause) {
      throw new TokenTrouble('pin', `the file of its PIN, ${pin.file}, cannot be read`, { cause });
    }
  }
}
