import { createRequire } from 'node:module';
import path from 'node:path';
import { isRecord } from '../is-record.js';
import { TokenTrouble } from './token-trouble.js';

/** A session, an object or a slot, as the library numbers it. */
export type Handle = Buffer;

export interface Attribute {
  readonly type: number;
  readonly value?: number | boolean | string | Buffer;
}

export interface Mechanism {
  readonly mechanism: number;
  readonly parameter?: unknown;
}

/** The functions of PKCS#11 that are used here (OASIS PKCS#11 3.1, section 5), as the package `pkcs11js` has them. */
export interface Cryptoki {
  load(file: string): void;
  C_Initialize(options: { readonly flags: number }): void;
  C_GetSlotList(tokenPresent: boolean): Handle[];
  C_GetTokenInfo(slot: Handle): { readonly label: string; readonly flags: number };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_CloseSession(session: Handle): void;
  C_Login(session: Handle, user: number, pin: string): void;
  C_FindObjectsInit(session: Handle, template: readonly Attribute[]): void;
  C_FindObjects(session: Handle, most: number): Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_GetAttributeValue(
    session: Handle,
    object: Handle,
    asked: readonly { readonly type: number }[],
  ): { readonly type: number; readonly value: Buffer }[];
  C_SignInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_SignAsync(session: Handle, data: Buffer, room: Buffer): Promise<Buffer>;
  C_EncryptInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_EncryptAsync(session: Handle, data: Buffer, room: Buffer): Promise<Buffer>;
  C_DecryptInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_DecryptAsync(session: Handle, data: Buffer, room: Buffer): Promise<Buffer>;
  C_GenerateKeyAsync(session: Handle, mechanism: Mechanism, template: readonly Attribute[]): Promise<Handle>;
  C_GenerateKeyPairAsync(
    session: Handle,
    mechanism: Mechanism,
    publicKey: readonly Attribute[],
    privateKey: readonly Attribute[],
  ): Promise<unknown>;
}

/** The numbers of PKCS#11 that are used here. */
const named = [
  ...['CKF_OS_LOCKING_OK', 'CKF_SERIAL_SESSION', 'CKF_RW_SESSION', 'CKF_TOKEN_INITIALIZED', 'CKU_USER'],
  ...['CKO_PUBLIC_KEY', 'CKO_PRIVATE_KEY', 'CKO_SECRET_KEY', 'CKK_RSA', 'CKK_EC', 'CKK_AES'],
  ...['CKA_CLASS', 'CKA_KEY_TYPE', 'CKA_TOKEN', 'CKA_PRIVATE', 'CKA_SENSITIVE', 'CKA_EXTRACTABLE', 'CKA_LABEL'],
  ...['CKA_ID', 'CKA_SIGN', 'CKA_VERIFY', 'CKA_ENCRYPT', 'CKA_DECRYPT', 'CKA_VALUE_LEN', 'CKA_MODULUS'],
  ...['CKA_MODULUS_BITS', 'CKA_PUBLIC_EXPONENT', 'CKA_EC_PARAMS', 'CKA_EC_POINT'],
  ...['CKM_RSA_PKCS', 'CKM_RSA_PKCS_PSS', 'CKM_ECDSA', 'CKM_AES_GCM', 'CKM_AES_KEY_GEN', 'CKM_EC_KEY_PAIR_GEN'],
  ...['CKM_RSA_PKCS_KEY_PAIR_GEN', 'CKM_SHA256', 'CKM_SHA384', 'CKM_SHA512'],
  ...['CKG_MGF1_SHA256', 'CKG_MGF1_SHA384', 'CKG_MGF1_SHA512', 'CK_PARAMS_RSA_PSS', 'CK_PARAMS_AES_GCM'],
] as const;
export type CryptokiNumber = (typeof named)[number];

/** The package: a constructor, and numbers by their names. */
export interface CryptokiPackage {
  readonly create: () => Cryptoki;
  readonly number: (name: CryptokiNumber) => number;
}

const packageName = 'pkcs11js';

interface Exports {
  readonly PKCS11: new () => Cryptoki;
}

const isExports = (value: unknown): value is Exports & Readonly<Record<string, unknown>> =>
  isRecord(value) && typeof value['PKCS11'] === 'function' && named.every((name) => typeof value[name] === 'number');

/**
 * The file of the package: in a folder of its own, or beside the server.
 * @throws TokenTrouble `package`
 */
export function cryptokiFile(packages: string | null): string {
  const places = [...(packages === null ? [] : [path.join(packages, 'package.json')]), import.meta.url];
  for (const place of places) {
    try {
      return createRequire(place).resolve(packageName);
    } catch {
      // It may be in the next place.
    }
  }
  throw new TokenTrouble(
    'package',
    `the package ${packageName}, which speaks PKCS#11, is not installed${packages === null ? '' : ` in ${packages}`} (docs/managed-keys.md says how)`,
  );
}

/** @throws TokenTrouble `package` */
export function loadCryptoki(packages: string | null): CryptokiPackage {
  const file = cryptokiFile(packages);
  let loaded: unknown;
  try {
    loaded = createRequire(import.meta.url)(file);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new TokenTrouble('package', `the package ${packageName} does not start: ${why ?? ''}`, { cause });
  }
  if (!isExports(loaded)) throw new TokenTrouble('package', `the package ${packageName} is of another version`);
  const { PKCS11, ...rest } = loaded;
  const numbers = new Map(Object.entries(rest));
  return {
    create: () => new PKCS11(),
    number(name) {
      const value = numbers.get(name);
      if (typeof value !== 'number') throw new Error(`no number ${name}`);
      return value;
    },
  };
}
