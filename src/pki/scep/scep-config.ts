import type { ContentCipher } from '../x509/cms/index.js';
import type { Hash } from '../x509/index.js';

/** Ciphers of messages, by the names of Vault. */
export const encryptionAlgorithms = ['3des-cbc', 'aes128-cbc', 'aes256-cbc', 'aes128-gcm', 'aes256-gcm'] as const;
export type EncryptionAlgorithm = (typeof encryptionAlgorithms)[number] & ContentCipher;

/** Digests of signatures, by the names of Vault, and the hash of each. */
export const digestAlgorithms = {
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
} as const satisfies Readonly<Record<string, Hash>>;
export type DigestAlgorithm = keyof typeof digestAlgorithms;

/** A method that callers are signed in by, and one of its roles, as it was given: null and an empty text are all of them. */
export interface Authenticator {
  readonly accessor: string;
  readonly role: string | null;
}

export interface Authenticators {
  readonly cert?: Authenticator;
  readonly scep?: Authenticator;
}

export const logLevels = ['', 'TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'] as const;

/** `config/scep` of a mount (Vault API, PKI: "Set SCEP configuration"). */
export interface ScepConfig {
  readonly enabled: boolean;
  /** What decides where the path names no role: see `pathPolicyOf`. Empty for nothing. */
  readonly defaultPathPolicy: string;
  readonly allowedEncryptionAlgorithms: readonly string[];
  readonly allowedDigestAlgorithms: readonly string[];
  /** Whether GetCACert answers with the issuer alone, without its chain. */
  readonly restrictCaChainToIssuer: boolean;
  readonly authenticators: Authenticators;
  /** Whether somebody must approve each first certificate. */
  readonly requireApproval: boolean;
  readonly logLevel: string;
  /** RFC 3339; empty before the first change. */
  readonly lastUpdated: string;
}

export const defaultScepConfig: ScepConfig = {
  enabled: false,
  defaultPathPolicy: '',
  allowedEncryptionAlgorithms: ['aes128-cbc', 'aes128-gcm', 'aes256-cbc', 'aes256-gcm'],
  allowedDigestAlgorithms: ['sha-256', 'sha-384', 'sha-512'],
  restrictCaChainToIssuer: false,
  authenticators: {},
  requireApproval: false,
  logLevel: '',
  lastUpdated: '',
};

export const isEncryptionAlgorithm = (text: string): text is EncryptionAlgorithm =>
  encryptionAlgorithms.some((each) => each === text);
export const isDigestAlgorithm = (text: string): text is DigestAlgorithm => Object.hasOwn(digestAlgorithms, text);

/** The ciphers that messages may have. */
export const ciphersOf = ({ allowedEncryptionAlgorithms }: ScepConfig): readonly EncryptionAlgorithm[] =>
  allowedEncryptionAlgorithms.filter(isEncryptionAlgorithm);
export const hashesOf = ({ allowedDigestAlgorithms }: ScepConfig): readonly Hash[] =>
  allowedDigestAlgorithms.filter(isDigestAlgorithm).map((name) => digestAlgorithms[name]);
