import type { Clock } from '../../platform/clock.js';
import type { AskedTokens, TokenAccess } from '../../platform/pkcs11/tokens.js';
import type { TokenScheme } from '../../platform/pkcs11/token-messages.js';
import { TokenTrouble } from '../../platform/pkcs11/token-trouble.js';
import { problem, ProblemError } from '../../platform/problems.js';
import type { PublicKeyInfo, RemoteKey, SignatureAlgorithm } from '../x509/index.js';
import { isMechanismOfEc, isMechanismOfPss, tokenKeyName, tokenKeyShape } from './managed-key-rules.js';
import type { ManagedKeyStore, UsableManagedKey } from './managed-key.store.js';
import { digestFor, publicKeyOfToken, signatureOfNumbers, tokenKeyOf } from './token-keys.js';

/** What a mount may use, by names; read when a key is used. */
export interface AllowedKeys {
  readonly allowedManagedKeys: readonly string[];
}

/** A key of a mount that is in a token. */
export interface KeyInToken {
  readonly managedKeyId: string;
  readonly publicKey: PublicKeyInfo;
  readonly mount: AllowedKeys;
}

/** Longer than a token may take to generate a key; after that another server may try. */
const generatingMs = 150_000;
const laterSeconds = 5;

/** What is done with managed keys in their tokens. */
export class ManagedTokens {
  constructor(
    private readonly deps: { readonly store: ManagedKeyStore; readonly tokens: AskedTokens; readonly clock: Clock },
  ) {}

  /**
   * The public half of a key, which is generated if it is missing and may be.
   * @throws UNAVAILABLE, REQUEST_REFUSED
   */
  async publicKey(key: UsableManagedKey, { again = false } = {}): Promise<PublicKeyInfo> {
    const { tokens } = this.deps;
    const access = accessOf(key);
    if (again) tokens.forgive(access);
    else requirePin(key);
    const name = tokenKeyName(key);
    const type = isMechanismOfEc(key.mechanism) ? 'ec' : 'rsa';
    const find = () => tokens.publicKey(access, { kind: 'find', key: name, type });
    const found = (await this.#asked(key, find)) ?? (await this.#generated(key, access));
    const info = publicKeyOfToken(found);
    requireKind(key, info);
    return info;
  }

  /** Why a key cannot be used, for whoever looks after it; null if it can. */
  async faultOf(key: UsableManagedKey): Promise<string | null> {
    try {
      await this.publicKey(key);
      return null;
    } catch (error) {
      if (error instanceof ProblemError) return error.problems[0].message;
      throw error;
    }
  }

  async #generated(key: UsableManagedKey, access: TokenAccess) {
    const shape = key.allowGenerateKey ? tokenKeyShape(key) : undefined;
    if (!shape) throw refused(key, 'its token has no such key, and it may not be generated');
    const { store, tokens, clock } = this.deps;
    const now = clock.now();
    const until = new Date(now.getTime() + generatingMs);
    // Two servers that find none at once would generate two.
    if (!(await store.beginGenerating(key.id, now, until)))
      throw unavailable(key, 'it is being generated, or a server that generated it was killed', { retryAfter: 30 });
    try {
      const order = { kind: 'generate', key: tokenKeyName(key), shape } as const;
      const made = await this.#asked(key, () => tokens.publicKey(access, order));
      if (!made) throw unavailable(key, 'its token has generated it and does not find it');
      return made;
    } finally {
      await store.endGenerating(key.id, until);
    }
  }

  /** What signs with a key, wherever it is asked: the managed key is read at each signature, so that no server uses it as it was before. */
  remote({ managedKeyId, publicKey, mount }: KeyInToken, onlyPss: boolean): RemoteKey {
    const tokenKey = tokenKeyOf(publicKey);
    return {
      publicKey,
      onlyPss,
      distrusted: () =>
        problem('UNAVAILABLE', 'the token of a managed key answers with a signature that does not verify'),
      signDigest: async (algorithm, digest) => {
        const key = await this.deps.store.usable({ id: managedKeyId });
        if (!key) throw problem('NOT_FOUND', 'the managed key of this key was deleted');
        requireAllowed(key, mount);
        if (!tokenKey) throw refused(key, 'its token cannot sign with keys of this kind');
        const order = {
          ...({
            kind: 'sign',
            key: tokenKeyName(key),
            of: tokenKey,
            digest: digestFor(publicKey.spec, digest),
          } as const),
          scheme: schemeOf(algorithm),
          hash: algorithm.hash ?? 'sha256',
        };
        requirePin(key);
        const bytes = await this.#asked(key, () => this.deps.tokens.bytes(accessOf(key), order));
        return order.scheme === 'ecdsa' ? signatureOfNumbers(bytes) : Buffer.from(bytes);
      },
    };
  }

  /** What signs with a managed key, for those who may use it without a mount. */
  remoteOf(key: UsableManagedKey, publicKey: PublicKeyInfo): RemoteKey {
    const mount = { allowedManagedKeys: [key.name] };
    return this.remote({ managedKeyId: key.id, publicKey, mount }, isMechanismOfPss(key.mechanism));
  }

  /** Problems of tokens as those of the request; that a PIN is refused is noted for every server. */
  async #asked<T>(key: UsableManagedKey, ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask();
      if (key.pinRefusedAt !== null) await this.deps.store.notePin(key, null);
      return answer;
    } catch (error) {
      if (!(error instanceof TokenTrouble)) throw error;
      const { fault, message } = error;
      if (fault === 'pin' && key.pinRefusedAt === null) await this.deps.store.notePin(key, this.deps.clock.now());
      if (fault === 'key' || fault === 'refused') throw refused(key, message);
      throw unavailable(key, message, fault === 'pin' || fault === 'package' ? {} : { retryAfter: laterSeconds });
    }
  }
}

/** @throws REQUEST_REFUSED */
export function requireAllowed(
  { name, anyMount, usages }: UsableManagedKey,
  { allowedManagedKeys }: AllowedKeys,
): void {
  if (!anyMount && !allowedManagedKeys.includes(name))
    throw problem('REQUEST_REFUSED', `this mount may not use the managed key ${name}`, ['managedKeyName']);
  if (!usages.includes('sign'))
    throw problem('REQUEST_REFUSED', `the managed key ${name} is not for signing`, ['managedKeyName']);
}

/** Tokens lock themselves after a few wrong ones, so no server tries it again until it is written again or tested. @throws UNAVAILABLE */
function requirePin(key: UsableManagedKey): void {
  if (key.pinRefusedAt !== null) throw unavailable(key, 'its token has refused the PIN; write another one, or test it');
}

/** @throws REQUEST_REFUSED if the key in the token is another one than was described */
function requireKind(key: UsableManagedKey, { spec }: PublicKeyInfo): void {
  const shape = tokenKeyShape(key);
  if (!shape) return;
  const fits =
    shape.type === 'rsa'
      ? spec.type === 'rsa' && spec.bits === shape.bits
      : `P${'bits' in spec ? spec.bits : 0}` === shape.curve;
  if (!fits) throw refused(key, 'the key in its token has another size than it should');
}

const accessOf = ({ library, slot, tokenLabel, pin, forceRwSession, maxParallel }: UsableManagedKey): TokenAccess => ({
  library,
  pin,
  writes: forceRwSession,
  parallel: maxParallel,
  slot: slot === '' ? null : slot,
  tokenLabel: tokenLabel === '' ? null : tokenLabel,
});

const schemeOf = ({ scheme }: SignatureAlgorithm): TokenScheme =>
  scheme === 'ecdsa' ? 'ecdsa' : scheme === 'rsa-pss' ? 'pss' : 'pkcs1';

const said = ({ name, library }: UsableManagedKey, why: string): string =>
  `the managed key ${name} (library ${library}) cannot be used: ${why}`;

const unavailable = (key: UsableManagedKey, why: string, more: { readonly retryAfter?: number } = {}): ProblemError =>
  problem('UNAVAILABLE', said(key, why), undefined, more);

const refused = (key: UsableManagedKey, why: string): ProblemError =>
  problem('REQUEST_REFUSED', said(key, why), ['managedKeyName']);
