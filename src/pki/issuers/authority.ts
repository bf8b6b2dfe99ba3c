import type { SqlRow } from '../../platform/database/database.js';
import type { IdOf } from '../../platform/ids.js';
import type { FilledUrls } from '../config/templates.js';
import type { ClusterConfig, UrlsConfig } from '../config/urls-config.js';
import type { CrlConfig } from '../config/crl-config.js';
import type { AcmeConfig } from '../acme/acme-config.js';
import type { EstConfig } from '../est/est-config.js';
import type { ScepConfig } from '../scep/scep-config.js';
import type { CmpConfig } from '../cmp/cmp-config.js';
import type { EngineFacts, IssuerFacts } from '../policy/index.js';
import type {
  AsyncSigner,
  Certificate,
  Extension,
  SerialNumber,
  Signer,
  SigningKey,
  SigningOptions,
} from '../x509/index.js';
import type { IssuerUsage } from './usages.js';

export type MountId = IdOf<'mount'>;
export type IssuerId = IdOf<'issuer'>;
export type KeyId = IdOf<'key'>;

/** A mount as `Authorities` knows it at one revision. */
export interface AuthorityMount {
  readonly id: MountId;
  /** Without slashes at its ends: `pki`, `pki/int`. */
  readonly path: string;
  readonly accessor: string;
  readonly revision: bigint;
  readonly urls: UrlsConfig;
  readonly cluster: ClusterConfig;
  readonly crl: CrlConfig;
  readonly acme: AcmeConfig;
  readonly est: EstConfig;
  readonly scep: ScepConfig;
  readonly cmp: CmpConfig;
  /** From the mount, or from the system if the mount has none. Seconds. */
  readonly engine: EngineFacts;
}

/** How an RSA issuer signs; other keys allow no choice. 0 bits chooses what suits the key. */
export interface SignatureChoice {
  readonly bits: number;
  readonly pss: boolean;
}

/** An issuer, ready for use. It is immutable: a change of the mount creates other objects. */
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
  /** The facts of an issuer that policies use. */
  readonly facts: IssuerFacts;
  /** Its chain as far as this mount knows it, beginning with itself. */
  readonly chain: readonly AuthorityIssuer[];
  /** The same as PEM: `ca_chain`. */
  readonly chainPem: readonly string[];
  /** `ca_chain` with `remove_roots_from_chain`. */
  readonly chainPemWithoutRoots: readonly string[];
  readonly isRoot: boolean;
  /** A self-signed root that was generated in this mount: Vault leaves only those out of a bundle. */
  readonly isGeneratedRoot: boolean;
  /** Subject key identifier: the authority key identifier in its certificates and CRLs. */
  readonly subjectKeyId: Buffer;
  /** Its own lists, or those of the mount if it has none; templates are filled in. */
  readonly urls: FilledUrls;
  /** Its own lists as given. */
  readonly ownUrls: UrlsConfig;
  /** As an operator set it; empty if the chain is built. */
  readonly manualChain: readonly IssuerId[];
  /** As an operator set it. */
  readonly revocationSignatureAlgorithm: string;
  readonly createdAt: Date;
  readonly mountPath: string;
  /**
   * Encoded for its certificates: authority key identifier, AIA, CRL distribution points, freshest CRL.
   * @throws ISSUER_NOT_USABLE if the templates of its addresses cannot be filled in
   */
  readonly extensions: readonly Extension[];
  /** The same for a certificate with this serial number, which may belong to a shard of its CRL. @throws as `extensions` */
  extensionsFor(serialNumber: SerialNumber): readonly Extension[];
  /** From `revocation_signature_algorithm`: for signing CRLs and OCSP responses. */
  readonly revocationSignature: SigningOptions;
  /** Whether its key is in a token, which signs in its own time. */
  readonly isKeyRemote: boolean;
  /** The key; it is unsealed at first use and cached. @throws ISSUER_NOT_USABLE without a key */
  privateKey(): SigningKey;
  /** Signs on this thread: EC and Ed25519, if the key is at hand. Returns the same object for the same choice. @throws ISSUER_NOT_USABLE without a key */
  signer(choice?: SignatureChoice): Signer;
  /** Signs in libuv's pool, for RSA, or in a token. Returns the same object for the same choice. @throws ISSUER_NOT_USABLE without a key */
  asyncSigner(choice?: SignatureChoice): AsyncSigner;
}

/** A mount with its issuers at one revision: immutable, and safe to keep during a request. */
export interface Authority {
  readonly mount: AuthorityMount;
  readonly issuers: readonly AuthorityIssuer[];
  readonly defaultIssuer: AuthorityIssuer | undefined;
  /** By `iss-…`, UUID, name, or `default`. @throws ISSUER_NOT_FOUND */
  issuer(reference: string): AuthorityIssuer;
  /**
   * The same, and checks that the issuer may be used for this. @throws ISSUER_NOT_FOUND, ISSUER_NOT_USABLE (no key, not this usage, or incomplete addresses)
   */
  issuerFor(reference: string, usage: IssuerUsage): AuthorityIssuer;
  issuerById(id: string): AuthorityIssuer | undefined;
  /** As {@link Authority.issuer}; undefined if there is none. */
  issuerReferred(reference: string): AuthorityIssuer | undefined;
  /** Issuers with this subject (DER), and with this key identifier if one is given. Signatures are not checked. */
  issuersNamed(subject: Buffer, keyIdentifier?: Buffer): readonly AuthorityIssuer[];
}

/** A role as it is stored; null if there is none of that name. */
export interface AuthorityWithRole {
  readonly authority: Authority;
  readonly role: { readonly id: string; readonly definition: string } | null;
}

/** The reads of hot paths. */
export interface AuthorityReader {
  /**
   * The current authority at a path: one prepared statement checks whether the cache is still valid.
   * @throws MOUNT_NOT_FOUND
   */
  byPath(path: string): Promise<Authority>;
  /** The same, and what is stored of one of its roles, in one statement. @throws MOUNT_NOT_FOUND */
  withRole(path: string, role: string): Promise<AuthorityWithRole>;
  /** For a statement of another store that reads `id` and `revision` of the mount at a path beside what it needs. @throws MOUNT_NOT_FOUND if there is no row */
  ofRow(path: string, row: SqlRow | undefined): Promise<Authority>;
  /** @throws MOUNT_NOT_FOUND */
  byId(id: string): Promise<Authority>;
  /** The paths of all mounts, to match a request. */
  paths(): Promise<readonly string[]>;
}
