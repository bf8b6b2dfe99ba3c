import { createHash } from 'node:crypto';
import type { Attribute, Cryptoki, CryptokiNumber, CryptokiPackage, Handle, Mechanism } from './cryptoki.js';
import { digestInfo, pointOf, curveOf, curveParameters, handleOfSlot } from './token-encodings.js';
import type {
  OpenToken,
  TokenHash,
  TokenKeyName,
  TokenKeyShape,
  TokenOrder,
  TokenPublicKey,
  TokenScheme,
  TokenValue,
} from './token-messages.js';
import { TokenTrouble } from './token-trouble.js';

/** Objects with one name: more are not looked at. */
const mostAlike = 32;
/** A signature of RSA of 16,384 bits, or a sealed key. */
const room = 4_096;

const hashes = {
  sha256: ['CKM_SHA256', 'CKG_MGF1_SHA256', 32],
  sha384: ['CKM_SHA384', 'CKG_MGF1_SHA384', 48],
  sha512: ['CKM_SHA512', 'CKG_MGF1_SHA512', 64],
} as const satisfies Record<TokenHash, readonly [CryptokiNumber, CryptokiNumber, number]>;

/** Sessions with one token, logged in. Its objects are found by their names at each use of a key that is not known yet. */
export class TokenSessions {
  readonly #lib: Cryptoki;
  readonly #number: CryptokiPackage['number'];
  readonly #slot: Handle;
  readonly #flags: number;
  /** A session is for one thing at a time. */
  readonly #idle: Handle[] = [];
  #used = 0;
  /** Calls that wait until a session in use is free. */
  readonly #waiting: (() => void)[] = [];
  readonly #known = new Map<string, Handle>();

  /** @throws TokenTrouble, and what the library throws */
  constructor({ create, number }: CryptokiPackage, { place, pin, writes }: OpenToken) {
    this.#number = number;
    this.#lib = create();
    try {
      this.#lib.load(place.library);
    } catch (cause) {
      throw new TokenTrouble('library', `its library cannot be loaded: ${String(cause)}`, { cause });
    }
    // Several threads of this process call it.
    this.#lib.C_Initialize({ flags: number('CKF_OS_LOCKING_OK') });
    this.#slot = this.#slotOf(place);
    this.#flags = number('CKF_SERIAL_SESSION') | (writes ? number('CKF_RW_SESSION') : 0);
    // For all sessions of this process, as long as this one is open: nothing is done in it, and so nothing closes it.
    this.#lib.C_Login(this.#lib.C_OpenSession(this.#slot, this.#flags), number('CKU_USER'), pin);
  }

  async carryOut(order: TokenOrder): Promise<TokenValue> {
    switch (order.kind) {
      case 'find':
        return { publicKey: await this.#using((session) => this.#find(session, order.key, order.type)) };
      case 'generate':
        return { publicKey: await this.#generate(order.key, order.shape) };
      case 'sign':
        return { bytes: await this.#sign(order) };
      case 'makeSecret':
        await this.#makeSecret(order.label);
        return { bytes: new Uint8Array() };
      case 'encrypt':
      case 'decrypt':
        return { bytes: await this.#seal(order) };
    }
  }

  #slotOf({ slot, tokenLabel }: OpenToken['place']): Handle {
    const present = this.#lib.C_GetSlotList(true);
    const wanted = slot === null ? present : present.filter((each) => handleOfSlot(each) === BigInt(slot));
    const initialized = this.#number('CKF_TOKEN_INITIALIZED');
    const found = wanted.filter((each) => {
      const { label, flags } = this.#lib.C_GetTokenInfo(each);
      return (flags & initialized) !== 0 && (tokenLabel === null || label.replace(/[\0 ]+$/, '') === tokenLabel);
    });
    const [one, ...others] = found;
    const named = [...(slot === null ? [] : [`in slot ${slot}`]), ...(tokenLabel === null ? [] : [`"${tokenLabel}"`])];
    if (!one) throw new TokenTrouble('token', `there is no token ${named.join(' ')}`);
    if (others.length > 0) throw new TokenTrouble('token', `there are ${found.length} tokens ${named.join(' ')}`);
    return one;
  }

  async #using<T>(work: (session: Handle) => T | Promise<T>): Promise<T> {
    const session = await this.#taken(this.#flags);
    try {
      const result = await work(session);
      this.#idle.push(session);
      return result;
    } catch (error) {
      // What was begun in it may not have ended.
      this.#lib.C_CloseSession(session);
      throw error;
    } finally {
      this.#release();
    }
  }

  /** The same in a session that may write. */
  async #writing<T>(work: (session: Handle) => Promise<T>): Promise<T> {
    const session = await this.#taken(this.#number('CKF_SERIAL_SESSION') | this.#number('CKF_RW_SESSION'));
    try {
      return await work(session);
    } finally {
      this.#lib.C_CloseSession(session);
      this.#release();
    }
  }

  #release(): void {
    this.#used -= 1;
    this.#waiting.shift()?.();
  }

  /** Where a token has no more sessions, one that is idle makes room, or one is waited for. */
  async #taken(flags: number): Promise<Handle> {
    for (;;) {
      try {
        const session =
          (flags === this.#flags ? this.#idle.pop() : undefined) ?? this.#lib.C_OpenSession(this.#slot, flags);
        this.#used += 1;
        return session;
      } catch (error) {
        if (!isFull(error)) throw error;
        const idle = this.#idle.pop();
        if (idle) this.#lib.C_CloseSession(idle);
        else if (this.#used === 0) throw error;
        else
          await new Promise<void>((resolve) => {
            this.#waiting.push(resolve);
          });
      }
    }
  }

  #objects(session: Handle, template: readonly Attribute[]): readonly Handle[] {
    this.#lib.C_FindObjectsInit(session, template);
    try {
      return this.#lib.C_FindObjects(session, mostAlike);
    } finally {
      this.#lib.C_FindObjectsFinal(session);
    }
  }

  #attribute(type: CryptokiNumber, value: Attribute['value'] & {}): Attribute {
    return { type: this.#number(type), value };
  }

  #named({ label, id }: TokenKeyName): Attribute[] {
    return [
      ...(label === null ? [] : [this.#attribute('CKA_LABEL', label)]),
      ...(id === null ? [] : [this.#attribute('CKA_ID', Buffer.from(id))]),
    ];
  }

  /** The private keys of a name and type. */
  #privateKeys(session: Handle, key: TokenKeyName, type: TokenKeyShape['type']): readonly Handle[] {
    return this.#objects(session, [
      this.#attribute('CKA_CLASS', this.#number('CKO_PRIVATE_KEY')),
      this.#attribute('CKA_KEY_TYPE', this.#number(type === 'rsa' ? 'CKK_RSA' : 'CKK_EC')),
      ...this.#named(key),
    ]);
  }

  #value(session: Handle, object: Handle, type: CryptokiNumber): Buffer {
    const [read] = this.#lib.C_GetAttributeValue(session, object, [{ type: this.#number(type) }]);
    return read?.value ?? Buffer.alloc(0);
  }

  /** The public halves of a private key: tokens keep them as objects with its id. */
  #publicKeys(session: Handle, privateKey: Handle, name: TokenKeyName, type: TokenKeyShape['type']): TokenPublicKey[] {
    const id = this.#value(session, privateKey, 'CKA_ID');
    const objects = this.#objects(session, [
      this.#attribute('CKA_CLASS', this.#number('CKO_PUBLIC_KEY')),
      this.#attribute('CKA_KEY_TYPE', this.#number(type === 'rsa' ? 'CKK_RSA' : 'CKK_EC')),
      ...(id.length > 0 ? [this.#attribute('CKA_ID', id)] : this.#named(name)),
    ]);
    return objects.flatMap((object): TokenPublicKey[] => {
      if (type === 'rsa') {
        const [modulus, exponent] = [
          this.#value(session, object, 'CKA_MODULUS'),
          this.#value(session, object, 'CKA_PUBLIC_EXPONENT'),
        ];
        return [{ type, modulus, exponent }];
      }
      const curve = curveOf(this.#value(session, object, 'CKA_EC_PARAMS'));
      const point = curve && pointOf(curve, this.#value(session, object, 'CKA_EC_POINT'));
      return curve && point ? [{ type, curve, point }] : [];
    });
  }

  /** What a token does not tell of a key, signing will. */
  #mustNotSign(session: Handle, privateKey: Handle): boolean {
    const said = this.#value(session, privateKey, 'CKA_SIGN');
    return said.length > 0 && said.every((octet) => octet === 0);
  }

  /** @throws TokenTrouble `key` if several keys have the name, or it is not for signing, or no public half is beside the private one */
  #find(session: Handle, name: TokenKeyName, type: TokenKeyShape['type']): TokenPublicKey | null {
    const [privateKey, ...others] = this.#privateKeys(session, name, type);
    if (!privateKey) return null;
    if (others.length > 0) throw new TokenTrouble('key', `it has ${others.length + 1} private keys ${nameOf(name)}`);
    if (this.#mustNotSign(session, privateKey))
      throw new TokenTrouble('key', `its private key ${nameOf(name)} is not for signing (CKA_SIGN)`);
    const found = new Map(this.#publicKeys(session, privateKey, name, type).map((each) => [identity(each), each]));
    const [publicKey, ...more] = found.values();
    if (!publicKey || more.length > 0)
      throw new TokenTrouble(
        'key',
        `it has ${publicKey ? 'several public keys' : 'no public key that can be used'} beside the private key ${nameOf(name)}`,
      );
    return publicKey;
  }

  /** The private key with this public half; remembered, since looking for it takes longer than signing. */
  #privateKeyOf(session: Handle, name: TokenKeyName, of: TokenPublicKey): Handle {
    const remembered = `${nameOf(name)} ${identity(of)}`;
    const known = this.#known.get(remembered);
    if (known) return known;
    const found = this.#privateKeys(session, name, of.type).find((privateKey) =>
      this.#publicKeys(session, privateKey, name, of.type).some((each) => identity(each) === identity(of)),
    );
    if (!found)
      throw new TokenTrouble(
        'key',
        `it has no private key ${nameOf(name)} that belongs to the public key of the issuer`,
      );
    this.#known.set(remembered, found);
    return found;
  }

  #mechanism(scheme: TokenScheme, hash: TokenHash): Mechanism {
    if (scheme !== 'pss') return { mechanism: this.#number(scheme === 'pkcs1' ? 'CKM_RSA_PKCS' : 'CKM_ECDSA') };
    const [hashAlg, mgf, saltLen] = hashes[hash];
    return {
      mechanism: this.#number('CKM_RSA_PKCS_PSS'),
      parameter: {
        type: this.#number('CK_PARAMS_RSA_PSS'),
        hashAlg: this.#number(hashAlg),
        mgf: this.#number(mgf),
        saltLen,
      },
    };
  }

  #sign({ key, of, scheme, hash, digest }: TokenOrder & { readonly kind: 'sign' }): Promise<Buffer> {
    return this.#using(async (session) => {
      const privateKey = this.#privateKeyOf(session, key, of);
      try {
        this.#lib.C_SignInit(session, this.#mechanism(scheme, hash), privateKey);
        const data = scheme === 'pkcs1' ? digestInfo(hash, digest) : Buffer.from(digest);
        return await this.#lib.C_SignAsync(session, data, Buffer.alloc(room));
      } catch (error) {
        // It may have been replaced in the token.
        this.#known.clear();
        throw error;
      }
    });
  }

  /** A key that can never leave the token. What has the name already is found instead. */
  async #generate(name: TokenKeyName, shape: TokenKeyShape): Promise<TokenPublicKey | null> {
    const present = await this.#using((session) => this.#find(session, name, shape.type));
    if (present) return present;
    // Its halves find each other by an id, which follows from the name: whoever generates it after a crash finds it again.
    const id =
      name.id ??
      createHash('sha256')
        .update(`trustate ${name.label ?? ''}`)
        .digest()
        .subarray(0, 20);
    const kept = [this.#attribute('CKA_TOKEN', true), ...this.#named({ ...name, id })];
    const made =
      shape.type === 'rsa'
        ? [
            this.#attribute('CKA_MODULUS_BITS', shape.bits),
            this.#attribute('CKA_PUBLIC_EXPONENT', Buffer.from([1, 0, 1])),
          ]
        : [this.#attribute('CKA_EC_PARAMS', curveParameters(shape.curve))];
    const mechanism = shape.type === 'rsa' ? 'CKM_RSA_PKCS_KEY_PAIR_GEN' : 'CKM_EC_KEY_PAIR_GEN';
    const secret = [
      this.#attribute('CKA_PRIVATE', true),
      this.#attribute('CKA_SENSITIVE', true),
      this.#attribute('CKA_EXTRACTABLE', false),
      this.#attribute('CKA_SIGN', true),
    ];
    await this.#writing((session) =>
      this.#lib.C_GenerateKeyPairAsync(
        session,
        { mechanism: this.#number(mechanism) },
        [...kept, ...made, this.#attribute('CKA_VERIFY', true)],
        [...kept, ...secret],
      ),
    );
    return this.#using((session) => this.#find(session, name, shape.type));
  }

  #secrets(session: Handle, label: string): readonly Handle[] {
    return this.#objects(session, [
      this.#attribute('CKA_CLASS', this.#number('CKO_SECRET_KEY')),
      this.#attribute('CKA_KEY_TYPE', this.#number('CKK_AES')),
      this.#attribute('CKA_LABEL', label),
    ]);
  }

  /** Nothing if there is one already. */
  async #makeSecret(label: string): Promise<void> {
    const present = await this.#using((session) => this.#secrets(session, label));
    if (present.length > 0) return;
    await this.#writing((session) =>
      this.#lib.C_GenerateKeyAsync(session, { mechanism: this.#number('CKM_AES_KEY_GEN') }, [
        this.#attribute('CKA_CLASS', this.#number('CKO_SECRET_KEY')),
        this.#attribute('CKA_KEY_TYPE', this.#number('CKK_AES')),
        this.#attribute('CKA_VALUE_LEN', 32),
        this.#attribute('CKA_LABEL', label),
        this.#attribute('CKA_TOKEN', true),
        this.#attribute('CKA_PRIVATE', true),
        this.#attribute('CKA_SENSITIVE', true),
        this.#attribute('CKA_EXTRACTABLE', false),
        this.#attribute('CKA_ENCRYPT', true),
        this.#attribute('CKA_DECRYPT', true),
      ]),
    );
  }

  /** Two that were generated at the same time have the same label: the first one seals, and whichever did so opens. */
  #seal(order: TokenOrder & { readonly kind: 'encrypt' | 'decrypt' }): Promise<Buffer> {
    return this.#using(async (session) => {
      const keys = this.#secrets(session, order.label);
      const [first] = keys;
      if (!first) throw new TokenTrouble('key', `it has no secret key "${order.label}"`);
      const iv = Buffer.from(order.nonce);
      const parameter = {
        type: this.#number('CK_PARAMS_AES_GCM'),
        iv,
        ivBits: iv.length * 8,
        aad: Buffer.from(order.bound),
        tagBits: 128,
      };
      const mechanism = { mechanism: this.#number('CKM_AES_GCM'), parameter };
      const bytes = Buffer.from(order.bytes);
      if (order.kind === 'encrypt') {
        this.#lib.C_EncryptInit(session, mechanism, first);
        return this.#lib.C_EncryptAsync(session, bytes, Buffer.alloc(room));
      }
      let why: unknown;
      for (const key of keys) {
        try {
          this.#lib.C_DecryptInit(session, mechanism, key);
          return await this.#lib.C_DecryptAsync(session, bytes, Buffer.alloc(room));
        } catch (error) {
          why = error;
        }
      }
      throw why;
    });
  }
}

const isFull = (error: unknown): boolean => error instanceof Error && error.message.includes('CKR_SESSION_COUNT');

const nameOf = ({ label, id }: TokenKeyName): string =>
  [
    ...(label === null ? [] : [`"${label}"`]),
    ...(id === null ? [] : [`with the id 0x${Buffer.from(id).toString('hex')}`]),
  ].join(' ');

const identity = (key: TokenPublicKey): string =>
  key.type === 'rsa'
    ? `rsa ${Buffer.from(key.modulus).toString('hex')}`
    : `${key.curve} ${Buffer.from(key.point).toString('hex')}`;
