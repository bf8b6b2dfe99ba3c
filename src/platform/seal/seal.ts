import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { SealError } from './seal-error.js';
import type { EndsPurpose, WrapPurpose } from './sealed-places.js';

/** The key for sealing, and earlier keys that can still open. 32 bytes each. */
export interface MasterKeys {
  readonly current: Buffer;
  readonly earlier: readonly Buffer[];
}

/*
 * A sealed value: form (1) | id of the master key (8) | nonce (12) | ciphertext | tag (16).
 * The nonce is random, so one purpose may seal up to 2^32 values under one master key.
 */
const FORM = 1;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES;

/** What `wrap` adds to the plaintext, in bytes. */
export const SEAL_OVERHEAD_BYTES = HEADER_BYTES + TAG_BYTES;

/** Seals secrets with a master key. Every purpose has its own key, derived with HKDF-SHA-256. */
export class Seal {
  readonly #current: MasterKey;
  readonly #byId: ReadonlyMap<string, MasterKey>;

  constructor(keys: MasterKeys) {
    const current = new MasterKey(keys.current);
    const earlier = keys.earlier.map((bytes) => new MasterKey(bytes));
    this.#current = current;
    this.#byId = new Map([current, ...earlier].map((key) => [key.id.toString('hex'), key]));
  }

  /** Identifies the current master key without revealing it (16 hex digits). A database stores it to detect a lost key early. */
  get keyId(): string {
    return this.#current.id.toString('hex');
  }

  /** All of them, the current one first. */
  get keyIds(): readonly string[] {
    return [...this.#byId.keys()];
  }

  /** Whether values that were sealed under that master key can be opened. @param keyId in the form of {@link keyId} */
  opens(keyId: string): boolean {
    return this.#byId.has(keyId);
  }

  /** Whether it was sealed under an earlier master key and should be sealed again. */
  isOutdated(sealed: Uint8Array): boolean {
    return !this.#current.id.equals(sealed.subarray(1, 1 + KEY_ID_BYTES));
  }

  /**
   * Encrypts and authenticates (AES-256-GCM) a secret.
   * @param purpose the kind of secret, which determines where it is stored
   * @param context what it belongs to, e.g. a row's id: it cannot be opened with another context
   */
  wrap(purpose: WrapPurpose, plaintext: Uint8Array, context = ''): Buffer {
    const key = this.#current;
    const nonce = randomBytes(NONCE_BYTES);
    const header = Buffer.concat([Buffer.of(FORM), key.id, nonce]);
    const cipher = createCipheriv('aes-256-gcm', key.wrappingKey(purpose), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(boundTo(header, purpose, context));
    return Buffer.concat([header, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  }

  /**
   * Opens what `wrap` sealed for the same purpose and context.
   * @throws SealError `wrong-master-key`, `tampered`, `truncated`, `unknown-form`
   */
  unwrap(purpose: WrapPurpose, sealed: Uint8Array, context = ''): Buffer {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (bytes.length < SEAL_OVERHEAD_BYTES) {
      throw new SealError(
        'truncated',
        `Sealed ${purpose} is ${bytes.length} bytes long; the least is ${SEAL_OVERHEAD_BYTES}`,
      );
    }
    const form = bytes.readUInt8(0);
    if (form !== FORM)
      throw new SealError('unknown-form', `Sealed ${purpose} has form ${form}; this version knows ${FORM}`);
    const header = bytes.subarray(0, HEADER_BYTES);
    const keyId = header.toString('hex', 1, 1 + KEY_ID_BYTES);
    const key = this.#byId.get(keyId);
    if (!key) {
      throw new SealError(
        'wrong-master-key',
        `Sealed ${purpose} needs the master key ${keyId}; configured: ${this.keyIds.join(', ')}`,
      );
    }
    const nonce = header.subarray(1 + KEY_ID_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key.wrappingKey(purpose), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(header, purpose, context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new SealError('tampered', `Sealed ${purpose} was changed, or belongs to something else`, { cause });
    }
  }

  /** A 32-byte key for signatures of this purpose, such as URLs; the same after every start. */
  signingKey(purpose: string): Buffer {
    return Buffer.from(this.#current.signingKey(purpose));
  }

  /** The keys of this purpose under every master key, the current one first: signatures of earlier keys are still valid. */
  signingKeys(purpose: string): readonly Buffer[] {
    return [...this.#byId.values()].map((key) => Buffer.from(key.signingKey(purpose)));
  }

  /** HMAC-SHA-256 of `data` under the purpose's signing key. */
  hmac(purpose: EndsPurpose, data: string | Uint8Array): Buffer {
    return createHmac('sha256', this.#current.signingKey(purpose)).update(data).digest();
  }

  /** The master key, current or earlier, with which `hmac` returned `mac` for this data; `null` if it is none of the configured ones. In constant time. */
  hmacKeyId(purpose: EndsPurpose, data: string | Uint8Array, mac: Uint8Array): string | null {
    let found: string | null = null;
    for (const [id, key] of this.#byId) {
      const expected = createHmac('sha256', key.signingKey(purpose)).update(data).digest();
      if (expected.length === mac.length && timingSafeEqual(expected, mac)) found = id;
    }
    return found;
  }
}

/** One master key, its name, and the keys derived from it so far (purposes are few and fixed, so the maps stay small). */
class MasterKey {
  readonly id: Buffer;
  readonly #bytes: Buffer;
  readonly #wrapping = new Map<string, Buffer>();
  readonly #signing = new Map<string, Buffer>();

  constructor(bytes: Buffer) {
    if (bytes.length !== 32) throw new SealError('bad-master-key', `A master key is 32 bytes, not ${bytes.length}`);
    this.#bytes = Buffer.from(bytes);
    this.id = this.#derive('id', '').subarray(0, KEY_ID_BYTES);
  }

  wrappingKey(purpose: string): Buffer {
    return this.#remembered(this.#wrapping, 'wrap', purpose);
  }

  signingKey(purpose: string): Buffer {
    return this.#remembered(this.#signing, 'sign', purpose);
  }

  #remembered(keys: Map<string, Buffer>, use: 'wrap' | 'sign', purpose: string): Buffer {
    let key = keys.get(purpose);
    if (!key) keys.set(purpose, (key = this.#derive(use, purpose)));
    return key;
  }

  #derive(use: 'id' | 'wrap' | 'sign', purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#bytes, '', `trustate seal ${use}\0${purpose}`, 32));
  }
}

/** What a sealed value is bound to. Lengths come first, so that different pairs of purpose and context never have the same bytes. */
function boundTo(header: Buffer, purpose: string, context: string): Buffer {
  const names = [purpose, context].map((text) => Buffer.from(text));
  return Buffer.concat([header, ...names.flatMap((name) => [lengthOf(name), name])]);
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return length;
}
