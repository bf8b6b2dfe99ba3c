import { weak } from '../weak.js';

/** Parameters of the paths around issuers and keys, by the names that callers send (docs/from-vault.md, "Parameters"). */
const keyTable = {
  key_type: weak.text,
  key_bits: weak.whole,
  key_name: weak.trimmed,
} as const;

const subjectTable = {
  common_name: weak.text,
  alt_names: weak.list,
  ip_sans: weak.addresses,
  uri_sans: weak.list,
  other_sans: weak.otherNames,
  exclude_cn_from_sans: weak.flag,
  ou: weak.list,
  organization: weak.list,
  country: weak.list,
  locality: weak.list,
  province: weak.list,
  street_address: weak.list,
  postal_code: weak.list,
  serial_number: weak.text,
} as const;

const formTable = {
  format: weak.text,
  private_key_format: weak.text,
  signature_bits: weak.whole,
  use_pss: weak.flag,
  key_ref: weak.trimmed,
} as const;

export const rootTable = {
  ...subjectTable,
  ttl: weak.duration,
  not_after: weak.trimmed,
  not_before_duration: weak.duration,
  max_path_length: weak.whole,
  key_usage: weak.keyUsages,
  permitted_dns_domains: weak.list,
  excluded_dns_domains: weak.list,
  permitted_ip_ranges: weak.list,
  excluded_ip_ranges: weak.list,
  permitted_email_addresses: weak.list,
  excluded_email_addresses: weak.list,
  permitted_uri_domains: weak.list,
  excluded_uri_domains: weak.list,
  ...keyTable,
  ...formTable,
  issuer_name: weak.trimmed,
} as const;

export const csrTable = {
  ...subjectTable,
  key_usage: weak.keyUsages,
  add_basic_constraints: weak.flag,
  ...keyTable,
  ...formTable,
} as const;

export const urlLists = {
  issuing_certificates: weak.list,
  crl_distribution_points: weak.list,
  delta_crl_distribution_points: weak.list,
  ocsp_servers: weak.list,
} as const;

export const issuerTable = {
  issuer_name: weak.trimmed,
  manual_chain: weak.list,
  leaf_not_after_behavior: weak.text,
  usage: weak.list,
  revocation_signature_algorithm: weak.algorithm,
  ...urlLists,
  enable_aia_url_templating: weak.flag,
} as const;

export const generateKeyTable = keyTable;

export const crlTable = {
  expiry: weak.duration,
  disable: weak.flag,
  ocsp_disable: weak.flag,
  ocsp_expiry: weak.duration,
  auto_rebuild: weak.flag,
  auto_rebuild_grace_period: weak.duration,
  enable_delta: weak.flag,
  delta_rebuild_interval: weak.duration,
  allow_expired_cert_revocation: weak.flag,
  cross_cluster_revocation: weak.flag,
  unified_crl: weak.flag,
  unified_crl_on_existing_paths: weak.flag,
  max_crl_entries: weak.whole,
} as const;
