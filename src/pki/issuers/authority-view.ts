import { createHash } from 'node:crypto';
import { ids } from '../../platform/ids.js';
import type { IssuerRow, MountRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import {
  readClusterConfig,
  readAcmeConfig,
  readCmpConfig,
  readCrlConfig,
  readEstConfig,
  readScepConfig,
  readUrlsConfig,
} from '../config/stored.js';
import { shardAddress, shardBase, shardOfSerial } from '../config/crl-shards.js';
import { issuerUrls, lackingUrls } from '../config/templates.js';
import type { FilledUrls } from '../config/templates.js';
import type { UrlsConfig } from '../config/urls-config.js';
import { engineFacts } from '../mounts/system-ttl.js';
import { leafNotAfterBehaviors } from '../policy/index.js';
import type { IssuerFacts, LeafNotAfterBehavior } from '../policy/index.js';
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  createAsyncSigner,
  createSigner,
  crlDistributionPoints,
  encodePem,
  extensionOids,
  freshestCrl,
  isRemote,
  isSelfSigned,
  keyIdentifierOf,
} from '../x509/index.js';
import type {
  AsyncSigner,
  Certificate,
  Extension,
  Hash,
  SerialNumber,
  Signer,
  SigningKey,
  SigningOptions,
} from '../x509/index.js';
import type { Authority, AuthorityIssuer, AuthorityMount, IssuerId, KeyId, SignatureChoice } from './authority.js';
import { defaultReference, findReferred, issuerNotFound } from './references.js';
import { revocationSigning } from './revocation-signature.js';
import { signersAbove } from './signers.js';
import { isIssuerUsage, issuerUsages } from './usages.js';
import type { IssuerUsage } from './usages.js';

/** The parts of an issuer that are expensive to create: they are kept across revisions. */
export interface AuthoritySources {
  readonly certificate: (row: Pick<IssuerRow, 'id' | 'certificate'>) => Certificate;
  /** @throws SealError, KEY_NOT_FOUND */
  readonly privateKey: (keyId: KeyId) => SigningKey;
  readonly isRemote: (keyId: KeyId) => boolean;
}

const suiting: SignatureChoice = { bits: 0, pss: false };

const hashOf: Readonly<Record<number, Hash>> = { 256: 'sha256', 384: 'sha384', 512: 'sha512' };

export const signingOptions = ({ bits, pss }: SignatureChoice): SigningOptions => ({ hash: hashOf[bits], pss });

/** AIA, CRL distribution points and freshest CRL of the certificates of an issuer. */
export function urlExtensions(urls: UrlsConfig): Extension[] {
  const { issuingCertificates: caIssuers, ocspServers: ocsp } = urls;
  return [
    ...(caIssuers.length + ocsp.length > 0 ? [authorityInfoAccess({ ocsp, caIssuers })] : []),
    ...(urls.crlDistributionPoints.length > 0 ? [crlDistributionPoints(urls.crlDistributionPoints)] : []),
    ...(urls.deltaCrlDistributionPoints.length > 0 ? [freshestCrl(urls.deltaCrlDistributionPoints)] : []),
  ];
}

/** Extensions that say where revocations are published. */
const pointing: readonly string[] = [extensionOids.crlDistributionPoints, extensionOids.freshestCrl];

/** The subject key identifier of an authority; method one of RFC 5280 if its certificate has none. */
export const subjectKeyIdOf = ({ extensions, publicKey }: Certificate): Buffer =>
  extensions.subjectKeyIdentifier ?? keyIdentifierOf(publicKey.bits);

class ViewedIssuer implements AuthorityIssuer {
  readonly id: IssuerId;
  readonly uuid: string;
  readonly name: string | undefined;
  readonly keyId: KeyId | undefined;
  readonly isKeyRemote: boolean;
  readonly certificate: Certificate;
  readonly pem: string;
  readonly serialNumber: SerialNumber;
  readonly usage: ReadonlySet<IssuerUsage>;
  readonly revokedAt: Date | undefined;
  readonly isRoot: boolean;
  readonly isGeneratedRoot: boolean;
  readonly subjectKeyId: Buffer;
  readonly urls: FilledUrls;
  readonly ownUrls: UrlsConfig;
  readonly manualChain: readonly IssuerId[];
  readonly revocationSignatureAlgorithm: string;
  readonly createdAt: Date;
  readonly mountPath: string;
  readonly revocationSignature: SigningOptions;
  readonly #signers = new Map<string, Signer>();
  readonly #asyncSigners = new Map<string, AsyncSigner>();
  readonly #sources: AuthoritySources;
  readonly #mount: AuthorityMount;
  readonly #ofShards = new Map<number, readonly Extension[]>();
  readonly #chain: () => readonly AuthorityIssuer[];
  readonly #constrained: (issuer: AuthorityIssuer) => readonly AuthorityIssuer[];
  readonly #extensions: readonly Extension[];
  readonly #leafNotAfterBehavior: LeafNotAfterBehavior;
  #facts: IssuerFacts | undefined;
  #chained: { all: readonly AuthorityIssuer[]; pem: readonly string[]; withoutRoots: readonly string[] } | undefined;

  constructor(
    row: IssuerRow,
    mount: AuthorityMount,
    readonly isDefault: boolean,
    sources: AuthoritySources,
    around: {
      readonly chain: () => readonly AuthorityIssuer[];
      readonly constrained: (issuer: AuthorityIssuer) => readonly AuthorityIssuer[];
    },
  ) {
    this.#sources = sources;
    this.#mount = mount;
    this.#chain = around.chain;
    this.#constrained = around.constrained;
    this.id = ids.issuer.require(row.id);
    this.uuid = row.uuid;
    this.name = row.name ?? undefined;
    this.keyId = row.keyId === null ? undefined : ids.key.require(row.keyId);
    this.isKeyRemote = this.keyId !== undefined && sources.isRemote(this.keyId);
    this.certificate = sources.certificate(row);
    this.pem = encodePem('CERTIFICATE', this.certificate.der);
    this.serialNumber = this.certificate.serialNumber;
    this.usage = new Set(row.usage.split(',').filter(isIssuerUsage));
    this.revokedAt = row.revokedAt ?? undefined;
    this.isRoot = isSelfSigned(this.certificate);
    this.isGeneratedRoot = this.isRoot && row.generated;
    this.subjectKeyId = subjectKeyIdOf(this.certificate);
    this.#leafNotAfterBehavior = leafNotAfterBehaviors.find((each) => each === row.leafNotAfterBehavior) ?? 'err';
    this.ownUrls = readUrlsConfig(row.urls);
    this.manualChain = idsOf(row.manualChain).flatMap((id) => ids.issuer.parse(id) ?? []);
    this.revocationSignatureAlgorithm = row.revocationSignatureAlgorithm;
    this.createdAt = row.createdAt;
    this.mountPath = mount.path;
    this.urls = issuerUrls(this.ownUrls, mount.urls, { ...mount.cluster, issuerId: row.uuid });
    this.#extensions = [authorityKeyIdentifier(this.subjectKeyId), ...urlExtensions(this.urls)];
    this.revocationSignature = revocationSigning(row.revocationSignatureAlgorithm) ?? {};
  }

  /** Computed on use: the issuers above it are known by then. */
  get facts(): IssuerFacts {
    return (this.#facts ??= {
      notAfter: this.certificate.notAfter,
      leafNotAfterBehavior: this.#leafNotAfterBehavior,
      pathLength: this.certificate.extensions.basicConstraints?.pathLength,
      nameConstraints: this.#constrained(this).flatMap(({ certificate }) => {
        const constraints = certificate.extensions.nameConstraints;
        return constraints ? [{ subject: certificate.subject.toString(), constraints }] : [];
      }),
    });
  }

  get extensions(): readonly Extension[] {
    const { lacking } = this.urls;
    if (lacking !== null) throw problem('ISSUER_NOT_USABLE', lackingUrls(lacking));
    return this.#extensions;
  }

  extensionsFor(serialNumber: SerialNumber): readonly Extension[] {
    const all = this.extensions;
    const { crl, cluster } = this.#mount;
    if (crl.shards === 0) return all;
    const shard = shardOfSerial(serialNumber, crl.shards);
    let found = this.#ofShards.get(shard);
    if (!found) {
      const address = shardAddress(shardBase(cluster), this.uuid, shard);
      // A delta of the complete CRL has another scope than a shard (RFC 5280 5.2.4).
      found = [...all.filter(({ oid }) => !pointing.includes(oid)), crlDistributionPoints([address])];
      this.#ofShards.set(shard, found);
    }
    return found;
  }

  get chain(): readonly AuthorityIssuer[] {
    return this.#chains().all;
  }

  get chainPem(): readonly string[] {
    return this.#chains().pem;
  }

  get chainPemWithoutRoots(): readonly string[] {
    return this.#chains().withoutRoots;
  }

  privateKey(): SigningKey {
    if (this.keyId === undefined)
      throw problem('ISSUER_NOT_USABLE', `issuer ${this.uuid} has no key in this mount and cannot sign`);
    return this.#sources.privateKey(this.keyId);
  }

  signer(choice = suiting): Signer {
    const name = `${choice.bits}${choice.pss}`;
    let signer = this.#signers.get(name);
    if (signer) return signer;
    const key = this.privateKey();
    if (isRemote(key)) throw new Error('a key in a token does not sign on this thread');
    signer = createSigner(key, signingOptions(choice));
    this.#signers.set(name, signer);
    return signer;
  }

  asyncSigner(choice = suiting): AsyncSigner {
    const name = `${choice.bits}${choice.pss}`;
    let signer = this.#asyncSigners.get(name);
    if (!signer) this.#asyncSigners.set(name, (signer = createAsyncSigner(this.privateKey(), signingOptions(choice))));
    return signer;
  }

  #chains() {
    if (this.#chained) return this.#chained;
    const all = this.#chain();
    const pem = all.map((issuer) => issuer.pem);
    const withoutRoots = all.filter(({ isRoot }) => !isRoot).map((issuer) => issuer.pem);
    return (this.#chained = { all, pem, withoutRoots });
  }
}

export const nameHash = (name: { readonly der: Buffer }): string => createHash('sha256').update(name.der).digest('hex');

class ViewedAuthority implements Authority {
  readonly issuers: readonly AuthorityIssuer[];
  readonly defaultIssuer: AuthorityIssuer | undefined;
  readonly #byId: ReadonlyMap<string, AuthorityIssuer>;

  constructor(
    readonly mount: AuthorityMount,
    rows: readonly IssuerRow[],
    defaultIssuerId: string | null,
    sources: AuthoritySources,
  ) {
    const byId = new Map<string, AuthorityIssuer>();
    this.#byId = byId;
    this.issuers = rows.map((row) => {
      const chain = () => idsOf(row.chain).flatMap((id) => byId.get(id) ?? []);
      const constrained = (one: AuthorityIssuer) => this.#constrained(one);
      const issuer = new ViewedIssuer(row, mount, row.id === defaultIssuerId, sources, { chain, constrained });
      byId.set(row.id, issuer);
      return issuer;
    });
    this.defaultIssuer = defaultIssuerId === null ? undefined : byId.get(defaultIssuerId);
  }

  /** The issuers whose name constraints apply to certificates of one: itself and all above it. A chain that an operator set has no effect on this. */
  #constrained(one: AuthorityIssuer): readonly AuthorityIssuer[] {
    if (!this.issuers.some(({ certificate }) => certificate.extensions.nameConstraints)) return [];
    return [one, ...signersAbove(one, this.issuers)];
  }

  issuer(reference: string): AuthorityIssuer {
    const found = this.issuerReferred(reference);
    if (!found) throw issuerNotFound(reference);
    return found;
  }

  issuerReferred(reference: string): AuthorityIssuer | undefined {
    if (reference === defaultReference) return this.defaultIssuer;
    return this.#byId.get(reference) ?? findReferred(this.issuers, reference);
  }

  issuerFor(reference: string, usage: IssuerUsage): AuthorityIssuer {
    const issuer = this.issuer(reference);
    if (!issuer.usage.has(usage)) {
      const had = issuerUsages.filter((each) => issuer.usage.has(each));
      const named = (each: IssuerUsage) => each.toUpperCase().replaceAll('-', '_');
      throw problem('ISSUER_NOT_USABLE', {
        inVault: `requested usage ${usage} for issuer [id:${issuer.uuid}] but only had usage ${had.join(',')}`,
        inGraphql: `the usage of the issuer ${issuer.id} has no ${named(usage)}: it is ${had.map(named).join(', ')}`,
      });
    }
    if (usage !== 'read-only') issuer.privateKey();
    // Before a key is generated or a signature is verified, so that a dry run reports it too.
    if (usage === 'issuing-certificates') void issuer.extensions;
    return issuer;
  }

  issuerById(id: string): AuthorityIssuer | undefined {
    return this.#byId.get(id);
  }

  issuersNamed(subject: Buffer, keyIdentifier?: Buffer): readonly AuthorityIssuer[] {
    return this.issuers.filter(
      (issuer) =>
        issuer.certificate.subject.der.equals(subject) &&
        (keyIdentifier === undefined || issuer.subjectKeyId.equals(keyIdentifier)),
    );
  }
}

/** The ids in a row's JSON text. */
export function idsOf(text: string): string[] {
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string') : [];
}

/** A mount and its issuers from their rows. */
export function viewAuthority(row: MountRow, issuers: readonly IssuerRow[], sources: AuthoritySources): Authority {
  const mount: AuthorityMount = {
    id: ids.mount.require(row.id),
    path: row.path,
    accessor: row.accessor,
    revision: row.revision,
    urls: readUrlsConfig(row.urlsConfig),
    cluster: readClusterConfig(row.clusterConfig),
    crl: readCrlConfig(row.crlConfig),
    acme: readAcmeConfig(row.acmeConfig),
    est: readEstConfig(row.estConfig),
    scep: readScepConfig(row.scepConfig),
    cmp: readCmpConfig(row.cmpConfig),
    engine: engineFacts(row),
  };
  return new ViewedAuthority(mount, issuers, row.defaultIssuerId, sources);
}
