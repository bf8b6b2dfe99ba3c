import { constants, createPrivateKey, generateKeyPairSync, privateEncrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { digestInfo } from '../../../src/platform/pkcs11/token-encodings.js';
import type { TokenOrder, TokenPublicKey } from '../../../src/platform/pkcs11/token-messages.js';
import type { AskedTokens, TokenAccess } from '../../../src/platform/pkcs11/tokens.js';
import { TokenTrouble } from '../../../src/platform/pkcs11/token-trouble.js';
import { tokenKeyOf } from '../../../src/pki/managed-keys/token-keys.js';
import { publicKeyInfoOf } from '../../../src/pki/x509/index.js';

let made: string | undefined;
/** Made once: RSA keys take time. */
const rsaKey = (): KeyObject =>
  createPrivateKey(
    (made ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()),
  );

/** A token in memory, with keys of RSA for PKCS#1 v1.5. */
export class MemoryTokens implements AskedTokens {
  readonly libraryNames = ['memory'];
  readonly keys = new Map<string, KeyObject>();
  /** What was asked of it. */
  readonly asked: TokenOrder['kind'][] = [];
  readonly pins: string[] = [];
  pin = '1234';
  /** What it fails with from now on. */
  trouble: TokenTrouble | null = null;
  /** What happens before it generates a key. */
  beforeGenerating: () => Promise<void> = () => Promise.resolve();

  forgive(): void {
    // It keeps nothing in mind.
  }

  #open({ pin }: TokenAccess, { kind }: TokenOrder): void {
    this.asked.push(kind);
    if (this.trouble) throw this.trouble;
    this.pins.push(pin);
    if (pin !== this.pin) throw new TokenTrouble('pin', 'it answers CKR_PIN_INCORRECT');
  }

  async publicKey(access: TokenAccess, order: TokenOrder & { readonly kind: 'find' | 'generate' }) {
    this.#open(access, order);
    const label = order.key.label ?? '';
    if (order.kind === 'generate') {
      await this.beforeGenerating();
      if (!this.keys.has(label)) this.keys.set(label, rsaKey());
    }
    const key = this.keys.get(label);
    return key ? publicPart(key) : null;
  }

  bytes(access: TokenAccess, order: Exclude<TokenOrder, { readonly kind: 'find' | 'generate' }>): Promise<Uint8Array> {
    return Promise.resolve().then(() => {
      this.#open(access, order);
      if (order.kind !== 'sign') throw new TokenTrouble('refused', 'it only signs');
      const key = this.keys.get(order.key.label ?? '');
      if (!key) throw new TokenTrouble('key', 'it has no such key');
      const padding = constants.RSA_PKCS1_PADDING;
      return privateEncrypt({ key, padding }, digestInfo(order.hash, order.digest));
    });
  }
}

function publicPart(key: KeyObject): TokenPublicKey {
  const part = tokenKeyOf(publicKeyInfoOf(key));
  if (!part) throw new Error('a key of a kind that tokens do not have here');
  return part;
}
