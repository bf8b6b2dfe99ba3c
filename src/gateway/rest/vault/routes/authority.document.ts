import { isRecord } from '../../../../platform/is-record.js';
import { parseDuration } from '../../../../platform/duration.js';
import { made } from '../../found.js';
import type { VaultAnswer, VaultDialect } from '../route.js';
import type {
  CrlFieldsFragment,
  CsrFieldsFragment,
  ImportedFieldsFragment,
  IssuerFieldsFragment,
  KeyFieldsFragment,
  RootFieldsFragment,
  UrlsFieldsFragment,
} from '../generated/operations.js';

/** What templates lack to be filled in, if it was selected. */
export interface Lacking {
  readonly lacking: string | null;
}

/** As in Vault: incomplete settings are accepted, but issuance fails until they are complete. */
export const lackingWarnings = ({ lacking }: Lacking): { readonly warnings?: readonly string[] } =>
  lacking === null
    ? {}
    : {
        warnings: [
          `issuance may fail: ${lacking}\n\nConsider setting the cluster-local address if it is not already set.`,
        ],
      };

/** Unix time in seconds. */
const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** Without fractions of a second. */
const rfc3339 = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z');

const word = (constant: string): string => constant.toLowerCase();

export const urlsDocument = (urls: UrlsFieldsFragment) => ({
  issuing_certificates: urls.issuingCertificates,
  crl_distribution_points: urls.crlDistributionPoints,
  delta_crl_distribution_points: urls.deltaCrlDistributionPoints,
  ocsp_servers: urls.ocspServers,
});

/** An issuer's own addresses. OpenBao shows null for those that it has none of beside others, and the flag only with an address. */
function ownUrlsDocument({ ownUrls }: IssuerFieldsFragment, dialect: VaultDialect) {
  const urls = urlsDocument(ownUrls);
  const own = { ...urls, enable_aia_url_templating: ownUrls.enableTemplating };
  if (dialect === 'service') return own;
  const isOwn = ownUrls.enableTemplating || Object.values(urls).some(({ length }) => length > 0);
  return isOwn
    ? Object.fromEntries(
        Object.entries(own).map(([name, value]) => [name, typeof value === 'boolean' ? value : listed(value)]),
      )
    : urls;
}

export function issuerAnswer(issuer: IssuerFieldsFragment, dialect: VaultDialect): VaultAnswer {
  const { nodes: chain } = issuer.manualChain;
  const { revokedAt } = issuer;
  return {
    data: {
      issuer_id: issuer.uuid,
      issuer_name: issuer.name ?? '',
      key_id: issuer.key?.uuid ?? '',
      certificate: issuer.certificate,
      manual_chain: chain.length > 0 ? chain.map(({ uuid }) => uuid) : null,
      ca_chain: issuer.chain,
      leaf_not_after_behavior: word(issuer.leafNotAfterBehavior),
      usage: issuer.usage.map((each) => word(each).replaceAll('_', '-')).join(','),
      revocation_signature_algorithm: issuer.revocationSignatureAlgorithm,
      revoked: revokedAt !== null,
      ...(revokedAt !== null && {
        revocation_time: seconds(revokedAt),
        revocation_time_rfc3339: rfc3339(revokedAt),
      }),
      ...ownUrlsDocument(issuer, dialect),
    },
  };
}

const secretOf = ({ privateKey, privateKeyType }: Pick<RootFieldsFragment, 'privateKey' | 'privateKeyType'>) =>
  privateKey === null ? {} : { private_key: privateKey, private_key_type: privateKeyType && word(privateKeyType) };

interface Warned {
  readonly warnings: readonly string[];
}
interface GeneratedRoot {
  readonly payload: Warned & { readonly generatedRoot: RootFieldsFragment | null };
}
interface GeneratedCsr {
  readonly payload: Warned & { readonly generatedCsr: CsrFieldsFragment | null };
}

export function rootAnswer({ payload }: GeneratedRoot): VaultAnswer {
  const root = made(payload.generatedRoot);
  return {
    data: {
      expiration: seconds(root.issuer.notAfter),
      serial_number: root.issuer.serialNumber,
      certificate: root.certificate,
      issuing_ca: root.issuingCa,
      issuer_id: root.issuer.uuid,
      issuer_name: root.issuer.name ?? '',
      key_id: root.issuerKey.uuid,
      key_name: root.issuerKey.name ?? '',
      ...secretOf(root),
    },
    warnings: payload.warnings,
  };
}

export function csrAnswer({ payload }: GeneratedCsr): VaultAnswer {
  const generated = made(payload.generatedCsr);
  return {
    data: {
      csr: generated.csr,
      key_id: generated.issuerKey.uuid,
      key_name: generated.issuerKey.name ?? '',
      ...secretOf(generated),
    },
    warnings: payload.warnings,
  };
}

/** Clients require null for an empty list here. */
const listed = (all: readonly string[]) => (all.length > 0 ? all : null);

export const importAnswer = (bundle: ImportedFieldsFragment): VaultAnswer => ({
  data: {
    mapping: Object.fromEntries(made(bundle.mapping).map(({ issuerUuid, keyUuid }) => [issuerUuid, keyUuid ?? ''])),
    imported_issuers: listed(made(bundle.importedIssuers)),
    imported_keys: listed(made(bundle.importedKeys)),
    existing_issuers: listed(made(bundle.existingIssuers)),
    existing_keys: listed(made(bundle.existingKeys)),
  },
  warnings: bundle.warnings,
});

/** Where a key is, if it is in a token. */
export const managedAnswer = ({ managedKeyName, managedKeyUuid }: ManagedFields) =>
  managedKeyName === null ? {} : { managed_key_id: managedKeyUuid, managed_key_name: managedKeyName };

interface ManagedFields {
  readonly managedKeyName: string | null;
  readonly managedKeyUuid: string | null;
}

export const keyAnswer = (key: KeyFieldsFragment): VaultAnswer => ({
  data: {
    key_id: key.uuid,
    key_name: key.name ?? '',
    key_type: word(key.keyType),
    subject_key_id: key.subjectKeyId,
    ...managedAnswer(key),
  },
});

/** In the form of these clients: `PT72H` is `72h`, `PT1H30M` is `1h30m`. */
const shortDuration = (iso: string): string => iso.replace(/^PT/, '').toLowerCase();

/** As it was written, if that still means it. */
function shownDuration(config: CrlFieldsFragment, name: CrlDuration): string {
  const texts = isRecord(config.written) ? config.written : {};
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  const short = shortDuration(config[name]);
  return typeof text === 'string' && parseDuration(text) === parseDuration(short) ? text : short;
}
type CrlDuration = 'expiry' | 'ocspExpiry' | 'autoRebuildGracePeriod' | 'deltaRebuildInterval';

export const crlConfigAnswer = (config: CrlFieldsFragment): VaultAnswer => ({
  data: {
    expiry: shownDuration(config, 'expiry'),
    disable: config.disable,
    ocsp_disable: config.ocspDisable,
    ocsp_expiry: shownDuration(config, 'ocspExpiry'),
    auto_rebuild: config.autoRebuild,
    auto_rebuild_grace_period: shownDuration(config, 'autoRebuildGracePeriod'),
    enable_delta: config.enableDelta,
    delta_rebuild_interval: shownDuration(config, 'deltaRebuildInterval'),
    allow_expired_cert_revocation: config.allowExpiredCertRevocation,
    cross_cluster_revocation: config.crossClusterRevocation,
    unified_crl: config.unifiedCrl,
    unified_crl_on_existing_paths: config.unifiedCrlOnExistingPaths,
    max_crl_entries: config.maxCrlEntries,
    shards: config.shards,
  },
});
