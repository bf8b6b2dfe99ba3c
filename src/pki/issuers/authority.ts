import type { KeyObject } from 'node:crypto';
import type { IdOf } from '../../platform/ids.js';
import type { FilledUrls } from '../config/templates.js';
import type { ClusterConfig, UrlsConfig } from '../config/urls-config.js';
import type { CrlConfig } from '../config/crl-config.js';
import type { EngineFacts, IssuerFacts } from '../policy/index.js';
import type { AsyncSigner, Certificate, Extension, SerialNumber, Signer, SigningOptions } from '../x509/index.js';
import type { IssuerUsage } from './usages.js';

export type MountId = IdOf<'mount'>;
export type IssuerId = IdOf<'issuer'>;
export type KeyId = IdOf<'key'>;

/** A mount as `Authorities` knows it at one revision. */
export interface AuthorityMount {
  readonly id: MountId;
  /** Without slashes at its ends: `pki`, `pki/int`. */
  readonly path: string;
  readonly revision: bigint;
  readonly urls: UrlsConfig;
  readonly cluster: ClusterConfig;
  readonly crl: CrlConfig;
  /** Of the mount, or of the system where the mount says nothing. Seconds. */
  readonly engine: EngineFacts;
}

/** How an RSA issuer signs; the other kinds leave no choice. 0 bits suit the key. */
export interface SignatureChoice {
  readonly bits: number;
  readonly pss: boolean;
}

/** An issuer, ready for use. Nothing here changes: a change of the mount makes other objects. */
export interface AuthorityIssuer {
  readonly id: IssuerId;
  /** The identifier that Vault's clients see. */
  readonly uuid: string;
  readonly name: string | undefined;
  readonly isDefault: boolean;
  readonly keyId: KeyId | undefined;
  readonly certificate: Certificate;
  readonly pem: string;
  readonly serialNumber: SerialNumber;
  readonly usage: ReadonlySet<IssuerUsage>;
  readonly revokedAt: Date | undefined;
  /** What the policy asks of an issuer. */
  readonly facts: IssuerFacts;
  /** Its chain as far as this mount knows it, itself first. */
  readonly chain: readonly AuthorityIssuer[];
  /** The same as PEM: `ca_chain`. */
  readonly chainPem: readonly string[];
  /** `ca_chain` with `remove_roots_from_chain`. */
  readonly chainPemWithoutRoots: readonly string[];
  readonly isRoot: boolean;
  /** A self-signed root that was made in this mount: Vault leaves those alone out of a bundle. */
  readonly isGeneratedRoot: boolean;
  /** Subject key identifier: what its certificates and CRLs name as authority key identifier. */
  readonly subjectKeyId: Buffer;
  /** Its own lists, or those of the mount where it has none; templates filled in. */
  readonly urls: FilledUrls;
  /** Its own lists as they were given. */
  readonly ownUrls: UrlsConfig;
  /** As an operator set it; empty where the chain is built. */
  readonly manualChain: readonly IssuerId[];
  /** As an operator set it. */
  readonly revocationSignatureAlgorithm: string;
  readonly createdAt: Date;
  readonly mountPath: string;
  /**
   * Encoded for the certificates that it issues: authority key identifier, AIA, CRL distribution points, freshest CRL.
   * @throws ISSUER_NOT_USABLE where the templates of its addresses cannot be filled in
   */
  readonly extensions: readonly Extension[];
  /** From `revocation_signature_algorithm`: for signing CRLs and OCSP responses. */
  readonly revocationSignature: SigningOptions;
  /** The key, unsealed at first use and kept in memory. @throws ISSUER_NOT_USABLE without a key */
  privateKey(): KeyObject;
  /** Signs on this thread: EC and Ed25519. The same object for the same choice. @throws ISSUER_NOT_USABLE without a key */
  signer(choice?: SignatureChoice): Signer;
  /** Signs in libuv's pool: RSA. The same object for the same choice. @throws ISSUER_NOT_USABLE without a key */
  asyncSigner(choice?: SignatureChoice): AsyncSigner;
}

/** A mount with its issuers at one revision: immutable, safe to keep for the length of a request. */
export interface Authority {
  readonly mount: AuthorityMount;
  readonly issuers: readonly AuthorityIssuer[];
  readonly defaultIssuer: AuthorityIssuer | undefined;
  /** By `iss-…`, UUID, name, or `default`. @throws ISSUER_NOT_FOUND */
  issuer(reference: string): AuthorityIssuer;
  /** The same, and it may be used so. @throws ISSUER_NOT_FOUND, ISSUER_NOT_USABLE (no key, not this usage, or addresses that are not complete) */
  issuerFor(reference: string, usage: IssuerUsage): AuthorityIssuer;
  issuerById(id: string): AuthorityIssuer | undefined;
  /** As {@link Authority.issuer} finds it; undefined for none. */
  issuerReferred(reference: string): AuthorityIssuer | undefined;
  /** Issuers whose subject is this name (DER) and which have this key identifier where one is given. Signatures are not checked. */
  issuersNamed(subject: Buffer, keyIdentifier?: Buffer): readonly AuthorityIssuer[];
}

/** What is read on hot paths. */
export interface AuthorityReader {
  /**
   * The authority at a path, as it is now: one prepared statement tells whether what is cached still holds.
   * @throws MOUNT_NOT_FOUND
   */
  byPath(path: string): Promise<Authority>;
  /** @throws MOUNT_NOT_FOUND */
  byId(id: string): Promise<Authority>;
  /** The paths of all mounts, to match a request against. */
  paths(): Promise<readonly string[]>;
}
